package dev.tare.report.export;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.Uncertainty;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.Supplier;

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

  /** Below which share nodes are folded where nobody says otherwise: 0.01%. */
  private static final double STANDARD_SHARE = 1e-4;

  /**
   * The share of all self values, and of all calls where the format {@link #hasCalls}, below which
   * a subtree is folded into the node above it, where nobody says otherwise: 0, for none, of
   * formats that grow with methods or hold each node once.
   */
  public double standardShare() {
    return switch (this) {
      case COLLAPSED, SPEEDSCOPE, PPROF -> STANDARD_SHARE;
      case FIREFOX, CALLGRIND, CSV -> 0;
    };
  }

  /** Whether it has calls, not only values. */
  public boolean hasCalls() {
    return switch (this) {
      case PPROF, CALLGRIND, CSV -> true;
      case COLLAPSED, SPEEDSCOPE, FIREFOX -> false;
    };
  }

  /**
   * Writes the profile in this format, and leaves the stream open.
   *
   * @param uncertainty by how much its values may be wrong; asked by formats that have it, since
   *     all call trees of a divided profile are added up for it
   * @param isPositive whether values below 0 are written as 0 also where the format holds them
   * @return what was not written as it is
   */
  public ClampedValues write(
      Profile profile, Supplier<Uncertainty> uncertainty, boolean isPositive, OutputStream out)
      throws IOException {
    return switch (this) {
      case COLLAPSED -> CollapsedExport.write(profile, out);
      case SPEEDSCOPE -> SpeedscopeExport.write(profile, out);
      case PPROF -> PprofExport.write(profile, isPositive, out);
      case FIREFOX -> FirefoxExport.write(profile, isPositive, out);
      case CALLGRIND -> CallgrindExport.write(profile, out);
      case CSV -> CsvExport.write(profile, uncertainty.get(), out);
    };
  }

  /** The name by which it is asked for. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
