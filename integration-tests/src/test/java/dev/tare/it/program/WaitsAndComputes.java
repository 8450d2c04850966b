package dev.tare.it.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

/** Sleeps, blocks on a pipe, and computes, in turns. */
public final class WaitsAndComputes {
  private static final int ROUNDS = 10;
  private static final int PAUSE_MILLIS = 30;
  private static final int TURNS = 30_000_000;

  private static long value;

  private WaitsAndComputes() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Pipe pipe = Pipe.open();
    Thread writer = new Thread(() -> writes(pipe.sink()));
    writer.start();
    for (int i = 0; i < ROUNDS; i++) {
      sleeps();
      blocks(pipe.source());
      computes();
    }
    writer.join();
    if (value == 0) {
      throw new AssertionError("the value is never 0, and is used here");
    }
  }

  private static void sleeps() throws InterruptedException {
    Thread.sleep(PAUSE_MILLIS);
  }

  private static void blocks(Pipe.SourceChannel source) throws IOException {
    source.read(ByteBuffer.allocate(1));
  }

  private static void computes() {
    long product = 1;
    for (int i = 0; i < TURNS; i++) {
      product = (product ^ (product >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    value = product;
  }

  /** A byte now and then, and so seldom that its reader waits for each. */
  private static void writes(Pipe.SinkChannel sink) {
    try {
      for (int i = 0; i < ROUNDS; i++) {
        Thread.sleep(5 * PAUSE_MILLIS);
        sink.write(ByteBuffer.allocate(1));
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
