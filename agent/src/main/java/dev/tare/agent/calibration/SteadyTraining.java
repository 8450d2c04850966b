package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;
import java.util.ArrayList;
import java.util.List;

/** Trains until the means stand still. For a JVM that does nothing else. */
final class SteadyTraining {
  /** Measurements whose medians are compared with the next so many. */
  private static final int BATCH = 8;

  private static final long MOST_NANOS = 8_000_000_000L;

  private final Training training;
  private final List<TrainedOverheads> measured = new ArrayList<>();
  private boolean steady;

  SteadyTraining(AgentWork work) throws ReflectiveOperationException {
    training = new Training(work);
  }

  /** Trains, at most for 8 seconds and a batch. */
  TrainedOverheads train() {
    long begin = System.nanoTime();
    TrainedOverheads before = batch();
    while (!steady && System.nanoTime() - begin < MOST_NANOS) {
      TrainedOverheads now = batch();
      steady = now.agreesWith(before);
      before = now;
    }
    int count = measured.size();
    return TrainedOverheads.medians(measured.subList(Math.max(0, count - 2 * BATCH), count));
  }

  private TrainedOverheads batch() {
    for (int i = 0; i < BATCH; i++) {
      measured.add(training.measure());
    }
    int count = measured.size();
    return TrainedOverheads.medians(measured.subList(count - BATCH, count));
  }

  /** Whether the last two batches agreed. */
  boolean isSteady() {
    return steady;
  }
}
