package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** What callers count of methods without probes, and what follows from their own calls. */
class CallerCountersTest {
  private final ProbePlan plan =
      ProbePlan.beginningWith(
          new InitialTiers() {
            @Override
            public Tier of(MethodTraits method) {
              return method.name().startsWith("bare")
                  ? Tier.MERGED
                  : method.name().startsWith("counted") ? Tier.COUNTED : Tier.TIMED;
            }

            @Override
            public boolean willLackNodes(String className, String method) {
              return className.equals(Sample.class.getName()) && method.startsWith("bare");
            }

            @Override
            public boolean willAnyLackNodes() {
              return true;
            }
          },
          false);
  private final Weaving weaving = new Weaving(plan);

  @BeforeEach
  void clearLog() {
    ProbeLog.take();
  }

  @Test
  void callsInALoopAreAddedAtTheEnd() throws Exception {
    run("loops", 5);
    assertEquals(
        List.of(enter("loops"), "add 5 of " + id("bareLeaf"), exit("loops")), ProbeLog.take());
    run("loops", 0);
    assertEquals(
        List.of(enter("loops"), "add 0 of " + id("bareLeaf"), exit("loops")), ProbeLog.take());
  }

  @Test
  void callsOnOneWayAreAddedAtEachReturn() throws Exception {
    for (int argument : new int[] {1, 2}) {
      run("ways", argument);
      assertEquals(
          List.of(
              enter("ways"),
              "add 2 of " + id("bareLeaf"),
              "add 0 of " + id("bareThrowing"),
              exit("ways")),
          ProbeLog.take());
    }
  }

  @Test
  void whatRunsOnceAtMostIsNotCounted() throws Exception {
    run("perhaps", 1);
    assertEquals(List.of(enter("perhaps"), exit("perhaps")), ProbeLog.take());
    assertTrue(plan.directCalls().implied(id("perhaps")).isEmpty());
  }

  @Test
  void anExceptionTakesTheCallsAlong() throws Exception {
    assertThrows(InvocationTargetException.class, () -> run("ways", -1));
    assertEquals(
        List.of(
            enter("ways"),
            "caught in " + probe("ways") + " of 0",
            "add 0 of " + id("bareLeaf") + " thrown",
            "add 1 of " + id("bareThrowing") + " thrown",
            "exception to 0"),
        ProbeLog.take());
  }

  @Test
  void whatRunsOnceOnEveryWayIsImpliedAndNotCounted() throws Exception {
    run("always", 1);
    assertEquals(List.of(enter("always"), exit("always")), ProbeLog.take());
    assertEquals(
        Map.of(
            id("bareLeaf"), new DirectCalls.Implied(2, true, true),
            id("bareChain"), new DirectCalls.Implied(1, true, true)),
        plan.directCalls().implied(id("always")));
    assertEquals(
        Map.of(id("bareLeaf"), new DirectCalls.Implied(1, true, true)),
        plan.directCalls().implied(id("bareChain")),
        "of a method without probes, too");
  }

  @Test
  void whereAHandlerMayHideThatThereWasNoCallThoseThatReturnAreCounted() throws Exception {
    for (String method : List.of("hides", "hidesOneError", "hidesAnErrorOfAnyName")) {
      run(method, 3);
      assertEquals(
          List.of(enter(method), "add 3 of " + id("bareThrowing"), exit(method)), ProbeLog.take());
      assertTrue(plan.directCalls().implied(id(method)).isEmpty());
      assertFalse(plan.directCalls().countsAll(id(method), id("bareThrowing")));
    }
    run("handles", 1);
    assertEquals(
        List.of(enter("handles"), "add 1 of " + id("bareThrowing"), exit("handles")),
        ProbeLog.take());
  }

  @Test
  void aHandlerThatThrowsOnHidesNothing() throws Exception {
    run("locks", 1);
    assertEquals(List.of(enter("locks"), exit("locks")), ProbeLog.take());
    assertEquals(
        Map.of(id("bareThrowing"), new DirectCalls.Implied(1, true, true)),
        plan.directCalls().implied(id("locks")));
    run("locksForALoop", 3);
    assertEquals(
        List.of(enter("locksForALoop"), "add 3 of " + id("bareLeaf"), exit("locksForALoop")),
        ProbeLog.take());
    assertTrue(plan.directCalls().countsAll(id("locksForALoop"), id("bareLeaf")));
  }

  @Test
  void aHandlerThatCallsAgainGoesOnAlthoughTheMethodNeverReturns() throws Exception {
    assertThrows(InvocationTargetException.class, () -> run("triesAgain", 2));
    assertEquals(
        List.of(
            enter("triesAgain"),
            "caught in " + probe("triesAgain") + " of 0",
            "add 3 of " + id("bareThrowing") + " thrown",
            "exception to 0"),
        ProbeLog.take());
    assertFalse(plan.directCalls().countsAll(id("triesAgain"), id("bareThrowing")));
  }

  @Test
  void whereAnotherInstructionMayCallTheSameNobodyKnowsAll() throws Exception {
    run("twoNames", 3);
    assertEquals(
        List.of(enter("twoNames"), "add 3 of " + id("bareLeaf"), exit("twoNames")),
        ProbeLog.take());
    assertFalse(plan.directCalls().countsAll(id("twoNames"), id("bareLeaf")));
    run("twoNamesOnce", 3);
    assertEquals(
        Map.of(id("bareLeaf"), new DirectCalls.Implied(1, true, false)),
        plan.directCalls().implied(id("twoNamesOnce")));
  }

  @Test
  void whatEndsByAnExceptionThatAHandlerMayHideIsNotCounted() throws Exception {
    run("hidesTheThird", 1);
    assertEquals(
        List.of(
            enter("hidesTheThird"),
            "caught in " + probe("hidesTheThird") + " of 0",
            "add 2 of " + id("bareThrowing"),
            exit("hidesTheThird")),
        ProbeLog.take());
  }

  @Test
  void onlyWhatWasCountedEachTimeIsAll() throws Exception {
    byte[] classFile = sample();
    weaving.weave(classFile);
    int loops = id("loops");
    assertTrue(plan.directCalls().countsAll(loops, id("bareLeaf")));
    plan.set(id("bareLeaf"), Tier.COUNTED);
    weaving.weave(classFile);
    assertTrue(plan.directCalls().countsAll(loops, id("bareLeaf")), "it goes on to count");
    assertEquals(Set.of(), plan.directCalls().differingClasses());
  }

  @Test
  void codeThatIsNotTheSameImpliesNothing() throws Exception {
    weaving.weave(sample());
    int always = id("always");
    plan.directCalls().saw(always, 1);
    assertTrue(plan.directCalls().implied(always).isEmpty());
  }

  /** What the other class's calls imply is unknown, though its own code is not looked at. */
  @Test
  void aCallerThatCallsNothingInAnotherClassOfItsNameImpliesNothing() throws Exception {
    byte[] callsNothing =
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "counted",
            "(I)I",
            code -> {
              code.visitInsn(Opcodes.ICONST_0);
              code.visitInsn(Opcodes.IRETURN);
            });
    ClassWriter renamed = new ClassWriter(0);
    String name = Sample.class.getName().replace('.', '/');
    new ClassReader(callsNothing)
        .accept(
            new ClassRemapper(
                renamed, new SimpleRemapper(Opcodes.ASM9, SampleClass.INTERNAL_NAME, name)),
            0);
    weaving.weave(renamed.toByteArray());
    assertEquals(Set.of(), plan.directCalls().differingClasses());
    weaving.weave(sample());
    assertEquals(Map.of(), plan.directCalls().implied(id("counted")));
    assertEquals(Set.of(Sample.class.getName()), plan.directCalls().differingClasses());
  }

  @Test
  void whatLosesItsProbesLaterIsNeverAll() throws Exception {
    byte[] classFile = sample();
    weaving.weave(classFile);
    plan.set(id("probed"), Tier.MERGED);
    weaving.weave(classFile);
    assertFalse(plan.directCalls().countsAll(id("late"), id("probed")));
  }

  private int id(String method) {
    return weaving.registry.knownId(
        new MethodRegistry.Key(Sample.class.getName().replace('.', '/'), method, "(I)I"));
  }

  private int probe(String method) {
    return id(method) << 1;
  }

  private String enter(String method) {
    return "enter " + probe(method);
  }

  private String exit(String method) {
    return "exit from " + probe(method) + " to 0";
  }

  private static byte[] sample() throws Exception {
    try (InputStream in =
        requireNonNull(Sample.class.getResourceAsStream("CallerCountersTest$Sample.class"))) {
      return in.readAllBytes();
    }
  }

  private void run(String method, int argument) throws Exception {
    byte[] woven = weaving.weaveForProbeLog(sample());
    Class<?> loaded = BytesLoader.define(Sample.class.getName(), woven);
    var called = loaded.getDeclaredMethod(method, int.class);
    called.setAccessible(true);
    called.invoke(null, argument);
  }

  /** Woven by the tests. */
  static class Sample {
    /** Public for a sample of another loader, as is what it inherits. */
    public static final class Child extends Sample {}

    private static final class Abort extends Error {
      private static final long serialVersionUID = 1;
    }

    private Sample() {}

    static int loops(int turns) {
      int sum = 0;
      for (int i = 0; i < turns; i++) {
        sum += bareLeaf(i);
      }
      return sum;
    }

    static int ways(int i) {
      int sum = 0;
      for (int turn = 0; turn < 2; turn++) {
        sum += i > 0 ? bareLeaf(i) : bareThrowing(i);
      }
      if (sum > 2) {
        return sum;
      }
      return -sum;
    }

    static int counted(int i) {
      return bareLeaf(i);
    }

    static int perhaps(int i) {
      return i > 0 ? bareLeaf(i) : 0;
    }

    static int always(int i) {
      int sum = bareLeaf(i) + bareChain(i);
      if (i > 3) {
        sum++;
      }
      return bareLeaf(sum);
    }

    static int hides(int i) {
      int sum = 0;
      try {
        for (int turn = 0; turn < i; turn++) {
          sum += bareThrowing(i);
        }
      } catch (RuntimeException | Error e) {
        return 0;
      }
      return sum;
    }

    static int hidesTheThird(int i) {
      try {
        for (int turn = i; ; turn--) {
          bareThrowing(turn);
        }
      } catch (Throwable e) {
        return 0;
      }
    }

    static int hidesOneError(int i) {
      int sum = 0;
      try {
        for (int turn = 0; turn < i; turn++) {
          sum += bareThrowing(i);
        }
      } catch (AssertionError e) {
        return 0;
      }
      return sum;
    }

    static int hidesAnErrorOfAnyName(int i) {
      int sum = 0;
      try {
        for (int turn = 0; turn < i; turn++) {
          sum += bareThrowing(i);
        }
      } catch (Abort e) {
        return 0;
      }
      return sum;
    }

    static int locks(int i) {
      synchronized (Sample.class) {
        return bareThrowing(i);
      }
    }

    static int locksForALoop(int turns) {
      int sum = 0;
      synchronized (Sample.class) {
        for (int i = 0; i < turns; i++) {
          sum += bareLeaf(i);
        }
      }
      return sum;
    }

    static int triesAgain(int turns) {
      int i = turns;
      while (true) {
        try {
          bareThrowing(i--);
        } catch (AssertionError e) {
          i = turns;
        }
      }
    }

    static int twoNames(int turns) {
      int sum = 0;
      for (int i = 0; i < turns; i++) {
        sum += bareLeaf(i) + Child.bareLeaf(i);
      }
      return sum;
    }

    static int twoNamesOnce(int i) {
      return bareLeaf(i) + Child.bareLeaf(i);
    }

    static int handles(int i) {
      int sum = 0;
      try {
        for (int turn = 0; turn < i; turn++) {
          sum += bareThrowing(i);
        }
      } catch (IllegalStateException e) {
        return 0;
      }
      return sum;
    }

    static int late(int turns) {
      int sum = 0;
      for (int i = 0; i < turns; i++) {
        sum += probed(i);
      }
      return sum;
    }

    static int probed(int i) {
      return i;
    }

    static int bareChain(int i) {
      return bareLeaf(i) + 1;
    }

    public static int bareLeaf(int i) {
      return i;
    }

    static int bareThrowing(int i) {
      if (i < 0) {
        throw new IllegalStateException("below 0");
      }
      return i;
    }
  }
}
