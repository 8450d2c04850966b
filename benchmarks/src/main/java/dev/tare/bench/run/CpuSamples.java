package dev.tare.bench.run;

import dev.tare.bench.work.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * CPU-time samples of the rounds that count.
 *
 * @param stacks of each sample, the methods of the work's classes, the top one first
 * @param failed samples of all threads whose stack could not be walked
 */
public record CpuSamples(List<List<MethodKey>> stacks, int failed) {

  /**
   * Reads a recording of {@code jdk.CPUTimeSample}; frames of other classes than the work's are
   * left out.
   */
  static CpuSamples read(Path recording, Target target) throws IOException {
    Set<String> classes = Set.copyOf(target.classNames());
    Map<MethodKey, MethodKey> keys = new HashMap<>();
    List<List<MethodKey>> stacks = new ArrayList<>();
    int failed = 0;
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (!event.getEventType().getName().equals("jdk.CPUTimeSample")) {
          continue;
        }
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null) {
          failed++;
          continue;
        }
        List<MethodKey> stack = new ArrayList<>();
        for (RecordedFrame frame : trace.getFrames()) {
          if (frame.isJavaFrame() && classes.contains(frame.getMethod().getType().getName())) {
            MethodKey key = MethodKey.of(frame.getMethod());
            MethodKey known = keys.putIfAbsent(key, key);
            stack.add(known == null ? key : known);
          }
        }
        if (stack.stream().anyMatch(CpuSamples::isMeasured)) {
          stacks.add(stack);
        }
      }
    }
    return new CpuSamples(stacks, failed);
  }

  private static boolean isMeasured(MethodKey method) {
    return method.className().equals(Rounds.class.getName()) && method.name().equals("measured");
  }

  /**
   * Number of samples of each method: those in it, and in what it called of the JDK, of native
   * code, and of these:
   *
   * @param skipped methods that the profile to compare with leaves uninstrumented
   */
  public Map<MethodKey, Double> selfSamples(Set<MethodKey> skipped) {
    Map<MethodKey, Double> samples = new HashMap<>();
    for (List<MethodKey> stack : stacks) {
      for (MethodKey method : stack) {
        if (!skipped.contains(method)) {
          samples.merge(method, 1.0, Double::sum);
          break;
        }
      }
    }
    return samples;
  }
}
