package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.RecordingControl;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeArray;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told of a flat method's calls, which its caller's code implies. */
class UnprobedCallsTest {
  private static final int CALLS = 100;

  private final ProfilerSection section = ProfilerSection.begin();
  private final ThreadRecorder recorder = section.recorder();
  private final int pausesBefore = RecordingPauses.current().begun;
  private final MethodRegistry registry = new MethodRegistry();
  private final int caller = registry.id("p/Methods", "caller", "()V", null, 0);
  private final int callee = registry.id("p/Methods", "callee", "()V", null, 0);

  /** Of the node that was told last. */
  private long high;

  @AfterEach
  void endSection() {
    section.end();
  }

  @Test
  void callsThatMayHaveBeenMadeInAPauseAreNotTold() {
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    for (int i = 0; i < CALLS; i++) {
      call(() -> recorder.countFlat(callee << 1));
    }
    assertTold(CallsKind.DERIVED);
    for (int pause = 0; pause < 2; pause++) {
      call(UnprobedCallsTest::pause);
      assertTold(CallsKind.BOUNDED);
    }
  }

  @Test
  void aPauseBeforeTheWindowLeavesNothingOut() {
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    call(
        () -> {
          recorder.countFlat(callee << 1);
          pause();
        });
    Map<CallsKind, Long> told =
        toldSinceNow(
            () -> {
              for (int i = 0; i < CALLS; i++) {
                call(() -> recorder.countFlat(callee << 1));
              }
            });
    assertEquals(Map.of(CallsKind.DERIVED, (long) CALLS), told);
  }

  @Test
  void whatCallersCountIsAllButOfThoseThatWereInAPause() {
    MethodsWithTiers.tellCounted(registry, callee, caller);
    callCounting();
    assertTold(CallsKind.DERIVED);
    call(UnprobedCallsTest::pause);
    assertTold(CallsKind.BOUNDED);
    assertEquals(Map.of(CallsKind.DERIVED, (long) CALLS), toldSinceNow(this::callCounting));
    int carried = recorder.enter(caller << 1, Kind.C2_STATIC);
    pause();
    recorder.skip(RecordingPauses.current());
    Map<CallsKind, Long> told =
        toldSinceNow(
            () -> {
              recorder.exit(Reading.now(), carried, Kind.C2_STATIC);
              callCounting();
            });
    assertEquals(Map.of(CallsKind.BOUNDED, 0L), told);
    assertEquals(CallTree.UNBOUNDED, high, "it may have left out what it counted");
  }

  private void callCounting() {
    call(() -> recorder.addCalls(callee << 1 | CallNode.COUNTED_BY_CALLER, CALLS));
  }

  private static void pause() {
    RecordingControl.pause();
    RecordingControl.resume();
  }

  @Test
  void callsThatAreNotAllAreTheLeast() {
    MethodsWithTiers.tellFlat(registry, callee, caller, false);
    for (int i = 0; i < CALLS; i++) {
      call(() -> recorder.countFlat(callee << 1));
    }
    assertTold(CallsKind.BOUNDED);
    call(
        () -> {
          recorder.countFlat(callee << 1);
          recorder.countFlat(callee << 1);
        });
    assertEquals(Map.of(CallsKind.BOUNDED, CALLS + 1L, CallsKind.EXACT, 1L), told());
  }

  /** It may be a method of another class that some of these classes inherit. */
  @Test
  void callsByTheNameOfClassesThatDifferAreNotTold() {
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    for (int i = 0; i < CALLS; i++) {
      call(() -> {});
    }
    for (int i = 0; i < CALLS; i++) {
      call(() -> recorder.countFlat(callee << 1));
    }
    MethodsWithTiers.tellDiffering(registry, "p.Methods");
    assertTold(CallsKind.EXACT);
  }

  @Test
  void callsThatProbesCountedWithoutContextAreNotToldAgain() throws Exception {
    call(() -> {});
    Field maxEnd = NodeArray.class.getDeclaredField("maxEnd");
    maxEnd.setAccessible(true);
    maxEnd.setLong(recorder, 0);
    for (int i = 0; i < CALLS; i++) {
      call(() -> call(callee, () -> {}));
    }
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    assertEquals(CALLS, sum(told()));
  }

  @Test
  void callsOfAFoldedRecursionAreNotToldAgain() throws Exception {
    Class<?> test = new FoldingRuntime().loadClass(UnprobedCallsTest.class.getName());
    Constructor<?> made = test.getDeclaredConstructor();
    made.setAccessible(true);
    Method called = test.getDeclaredMethod("foldedRecursion");
    called.setAccessible(true);
    called.invoke(made.newInstance());
  }

  /** Run by name, on a {@link FoldingRuntime}. */
  void foldedRecursion() {
    for (int i = 0; i < CALLS; i++) {
      call(callee, () -> call(() -> call(callee, () -> {})));
    }
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    assertEquals(2 * CALLS, sum(told()));
    endSection();
  }

  private static long sum(Map<CallsKind, Long> told) {
    return told.values().stream().mapToLong(Long::longValue).sum();
  }

  private void assertTold(CallsKind kind) {
    assertEquals(Map.of(kind, (long) CALLS), told());
  }

  /** The calls that were recorded, by how they are known. */
  private Map<CallsKind, Long> told() {
    return told(null, pausesBefore);
  }

  private Map<CallsKind, Long> toldSinceNow(Runnable calls) {
    int pauses = RecordingPauses.current().begun;
    TreeCounts from = TreeCounts.of(recorder);
    calls.run();
    Map<CallsKind, Long> told = told(from, pauses);
    from.free();
    return told;
  }

  private Map<CallsKind, Long> told(@Nullable TreeCounts from, int pauses) {
    TreeCounts until = TreeCounts.of(recorder);
    CodeFacts facts = CodeFacts.of(registry, pauses);
    RecorderTree tree = new RecorderTree(recorder, from, until, null, facts);
    MethodIndexes indexes = new MethodIndexes(registry);
    TreeNodes nodes = tree.nodes(indexes);
    Map<CallsKind, Long> told = new EnumMap<>(CallsKind.class);
    while (nodes.next()) {
      if (nodes.method() == indexes.ofWoven(callee << 1)) {
        high = nodes.callsHigh();
        told.merge(nodes.callsKind(), nodes.calls(), Long::sum);
      }
    }
    tree.free();
    until.free();
    return told;
  }

  private void call(Runnable body) {
    call(caller, body);
  }

  private void call(int method, Runnable body) {
    int entered = recorder.enter(method << 1, Kind.C2_STATIC);
    body.run();
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
  }

  /** Has classes of Tare of its own, since what settings say holds for the life of classes. */
  private static final class FoldingRuntime extends URLClassLoader {
    FoldingRuntime() throws ReflectiveOperationException {
      super(urls(), UnprobedCallsTest.class.getClassLoader());
      Field folds = loadClass(Settings.class.getName()).getDeclaredField("foldsRecursion");
      folds.setAccessible(true);
      folds.setBoolean(null, true);
    }

    private static URL[] urls() {
      return Stream.of(UnprobedCallsTest.class, RecorderTree.class, Settings.class, CallTree.class)
          .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
          .toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.tare.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
      }
    }
  }
}
