package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/**
 * Where the metric is counted for each thread, a change of carriers is a change of clocks. Its
 * cases run on an {@link OwnRuntime}, with readings that they set.
 */
class CarrierReadingsTest {
  private static final int METHOD = 91 << 1;
  private static final int KIND = Kind.C1_STATIC;

  @Test
  void aPauseInWhichTheClockChangedIsChargedToNobody() throws Throwable {
    OwnRuntime.run("CarrierReadingsTest", "changeInAPause");
  }

  @Test
  void mountedUnseenAThreadIsNotTakenToHaveEndedUnmounted() throws Throwable {
    OwnRuntime.run("CarrierReadingsTest", "endAfterAChangeInAPause");
  }

  @Test
  void aSectionsOverheadIsWithoutWhatItsCarriersDidForOthers() throws Throwable {
    OwnRuntime.run("CarrierReadingsTest", "changeInASection");
  }

  @Test
  void aSectionInWhichChangesWentUnseenIsChargedToNobody() throws Throwable {
    assumeTrue(Runtime.version().feature() >= 21, "left out: no virtual threads before JDK 21");
    OwnRuntime.run("CarrierReadingsTest", "unseenChangeInASection");
  }

  static void changeInASection() throws Exception {
    SetReading.use(1_000);
    int entered = FullProbe.enter(METHOD, KIND);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    ProfilerSection work = ProfilerSection.begin();
    SetReading.reading = 1_010;
    recorder.unmount(false);
    SetReading.reading = 50_000;
    recorder.mount(recorder);
    SetReading.reading = 50_020;
    recorder.unmount(false);
    SetReading.reading = 200; // Of another carrier.
    recorder.mount(recorder);
    SetReading.reading = 203;
    work.end();
    assertEquals(33, CallNode.overhead(recorder.nodes(), open));
    assertEquals(203, recorder.lastReading());
    SetReading.reading = 210;
    FullProbe.exit(entered, KIND);
    assertEquals(7, CallNode.self(recorder.nodes(), open));
  }

  static void unseenChangeInASection() throws Exception {
    SetReading.use(1_000);
    FutureTask<Boolean> task = new FutureTask<>(CarrierReadingsTest::unseenChange, true);
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    assertEquals(true, task.get());
  }

  private static void unseenChange() {
    int entered = FullProbe.enter(METHOD, KIND);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    Runnable[] changes = {RecordingControl::pause, () -> {}, RecordingControl::resume};
    for (int i = 0; i < changes.length; i++) {
      ProfilerSection work = ProfilerSection.begin();
      changes[i].run();
      SetReading.reading = 900 - 100L * i;
      work.end();
      assertEquals(0, CallNode.overhead(recorder.nodes(), open));
    }
    FullProbe.exit(entered, KIND);
    assertEquals(0, CallNode.self(recorder.nodes(), open));
    assertEquals(700, recorder.lastReading());
  }

  static void changeInAPause() throws Exception {
    SetReading.use(1_000);
    int entered = FullProbe.enter(METHOD, KIND);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    RecordingControl.pause();
    SetReading.reading = 10;
    RecordingControl.resume();
    FullProbe.exit(entered, KIND);
    assertEquals(0, CallNode.self(recorder.nodes(), open));
    SetReading.reading = 15;
    FullProbe.exit(FullProbe.enter(METHOD, KIND), KIND);
    assertEquals(15, recorder.lastReading());
    assertEquals(15, recorder.chargedUpTo(Trees.sumOfMetric(recorder)));
    assertEquals(5, CallNode.self(recorder.nodes(), CallNode.ROOT));
  }

  static void endAfterAChangeInAPause() throws Exception {
    SetReading.use(10);
    ThreadRecorder[] ended = new ThreadRecorder[1];
    Thread thread =
        new Thread(
            () -> {
              FullProbe.exit(FullProbe.enter(METHOD, KIND), KIND);
              ended[0] = Recorders.current();
              SetReading.reading = 1_000;
              ended[0].unmount(false);
              RecordingControl.pause();
              SetReading.reading = 20;
              FullProbe.exit(FullProbe.enter(METHOD, KIND), KIND);
            });
    thread.start();
    thread.join();
    ended[0].concludeIfEnded();
    assertTrue(ended[0].hasEnded());
    assertEquals(20, ended[0].lastReading());
    assertEquals(0, Trees.sumOfMetric(ended[0]));
  }
}
