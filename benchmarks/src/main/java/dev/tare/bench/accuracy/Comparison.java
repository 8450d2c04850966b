package dev.tare.bench.accuracy;

import dev.tare.bench.run.JdkHome;
import java.io.IOException;

/** One way of telling how right profilers are. */
public interface Comparison {

  /** What its table is headed with. */
  String title();

  /** Runs every side once, one after the other, and keeps what they say. */
  void run(JdkHome jdk) throws IOException, InterruptedException;

  /** What is known so far, in Markdown. */
  String text();
}
