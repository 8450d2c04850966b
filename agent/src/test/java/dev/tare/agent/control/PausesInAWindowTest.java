package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.RecordingControl;
import dev.tare.runtime.thread.ThreadRecorder;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pause of recording makes implied calls uncertain in the profile of its own window alone. */
class PausesInAWindowTest {
  private final MethodRegistry registry = PlainRun.REGISTRY;
  private final int caller = registry.id("p/Pauses", "caller", "()V", null, 0);
  private final int callee = registry.id("p/Pauses", "callee", "()V", null, 0);
  private final ThreadRecorder recorder = Recorders.own(Thread.currentThread());

  @AfterEach
  void forgetTheTiers() {
    registry.showTiersOf(ProbePlan.everythingTimed());
  }

  @Test
  void aResetEndsIt(@TempDir Path folder) throws Exception {
    Profiler profiler = new PlainRun(folder, registry).recording(false);
    callBesideAPause();
    profiler.dump();
    assertEquals(Set.of(CallsKind.BOUNDED), kinds(folder.resolve("profile-dump.json")));
    profiler.reset();
    call(() -> {});
    profiler.dump();
    assertEquals(Set.of(CallsKind.DERIVED), kinds(folder.resolve("profile-dump.json")));
    profiler.stop();
  }

  @Test
  void soDoesThePeriod(@TempDir Path folder) throws Exception {
    PlainRun run = new PlainRun(folder, registry);
    Profiler profiler = run.recording(true);
    callBesideAPause();
    profiler.endPeriod();
    call(() -> {});
    profiler.endPeriod();
    assertEquals(Set.of(CallsKind.BOUNDED), kinds(run.file("1")));
    assertEquals(Set.of(CallsKind.DERIVED), kinds(run.file("2")));
    profiler.stop();
  }

  private void callBesideAPause() {
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    call(() -> {});
    call(
        () -> {
          RecordingControl.pause();
          RecordingControl.resume();
        });
  }

  /** The caller calls the flat method first. */
  private void call(Runnable then) {
    int entered = recorder.enter(caller << 1, Kind.C2_STATIC);
    recorder.countFlat(callee << 1);
    then.run();
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
  }

  /** How the calls below the caller are known. */
  private static Set<CallsKind> kinds(Path file) throws Exception {
    Profile profile = ProfileReader.read(file);
    Set<CallsKind> kinds = new TreeSet<>();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.method(tree.parent(node)) != CallTree.NONE
            && profile.methods().get(tree.method(node)).name().equals("callee")
            && profile.methods().get(tree.method(tree.parent(node))).name().equals("caller")) {
          kinds.add(tree.callsKind(node));
        }
      }
    }
    return kinds;
  }
}
