package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.options.Mode;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

class ProbeTrialTest {
  private static final String NAME = "doctored.Facade";
  private static final String ASKED = "java/lang/invoke/MethodHandleImpl";

  @Test
  @SuppressWarnings("deprecation") // JDK 19 and later warn of getId.
  void probesThatWorkPassAndNothingIsRecorded() throws Exception {
    Class<?> facade = facade(Mode.SAMPLED, Map.of());
    FutureTask<Optional<String>> trial = new FutureTask<>(() -> ProbeTrial.run(facade));
    Thread thread = new Thread(trial); // Other tests have calls on this one.
    thread.start();
    assertEquals(Optional.empty(), trial.get());
    ThreadRecorder recorder = Recorders.ofThread(thread.getId());
    assertFalse(requireNonNull(recorder).hasEvents());
  }

  @Test
  void aMethodThatTheJdkLacksIsNamed() throws ClassNotFoundException {
    Optional<String> fault =
        ProbeTrial.run(facade(Mode.FULL, Map.of(ASKED, "java/lang/invoke/MethodHandles")));
    assertTrue(
        fault.orElse("").startsWith("java.lang.NoSuchMethodError: ")
            && fault.orElse("").contains("isCompileConstant"),
        fault::toString);
  }

  @Test
  void aClassThatTheJdkLacksIsNamed() throws ClassNotFoundException {
    Optional<String> fault = ProbeTrial.run(facade(Mode.FULL, Map.of(ASKED, "java/no/Such")));
    assertEquals(Optional.of("java.lang.NoClassDefFoundError: java/no/Such"), fault);
  }

  @Test
  void aClassThatIsNotOpenIsNamed() throws ClassNotFoundException {
    Optional<String> fault = ProbeTrial.run(facade(Mode.FULL, Map.of()));
    assertTrue(fault.orElse("").startsWith("java.lang.IllegalAccessError: "), fault::toString);
  }

  @Test
  void aProbeThatDoesNotEndItsCallsIsFound() {
    assertEquals(
        Optional.of("a call that has ended is still open"), ProbeTrial.run(NeverEnds.class));
  }

  @Test
  void aFacadeWithoutItsEntriesIsFound() {
    assertTrue(
        ProbeTrial.run(Object.class).orElse("").startsWith("java.lang.NoSuchMethodException: "));
  }

  @Test
  void aProbeThatLosesExceptionsIsFound() {
    assertEquals(
        Optional.of("an exception does not leave its call"), ProbeTrial.run(LosesExceptions.class));
  }

  /** Has the entries, and hands on another exception than it is given. */
  public static final class LosesExceptions {
    private LosesExceptions() {}

    /** As in woven code. */
    public static int enter(int methodId) {
      return 0;
    }

    /** As in woven code. */
    public static void exit(int entered, int methodId) {}

    /** As in woven code. */
    public static @Nullable Throwable exitExceptionally(Throwable thrown, int entered) {
      return null;
    }

    /** As in woven code. */
    public static void caught(int entered, int methodId) {}
  }

  /** Has the entries, and counts calls that it never ends. */
  public static final class NeverEnds {
    private static int open;

    private NeverEnds() {}

    /** As in woven code. */
    public static int enter(int methodId) {
      return open++;
    }

    /** As in woven code. */
    public static void exit(int entered, int methodId) {}

    /** As in woven code. */
    public static Throwable exitExceptionally(Throwable thrown, int entered) {
      return thrown;
    }

    /** As in woven code. */
    public static void caught(int entered, int methodId) {}
  }

  /** The facade in a package of its own, with other classes in the place of some that it calls. */
  private static Class<?> facade(Mode mode, Map<String, String> others)
      throws ClassNotFoundException {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(ProbeFacade.bytes(mode, false))
        .accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, others)), 0);
    ClassWriter renamed = new ClassWriter(0);
    new ClassReader(writer.toByteArray())
        .accept(
            new ClassRemapper(
                renamed,
                new SimpleRemapper(
                    Opcodes.ASM9, Map.of(ProbeFacade.INTERNAL_NAME, NAME.replace('.', '/')))),
            0);
    return BytesLoader.define(NAME, renamed.toByteArray());
  }
}
