package dev.tare.counters;

/** A metric that this machine cannot give to this process, why, and what would help. */
public final class MetricUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  private final String help;

  /**
   * @param reason why not, with the call that failed where one did
   * @param help the one thing that would help
   */
  MetricUnavailableException(String reason, String help) {
    super(reason, null, false, false);
    this.help = help;
  }

  MetricUnavailableException(PerfEventException refusal) {
    this(refusal.meaning() + " (" + refusal.getMessage() + ")", refusal.help());
  }

  /** Why not: {@code no hardware counters here (perf_event_open: ENOENT)}. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** The one thing that would help, as it would follow on "what would help:". */
  public String help() {
    return help;
  }
}
