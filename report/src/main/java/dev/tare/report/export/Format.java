package dev.tare.report.export;

import dev.tare.profile.Profile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** A format of another tool. */
public enum Format {
  /** A line a call path, for flamegraph.pl and every viewer that reads its input. */
  COLLAPSED,
  /** For speedscope.app. */
  SPEEDSCOPE,
  /** Gzipped protocol buffer, for {@code go tool pprof}. */
  PPROF,
  /** For profiler.firefox.com. */
  FIREFOX,
  /** For KCachegrind, QCachegrind and {@code callgrind_annotate}. */
  CALLGRIND,
  /** A line a thread and method, for spreadsheets. */
  CSV;

  /**
   * Writes the profile in this format, and leaves the stream open.
   *
   * @return what the format could not hold
   */
  public Loss write(Profile profile, OutputStream out) throws IOException {
    return switch (this) {
      case COLLAPSED -> CollapsedExport.write(profile, out);
      case SPEEDSCOPE -> SpeedscopeExport.write(profile, out);
      case PPROF -> PprofExport.write(profile, out);
      case FIREFOX -> FirefoxExport.write(profile, out);
      case CALLGRIND -> CallgrindExport.write(profile, out);
      case CSV -> CsvExport.write(profile, out);
    };
  }

  /** The name by which it is asked for. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
