package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
  @Test
  void aPipeThatNobodyReadsIsTold() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().close();
    assertClosedPipe(true, Channels.newOutputStream(pipe.sink()));
  }

  @Test
  void anotherFailureIsNoClosedPipeWhateverItsWordsAre() {
    assertClosedPipe(
        false,
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device /dev/pipeline");
          }
        });
  }

  @Test
  void inAPosixLocaleTextIsUtf8() {
    String named = System.getProperty("stdout.encoding");
    try {
      System.setProperty("stdout.encoding", "ANSI_X3.4-1968");
      assertEquals(StandardCharsets.UTF_8, StandardOutput.encoding());
      System.setProperty("stdout.encoding", "ISO-8859-1");
      assertEquals(StandardCharsets.ISO_8859_1, StandardOutput.encoding());
    } finally {
      if (named == null) {
        System.clearProperty("stdout.encoding");
      } else {
        System.setProperty("stdout.encoding", named);
      }
    }
  }

  private static void assertClosedPipe(boolean expected, OutputStream file) {
    StandardOutput output = new StandardOutput(file);
    assertThrows(IOException.class, () -> output.write(new byte[1]));
    assertEquals(expected, output.isClosedPipe());
  }
}
