package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.runtime.tree.Tiers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a plan says is what is woven, now and when the class is woven again. */
class ProbePlanTest {
  private static final int STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
  private final List<MethodTraits> asked = new ArrayList<>();
  private Tier first = Tier.TIMED;
  private final ProbePlan plan =
      ProbePlan.beginningWith(
          method -> {
            asked.add(method);
            return first;
          },
          false);
  private final Weaving weaving = new Weaving(plan);

  @BeforeEach
  void clearLog() {
    ProbeLog.take();
  }

  @AfterEach
  void forgetTiers() {
    for (int method = 0; method < plan.count(); method++) {
      plan.set(method, Tier.TIMED);
    }
  }

  @Test
  void aTimedMethodHasAllProbes() throws Exception {
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(leaf()));
  }

  @Test
  void aCountedBodyThatCallsNothingHasItsEntryAlone() throws Exception {
    first = Tier.COUNTED;
    assertEquals(List.of("count 0"), eventsOf(leaf()));
  }

  @Test
  void aCountedBodyThatCallsHasAllProbes() throws Exception {
    first = Tier.COUNTED;
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(caller()));
  }

  @Test
  void aClassOfMergedMethodsIsLeftAsItWas() {
    first = Tier.MERGED;
    assertNull(weaving.weave(leaf()));
    assertEquals(Tier.MERGED, plan.tier(0));
  }

  @Test
  void tiersAreDecidedOnceForAMethodAndHoldWhenItIsWovenAgain() throws Exception {
    eventsOf(leaf());
    first = Tier.MERGED;
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(leaf()));
    assertEquals(1, asked.size());
    assertTrue(plan.set(0, Tier.COUNTED));
    assertEquals(List.of("count 0"), eventsOf(leaf()));
    assertTrue(plan.set(0, Tier.MERGED));
    assertNull(weaving.weave(leaf()));
    assertTrue(plan.set(0, Tier.TIMED));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(leaf()));
  }

  @Test
  void betweenTimedAndCountedABodyThatCallsIsNotWovenAgain() {
    assertNotNull(weaving.weave(caller()));
    assertFalse(plan.set(0, Tier.COUNTED));
    assertFalse(plan.set(0, Tier.TIMED));
    assertTrue(plan.set(0, Tier.MERGED));
  }

  @Test
  void whereCountedMethodsHaveProbesOfTheirOwnThoseTakeNoReading() throws Exception {
    ProbePlan full = ProbePlan.beginningWith(method -> Tier.COUNTED, true);
    Weaving weavingFull = new Weaving(full);
    assertEquals(
        List.of("enter counted 0", "exit counted from 0 to 0"), eventsOf(weavingFull, caller()));
    assertFalse(full.set(0, Tier.COUNTED));
    assertTrue(full.set(0, Tier.TIMED));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(weavingFull, caller()));
    assertFalse(full.set(0, Tier.COUNTED)); // a timed method's probes serve it
    assertEquals(
        List.of("enter counted 0", "exit counted from 0 to 0"), eventsOf(weavingFull, caller()));
    full.set(0, Tier.TIMED); // the table of all tests
  }

  @Test
  void aCountedBodyThatCallsHasAllProbesThoughAnotherClassOfItsNameCallsNothing() throws Exception {
    first = Tier.COUNTED;
    assertEquals(List.of("count 0"), eventsOf(leaf()));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), eventsOf(caller()));
    assertEquals(List.of("count 0"), eventsOf(leaf()));
    Weaving weavingFull = new Weaving(ProbePlan.beginningWith(method -> Tier.COUNTED, true));
    assertEquals(List.of("count 0"), eventsOf(weavingFull, leaf()));
    assertEquals(
        List.of("enter counted 0", "exit counted from 0 to 0"), eventsOf(weavingFull, caller()));
  }

  @Test
  void aPlanOfTheNextRunTellsTheProbesOfThisOneNothing() {
    ProbePlan full = ProbePlan.beginningWith(method -> Tier.TIMED, true);
    Weaving weavingFull = new Weaving(full);
    weavingFull.weave(caller());
    ProbePlan next = full.ofNextRun(method -> Tier.COUNTED, weavingFull.registry);
    assertEquals(Tier.COUNTED, next.tier(0));
    assertEquals(Tier.TIMED, full.tier(0));
    assertFalse(Tiers.isCounted(0));
  }

  @Test
  void theRegistryTellsMethodsWithTheTierOfTheMoment() {
    weaving.registry.showTiersOf(plan);
    weaving.weave(caller());
    assertEquals("timed", weaving.registry.method(0).tier());
    plan.set(0, Tier.MERGED);
    assertEquals("merged", weaving.registry.method(0).tier());
  }

  @Test
  void whatTheClassFileSaysIsTold() {
    byte[] classFile = leaf();
    weaving.weave(classFile);
    CodeTraits code = requireNonNull(plan.code(0));
    MethodTraits traits = weaving.registry.traits(0, code);
    assertEquals(SampleClass.NAME, traits.className());
    assertEquals("sample", traits.name());
    assertEquals("()V", traits.descriptor());
    assertTrue(code.callsNothing());
    assertFalse(code.named());
    int checksum = new ClassOutline(new ClassReader(classFile), classFile.length).checksum;
    assertEquals(checksum, code.classChecksum());
    assertNull(plan.code(1));
  }

  @Test
  void aMethodThatWasNeverWovenHasNoTierToChange() {
    assertThrows(IllegalArgumentException.class, () -> plan.set(7, Tier.MERGED));
  }

  @Test
  void whatIsWovenEitherWayPassesTheVerifier() throws Exception {
    first = Tier.COUNTED;
    byte[] classFile = SampleClass.of(STATIC, "guard", "()I", Samples::guard);
    Class<?> woven = BytesLoader.define(SampleClass.NAME, weaving.weaveForProbeLog(classFile));
    assertEquals(-1, woven.getDeclaredMethods()[0].invoke(null));
  }

  private static byte[] leaf() {
    return SampleClass.of(STATIC, "sample", "()V", code -> code.visitInsn(Opcodes.RETURN));
  }

  private static byte[] caller() {
    return SampleClass.of(STATIC, "sample", "()V", ProbePlanTest::call);
  }

  private static void call(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
    code.visitInsn(Opcodes.RETURN);
  }

  private List<String> eventsOf(byte[] classFile) throws Exception {
    return eventsOf(weaving, classFile);
  }

  private static List<String> eventsOf(Weaving by, byte[] classFile) throws Exception {
    Method method =
        BytesLoader.define(SampleClass.NAME, by.weaveForProbeLog(classFile))
            .getDeclaredMethods()[0];
    method.invoke(null);
    return ProbeLog.take();
  }
}
