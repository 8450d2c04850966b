package dev.tare.agent.control;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.agent.snapshot.MeasuredBlock;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.SkipReason;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.VirtualThreadWeaver;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.agent.weave.WovenClassCache;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a block that is not ended as it should be. */
class MeasuredBlocksTest {
  private final MethodRegistry registry = new MethodRegistry();

  @Test
  void anotherThreadDoesNotEndIt() throws Exception {
    MeasuredBlocks blocks = blocks(new PlainRun(Path.of(""), registry));
    String id = blocks.begin();
    FutureTask<String> other = new FutureTask<>(() -> blocks.end(id));
    new Thread(other).start();
    ExecutionException refused = assertThrows(ExecutionException.class, other::get);
    assertInstanceOf(CommandRefused.class, refused.getCause());
    assertEquals("time\tns", blocks.end(id));
  }

  @Test
  void treesAreAddedUpAgainWhereItCannotBeRead() throws Exception {
    MeasuredBlocks blocks = blocks(new UnreadableBlocks(registry));
    int before = readers();
    String id = blocks.begin();
    assertEquals(before + 1, readers());
    assertThrows(NullPointerException.class, () -> blocks.end(id));
    assertEquals(before, readers());
  }

  @Test
  void threadsThatBeganInItDoNotKeepItsThread() throws Exception {
    MeasuredBlocks blocks = blocks(new PlainRun(Path.of(""), registry));
    AtomicReference<ThreadRecorder> within = new AtomicReference<>();
    WeakReference<Thread> owner = new WeakReference<>(measureAThread(blocks, within));
    for (int i = 0; i < 20 && owner.get() != null; i++) {
      System.gc();
    }
    assertNull(owner.get());
    assertNotNull(requireNonNull(within.get()).origin);
  }

  @Test
  void workersThatAPoolMakesForAWaitingOneAreNotInItsBlock() throws Exception {
    MeasuredBlocks blocks = blocks(new PlainRun(Path.of(""), registry));
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      pool.submit(
              () -> {
                String outer = blocks.begin();
                String inner = blocks.begin();
                assertNull(originOfTaskIn(pool));
                ForkJoinPool own = new ForkJoinPool(1);
                assertNotNull(originOfTaskIn(own));
                own.shutdown();
                blocks.end(inner);
                return blocks.end(outer);
              })
          .get();
    } finally {
      pool.shutdown();
    }
  }

  /** In the tree of the task's thread, and of a thread that this one makes: they are alike. */
  private static @Nullable Object originOfTaskIn(ForkJoinPool pool) throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              Object origin = Recorders.own(Thread.currentThread()).origin;
              AtomicReference<@Nullable Object> made = new AtomicReference<>();
              Thread thread =
                  new Thread(() -> made.set(Recorders.own(Thread.currentThread()).origin));
              thread.start();
              try {
                thread.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              assertEquals(origin, made.get());
              return origin;
            },
            pool)
        .get();
  }

  @Test
  void callsAreNotAllRecordedOfMethodsOfWhichSomeCouldNotBeWoven() throws Exception {
    PlainRun run = new PlainRun(Path.of(""), registry);
    MeasuredBlocks blocks = blocks(run);
    registry.id("p/Overloads", "parse", "(I)V", null, 0);
    assertEquals("CALLS_AND_VALUES", blocks.recorded("p.Overloads#parse"));
    run.skipped.addClass("p/Overloads", SkipReason.CLASS_TOO_LARGE, null);
    assertEquals("SOME_CALLS", blocks.recorded("p.Overloads#parse"));
  }

  @Test
  void nothingIsKnownWhereRecordingStoppedInIt() throws Exception {
    Recording recording = recording();
    MeasuredBlocks blocks = new MeasuredBlocks(new PlainRun(Path.of(""), registry), recording);
    recording.start(System::nanoTime);
    int before = readers();
    String stopped = blocks.begin();
    recording.stop();
    assertThrows(CommandRefused.class, () -> blocks.end(stopped));
    assertEquals(before, readers());
    assertThrows(CommandRefused.class, blocks::begin);

    recording.start(System::nanoTime);
    String resumed = blocks.begin();
    recording.stop();
    recording.start(System::nanoTime);
    assertThrows(CommandRefused.class, () -> blocks.end(resumed));
    assertEquals("time\tns", blocks.end(blocks.begin()));
  }

  @Test
  void noneBeginsWhileProbesArePutInOrTakenOut() throws Exception {
    AtomicReference<MeasuredBlocks> asked = new AtomicReference<>();
    List<String> answers = new ArrayList<>();
    Recording recording =
        recording(
            () -> {
              try {
                answers.add(requireNonNull(asked.get()).begin());
              } catch (CommandRefused e) {
                answers.add("refused");
              }
            });
    asked.set(new MeasuredBlocks(new PlainRun(Path.of(""), registry), recording));
    recording.start(System::nanoTime);
    recording.stop();
    assertEquals(Set.of("refused"), Set.copyOf(answers));
  }

  /** The thread in which a block began and ended that started another. */
  private static Thread measureAThread(
      MeasuredBlocks blocks, AtomicReference<ThreadRecorder> within) throws Exception {
    FutureTask<String> task =
        new FutureTask<>(
            () -> {
              String id = blocks.begin();
              Thread inner = new Thread(() -> within.set(Recorders.own(Thread.currentThread())));
              inner.start();
              inner.join();
              return blocks.end(id);
            });
    Thread thread = new Thread(task);
    thread.start();
    task.get();
    thread.join();
    return thread;
  }

  private MeasuredBlocks blocks(ProfilerContext run) throws Exception {
    Recording recording = recording();
    recording.start(System::nanoTime);
    return new MeasuredBlocks(run, recording);
  }

  private Recording recording() {
    return recording(() -> {});
  }

  /** Of no class; tells when it asks for those that are loaded. */
  private Recording recording(Runnable asked) {
    Instrumentation ofNoClass =
        (Instrumentation)
            Proxy.newProxyInstance(
                MeasuredBlocksTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                  if (method.getReturnType().isArray()) {
                    asked.run();
                    return new Class<?>[0];
                  }
                  return null;
                });
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    SkippedMethods skipped = new SkippedMethods();
    Weaving weaving =
        new Weaving(
            new WeavingTransformer(
                filter, registry, skipped, ProbePlan.everythingTimed(), WovenClassCache.none()),
            new VirtualThreadWeaver(ofNoClass),
            ofNoClass,
            filter,
            skipped);
    return new Recording(
        Instant.now(), System.nanoTime(), Optional.of(weaving), Optional.empty(), Optional.empty());
  }

  /** How many keep ended threads' trees from being added up. */
  private static int readers() throws ReflectiveOperationException {
    Field readers = EndedThreadMerger.class.getDeclaredField("readers");
    readers.setAccessible(true);
    return readers.getInt(null);
  }

  /** Their ends fail, as they do where memory is out. */
  private static final class UnreadableBlocks extends PlainRun {
    private final MethodRegistry registry;

    UnreadableBlocks(MethodRegistry registry) {
      super(Path.of(""), registry);
      this.registry = registry;
    }

    @Override
    @SuppressWarnings("NullAway") // The fault.
    public MeasuredBlock beginBlock() {
      return MeasuredBlock.begin(registry, null);
    }
  }
}
