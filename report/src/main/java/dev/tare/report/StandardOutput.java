package dev.tare.report;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Standard output, with the reason for which it failed: a {@link PrintStream} keeps none. */
final class StandardOutput extends FilterOutputStream {
  /** As of a process that the signal SIGPIPE ended: 128 and the signal's number. */
  static final int CLOSED_PIPE = 141;

  private @Nullable IOException failure;

  private StandardOutput(OutputStream file) {
    super(file);
  }

  /** Takes the place of {@link System#out}, whose encoding it keeps. */
  static StandardOutput install() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(new BufferedOutputStream(output), false, encoding()));
    return output;
  }

  /** That of the terminal; the property that names it is of JDK 19, the other one of JDK 17. */
  static Charset encoding() {
    return Charset.forName(
        System.getProperty("stdout.encoding", System.getProperty("native.encoding", "UTF-8")));
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Whether nobody reads any more, as after {@code | head}, which is no fault of anybody's. */
  boolean isClosedPipe() {
    // The system's words, in German or French too: Java has no other sign of EPIPE.
    return failure != null
        && String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }
}
