package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;
import java.util.ArrayList;
import java.util.List;

/** Trains until the means stand still. For a JVM that does nothing else. */
final class SteadyTraining {
  /** Measurements whose medians are compared with the next so many. */
  private static final int BATCH = 8;

  /** With the start of the JVM it stays under 10 seconds. */
  private static final long MOST_NANOS = 7_500_000_000L;

  private final long begin = System.nanoTime();
  private final Training training;
  private final List<TrainedOverheads> measured = new ArrayList<>();
  private boolean steady;

  SteadyTraining(AgentWork work) throws ReflectiveOperationException {
    training = new Training(work);
  }

  /** Trains until it is steady, or time is up. */
  TrainedOverheads train() {
    do {
      measured.add(training.measure());
      int count = measured.size();
      steady =
          count >= 2 * BATCH
              && last(BATCH)
                  .agreesWith(
                      TrainedOverheads.medians(measured.subList(count - 2 * BATCH, count - BATCH)));
    } while (!steady && System.nanoTime() - begin < MOST_NANOS);
    return last(2 * BATCH);
  }

  private TrainedOverheads last(int most) {
    int count = measured.size();
    return TrainedOverheads.medians(measured.subList(Math.max(0, count - most), count));
  }

  /** Whether the last two batches agreed. */
  boolean isSteady() {
    return steady;
  }
}
