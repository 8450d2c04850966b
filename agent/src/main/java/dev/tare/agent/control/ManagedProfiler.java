package dev.tare.agent.control;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Hands over to the profiler, and throws what a console can show: JDK classes alone. */
final class ManagedProfiler implements ProfilerMXBean {
  private final Profiler profiler;

  ManagedProfiler(Profiler profiler) {
    this.profiler = profiler;
  }

  @Override
  public String getState() {
    return profiler.isRecording() ? "recording" : "stopped";
  }

  @Override
  public String getStatus() {
    return done(() -> profiler.status().text());
  }

  @Override
  public String getStatusAsJson() {
    return done(() -> profiler.status().json());
  }

  @Override
  public int getThreadCount() {
    return done(() -> profiler.status().threads());
  }

  @Override
  public long getNodeCount() {
    return done(() -> profiler.status().nodes());
  }

  @Override
  public long getProbeCount() {
    return done(() -> profiler.status().probes());
  }

  @Override
  public String start() {
    return done(profiler::start);
  }

  @Override
  public String stop() {
    return done(profiler::stop);
  }

  @Override
  public String reset() {
    return done(profiler::reset);
  }

  @Override
  public String dump() {
    return done(profiler::dump);
  }

  @Override
  public String dump(@Nullable String file) {
    if (file == null || file.isEmpty()) {
      throw new IllegalArgumentException("no file is named: dump() writes to that of the options");
    }
    return done(() -> profiler.dump(Path.of(file)));
  }

  private static <T> T done(Callable<T> operation) {
    try {
      return UninterruptedCall.of(operation);
    } catch (CommandRefused e) {
      throw new IllegalStateException(e.line());
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(e.getMessage());
    } catch (Exception e) {
      throw new IllegalStateException(e.toString());
    }
  }
}
