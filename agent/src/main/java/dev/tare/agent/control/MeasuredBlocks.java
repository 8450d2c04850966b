package dev.tare.agent.control;

import dev.tare.agent.budget.ProgramView;
import dev.tare.agent.snapshot.MeasuredBlock;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.NamePattern;
import dev.tare.profile.NamePatterns;
import dev.tare.runtime.thread.ProfilerSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The blocks of code that the application has measured now, by what it calls them. */
public final class MeasuredBlocks {
  private final ProfilerContext profiled;
  private final Recording recording;
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, Begun> blocks = new ConcurrentHashMap<>();

  /**
   * A block that goes on.
   *
   * @param recording as {@link ProgramView#recording}
   */
  private record Begun(MeasuredBlock block, int recording) {}

  MeasuredBlocks(ProfilerContext profiled, Recording recording) {
    this.profiled = profiled;
    this.recording = recording;
  }

  /**
   * Begins a block in this thread.
   *
   * @return what {@link #end} calls it
   */
  public String begin() throws CommandRefused {
    int number = recording.number();
    if (number == ProgramView.NO_RECORDING || !recording.weaves()) {
      throw new CommandRefused("it is not recording");
    }
    ProfilerSection work = ProfilerSection.begin();
    try {
      long id = last.incrementAndGet();
      blocks.put(id, new Begun(profiled.beginBlock(), number));
      return Long.toString(id);
    } finally {
      work.end();
    }
  }

  /**
   * Ends a block, in the thread that began it.
   *
   * @return metric and unit, and the lines of {@link MeasuredBlock#end}
   * @throws CommandRefused also where calls may be missing: it did not record all the time
   */
  public String end(String id) throws CommandRefused {
    long number = id.matches("\\d{1,18}") ? Long.parseLong(id) : 0;
    Begun begun = blocks.get(number);
    if (begun == null || !begun.block.isOfThisThread()) {
      throw new CommandRefused("no block of this thread: " + id);
    }
    ProfilerSection work = ProfilerSection.begin();
    try {
      blocks.remove(number);
      String lines = begun.block.end();
      if (recording.number() != begun.recording) {
        throw new CommandRefused("it did not record all the time");
      }
      return profiled.metricName() + "\t" + profiled.metricUnit() + lines;
    } finally {
      work.end();
    }
  }

  /** What is recorded of methods, as {@code dev.tare.api.Recorded} calls it. */
  public String recorded(String patterns) {
    ProfilerSection work = ProfilerSection.begin();
    try {
      List<MethodInfo> methods = new ArrayList<>();
      boolean isAnySkipped = false;
      for (String pattern : NamePatterns.split(patterns)) {
        List<MethodInfo> named = profiled.instrumented(pattern);
        if (named.isEmpty() && (isOfLoadedClass(pattern) || !NamePattern.canMatch(pattern))) {
          return "WITHOUT_PROBES";
        }
        methods.addAll(named);
        isAnySkipped |= profiled.isAnySkipped(pattern);
      }
      if (methods.isEmpty()) {
        return "NOTHING";
      }
      if (isAnySkipped) {
        return "SOME_CALLS";
      }
      boolean isTimed = true;
      for (MethodInfo method : methods) {
        if (!method.tier().equals(MethodInfo.TIMED) && !method.tier().equals(MethodInfo.COUNTED)) {
          return "SOME_CALLS";
        }
        isTimed &= method.tier().equals(MethodInfo.TIMED);
      }
      return isTimed ? "CALLS_AND_VALUES" : "ALL_CALLS";
    } finally {
      work.end();
    }
  }

  /**
   * Whether the class is loaded, or {@code com.acme.Dao} is where the text is {@code
   * com.acme.Dao.load}: a method or a nested class is named so elsewhere.
   */
  private boolean isOfLoadedClass(String pattern) {
    String name = pattern.split("#", 2)[0];
    int dot = name.indexOf('*') < 0 ? name.lastIndexOf('.') : -1;
    return recording.isLoaded(new NamePattern(pattern))
        || (dot > 0 && recording.isLoaded(new NamePattern(name.substring(0, dot))));
  }

  /** The metric's name. */
  public String metric() {
    return profiled.metricName();
  }

  /** The mode. */
  public String mode() {
    return profiled.settings().getOrDefault("mode", "");
  }
}
