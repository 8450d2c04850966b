package dev.tare.profile;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A command's standard output, with the reason for which it failed: PrintStream keeps none. */
public final class StandardOutput extends FilterOutputStream {
  /** As of a process that the signal SIGPIPE ended: 128 and the signal's number. */
  private static final int CLOSED_PIPE = 141;

  private static final int FAILED = 1;

  private @Nullable IOException failure;

  StandardOutput(OutputStream file) {
    super(file);
  }

  /** Takes the place of {@link System#out}, whose encoding it keeps. */
  public static StandardOutput install() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(new BufferedOutputStream(output), false, encoding()));
    return output;
  }

  /**
   * That of the terminal; the property that names it is of JDK 19, the other one of JDK 17. UTF-8
   * in a POSIX locale, whose ASCII has no names of other languages: PEP 538 does the same.
   */
  public static Charset encoding() {
    Charset named =
        Charset.forName(
            System.getProperty("stdout.encoding", System.getProperty("native.encoding", "UTF-8")));
    return named.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : named;
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

  /**
   * Writes what is left in {@link System#out}, and says so on standard error where that fails, as
   * on a full disk.
   *
   * @param status a command's exit status
   * @return that of its process
   */
  public int ended(int status) {
    if (!System.out.checkError()) {
      return status;
    }
    if (isClosedPipe()) {
      return status == 0 ? CLOSED_PIPE : status;
    }
    System.err.println("tare: standard output: cannot be written");
    System.err.flush();
    return FAILED;
  }

  /** Whether nobody reads any more, as after {@code | head}, which is no fault of anybody's. */
  boolean isClosedPipe() {
    return failure != null && String.valueOf(failure.getMessage()).equals(ofClosedPipe());
  }

  /** EPIPE in the system's words, which depend on its language: Java has no other sign of it. */
  private static String ofClosedPipe() {
    try {
      Pipe pipe = Pipe.open();
      pipe.source().close();
      try (Pipe.SinkChannel sink = pipe.sink()) {
        sink.write(ByteBuffer.wrap(new byte[1]));
      }
      return ""; // No system does this.
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
