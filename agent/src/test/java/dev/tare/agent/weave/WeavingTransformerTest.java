package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.SkippedMethod;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** No exception leaves the transformer, and the profile says what it could not weave. */
class WeavingTransformerTest {
  private static final ClassLoader APPLICATION = new BytesLoader();
  private static final byte[] NO_CLASS = {1, 2, 3};

  private final SkippedMethods skipped = new SkippedMethods();
  private final WeavingTransformer transformer =
      new WeavingTransformer(
          new ClassFilter(List.of("dev.tare.Sample"), List.of()),
          new MethodRegistry(),
          skipped,
          ProbePlan.everythingTimed(),
          WovenClassCache.none());

  @BeforeEach
  void turnOn() {
    transformer.turn(true);
  }

  @Test
  void turnedOffItWeavesNothing() {
    transformer.turn(false);
    assertNull(
        transformer.transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, NO_CLASS));
    assertEquals(List.of(), skipped.all());
  }

  @Test
  void weavesWhatIsIncluded() {
    byte[] classFile =
        SampleClass.of(Opcodes.ACC_STATIC, "none", "()V", code -> code.visitInsn(Opcodes.RETURN));
    assertNotNull(
        transformer.transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, classFile));
    assertEquals(List.of(), skipped.all());
  }

  @Test
  void knowsWhatWasLoadedSinceItWasTurned() throws ClassNotFoundException {
    Class<?> sample =
        BytesLoader.define(
            SampleClass.NAME,
            SampleClass.of(
                Opcodes.ACC_STATIC, "none", "()V", code -> code.visitInsn(Opcodes.RETURN)));
    assertFalse(transformer.hasLoaded(sample));
    load(sample, null);
    assertTrue(transformer.hasLoaded(sample));
    transformer.turn(false);
    assertFalse(transformer.hasLoaded(sample), "it may be woven, and is not to be");
    load(sample, sample);
    assertFalse(transformer.hasLoaded(sample), "it was transformed again");
    load(WeavingTransformerTest.class, null);
    assertFalse(transformer.hasLoaded(sample), "another loader has a class of this name");
    load(sample, null);
    assertTrue(transformer.hasLoaded(sample));
    transformer.forgetLoaded();
    assertFalse(transformer.hasLoaded(sample));
  }

  private void load(Class<?> ofLoader, @Nullable Class<?> redefined) {
    transformer.transform(
        null, ofLoader.getClassLoader(), SampleClass.INTERNAL_NAME, redefined, null, NO_CLASS);
  }

  /** There is nobody to whom the JVM would pass on what leaves the transformer. */
  @Test
  void aClassThatIsTransformedWhereTheStackEndsIsListed() throws InterruptedException {
    Descent descent = new Descent();
    Thread deep = new Thread(null, descent, "deep", 512 * 1024);
    deep.start();
    deep.join();
    assertTrue(descent.left > 0, "the stack ended within it");
    assertTrue(descent.isWoven, "it did not end further up");
    assertEquals(
        List.of(
            new SkippedMethod(
                SampleClass.NAME, "", "", "weaving failed (java.lang.StackOverflowError)")),
        skipped.all());
    for (StackOverflowError thrown : Arrays.copyOf(descent.thrown, descent.count)) {
      List<String> methods =
          Arrays.stream(requireNonNull(thrown).getStackTrace())
              .map(StackTraceElement::getMethodName)
              .toList();
      // It may have no room for its own frame.
      assertTrue(methods.indexOf("transform") < 1, methods::toString);
    }
  }

  /** Transforms a class at each depth, from the end of the stack on upwards, until it is woven. */
  private final class Descent implements Runnable {
    private final byte[] classFile =
        SampleClass.of(Opcodes.ACC_STATIC, "none", "()V", code -> code.visitInsn(Opcodes.RETURN));
    private final @Nullable StackOverflowError[] thrown = new StackOverflowError[1_000];
    private int count;
    private int left;
    private boolean isWoven;

    @Override
    public void run() {
      down();
    }

    private void down() {
      try {
        if (!isWoven) {
          down();
        }
      } catch (StackOverflowError e) {
        thrown[count++] = e;
        return;
      }
      if (!isWoven) {
        isWoven =
            transformer.transform(
                    null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, classFile)
                != null;
        left += isWoven ? 0 : 1;
      }
    }
  }

  @Test
  void whatIsNotIncludedIsNotEvenParsed() {
    assertNull(transformer.transform(null, APPLICATION, "dev/tare/Other", null, null, NO_CLASS));
    assertEquals(List.of(), skipped.all());
  }

  @Test
  void whatJmhMeasuresWithIsLeftAloneAndListed() {
    WeavingTransformer all =
        new WeavingTransformer(
            new ClassFilter(List.of(), List.of()),
            new MethodRegistry(),
            skipped,
            ProbePlan.everythingTimed(),
            WovenClassCache.none());
    all.turn(true);
    byte[] classFile =
        SampleClass.of(Opcodes.ACC_STATIC, "none", "()V", code -> code.visitInsn(Opcodes.RETURN));
    for (String name :
        List.of("org/openjdk/jmh/infra/Blackhole", "com/acme/jmh_generated/Sums_total_jmhTest")) {
      assertNull(all.transform(null, APPLICATION, name, null, null, classFile), name);
    }
    assertEquals(
        List.of(SkipReason.TREATED_SPECIALLY.text(), SkipReason.GENERATED_BY_JMH.text()),
        skipped.all().stream().map(SkippedMethod::reason).toList());
    assertNotNull(all.transform(null, APPLICATION, "com/acme/Sums", null, null, classFile));
  }

  @Test
  void aClassThatItsLoaderDidNotNameIsWoven() {
    byte[] classFile =
        SampleClass.of(Opcodes.ACC_STATIC, "none", "()V", code -> code.visitInsn(Opcodes.RETURN));
    assertNotNull(transformer.transform(null, APPLICATION, null, null, null, classFile));
  }

  @Test
  void whatHasNoNameAtAllIsLeftAlone() {
    assertNull(transformer.transform(null, APPLICATION, null, null, null, NO_CLASS));
    assertEquals(List.of(), skipped.all());
  }

  @Test
  void whatAsmCannotReadLoadsAsItWas() {
    assertNull(
        transformer.transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, NO_CLASS));
    assertEquals(1, skipped.all().size());
    assertEquals(SampleClass.NAME, skipped.all().get(0).className());
    assertEquals("", skipped.all().get(0).name());
    assertTrue(
        skipped.all().get(0).reason().startsWith("class file not understood"),
        skipped.all().get(0).reason());
  }

  @Test
  void aConstantPoolWithoutRoomIsListed() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, SampleClass.INTERNAL_NAME, null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "none", "()V", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    int constant = 0;
    while (writer.newConst(constant) < 65_530) {
      constant++;
    }
    writer.visitEnd();
    assertNull(
        transformer.transform(
            null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, writer.toByteArray()));
    assertEquals(1, skipped.all().size());
    assertTrue(
        skipped.all().get(0).reason().startsWith("class too large"), skipped.all().get(0).reason());
  }
}
