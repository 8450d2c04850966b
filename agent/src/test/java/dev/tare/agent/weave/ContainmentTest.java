package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.SkippedMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** A weaver with a fault in it: the application gets its own code, and the profile the reason. */
class ContainmentTest {
  private static final ClassLoader APPLICATION = new BytesLoader();
  private static final byte[] CLASS_FILE = threeMethods(SampleClass.INTERNAL_NAME);

  private final MethodRegistry registry = new MethodRegistry();
  private final SkippedMethods skipped = new SkippedMethods();
  private final ClassFilter filter = new ClassFilter(List.of(), List.of());

  @Test
  void aMethodThatCannotBeWovenStaysAsItWas() throws ReflectiveOperationException {
    byte[] woven = transform(failingOn("second", () -> new IllegalStateException("simulated")));
    assertNotNull(woven);
    assertTrue(isWoven(woven, "first"));
    assertTrue(isWoven(woven, "third"));
    assertEquals(code(CLASS_FILE, "second"), code(woven, "second"));
    String reason = "weaving failed (java.lang.IllegalStateException: simulated)";
    assertEquals(
        List.of(new SkippedMethod(SampleClass.NAME, "second", "()V", reason)), skipped.all());
    assertEquals(3, BytesLoader.define(SampleClass.NAME, woven).getDeclaredMethods().length);
  }

  /** Even where ASM, had it read and written the method, would have made it shorter. */
  @Test
  void itStaysByteByByte() {
    byte[] wideJump = {(byte) 0xC8, 0, 0, 0, 5, (byte) Opcodes.RETURN}; // goto_w (JVMS 6.5)
    byte[] classFile = threeMethods(SampleClass.INTERNAL_NAME, Opcodes.V1_5, wideJump.length - 1);
    byte[] nops = {0, 0, 0, (byte) wideJump.length, 0, 0, 0, 0, 0, (byte) Opcodes.RETURN};
    int second = indexOf(classFile, nops, indexOf(classFile, nops, 0) + 1);
    System.arraycopy(wideJump, 0, classFile, second + Integer.BYTES, wideJump.length);
    byte[] woven =
        transformer(failingOn("second", () -> new IllegalStateException("simulated")))
            .transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, classFile);
    assertNotNull(woven);
    assertTrue(isWoven(woven, "first"));
    assertTrue(indexOf(woven, wideJump, 0) > 0);
  }

  private static int indexOf(byte[] all, byte[] part, int from) {
    for (int i = from; i + part.length <= all.length; i++) {
      if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void aClassOfWhichNoMethodCanBeWovenStaysAsItWas() {
    assertNull(transform(failingOn("", () -> new NoClassDefFoundError("simulated"))));
    assertEquals(
        List.of("first", "second", "third"),
        skipped.all().stream().map(SkippedMethod::name).toList());
  }

  @Test
  void whatLeavesNoStrengthForAnotherTryLeavesTheClassAsItWas() {
    assertNull(transform(failingOn("second", () -> new OutOfMemoryError("simulated"))));
    String reason = "weaving failed (java.lang.OutOfMemoryError: simulated)";
    assertEquals(List.of(new SkippedMethod(SampleClass.NAME, "", "", reason)), skipped.all());
  }

  @Test
  void aMethodThatGrewPastTheFormatsLimitStaysAsItWas() {
    ClassWeaver.ProbeInserter inserter =
        (owner, method, id, probes, version) -> {
          if (method.name.equals("second")) {
            for (int i = 0; i < 70_000; i++) {
              method.instructions.insert(new InsnNode(Opcodes.NOP));
            }
          } else {
            new MethodWeaver(owner, method, id, probes, version).weave();
          }
        };
    byte[] woven = transform(inserter);
    assertNotNull(woven);
    assertTrue(isWoven(woven, "first"));
    assertEquals(code(CLASS_FILE, "second"), code(woven, "second"));
    assertEquals(SkipReason.METHOD_TOO_LARGE.text(), skipped.all().get(0).reason());
    assertEquals(1, skipped.all().size());
  }

  @Test
  void aClassThatIsDefinedAgainIsListedOnce() {
    ClassWeaver.ProbeInserter inserter =
        failingOn("second", () -> new IllegalStateException("simulated"));
    WeavingTransformer transformer = transformer(inserter);
    for (int i = 0; i < 100; i++) {
      assertNotNull(
          transformer.transform(
              null, new BytesLoader(), SampleClass.INTERNAL_NAME, null, null, CLASS_FILE));
    }
    assertEquals(1, skipped.all().size());
  }

  /** The weaver itself may cause a class to be loaded, and so to be woven, in its middle. */
  @Test
  void theTransformerMayBeEnteredWhileItWeaves() {
    byte[] other = threeMethods("dev/tare/Other");
    List<byte[]> inner = new ArrayList<>();
    List<WeavingTransformer> self = new ArrayList<>();
    self.add(
        transformer(
            (owner, method, id, probes, version) -> {
              if (owner.equals(SampleClass.INTERNAL_NAME)) {
                inner.add(
                    self.get(0).transform(null, APPLICATION, "dev/tare/Other", null, null, other));
              }
              new MethodWeaver(owner, method, id, probes, version).weave();
            }));
    byte[] outer =
        self.get(0).transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, CLASS_FILE);
    assertNotNull(outer);
    assertEquals(3, inner.size());
    for (String method : List.of("first", "second", "third")) {
      assertTrue(isWoven(outer, method), method);
      assertTrue(isWoven(inner.get(2), method), method);
    }
    // Numbers were given once: weaving again gives the same bytes.
    assertArrayEquals(inner.get(0), inner.get(2));
    assertEquals(List.of(), skipped.all());
  }

  private byte @Nullable [] transform(ClassWeaver.ProbeInserter inserter) {
    return transformer(inserter)
        .transform(null, APPLICATION, SampleClass.INTERNAL_NAME, null, null, CLASS_FILE);
  }

  private WeavingTransformer transformer(ClassWeaver.ProbeInserter inserter) {
    WeavingTransformer transformer =
        new WeavingTransformer(
            filter, skipped, new ClassWeaver(filter, registry, skipped, inserter));
    transformer.turn(true);
    return transformer;
  }

  /** Fails when a method has been woven already; an empty name stands for each. */
  private static ClassWeaver.ProbeInserter failingOn(
      String name, java.util.function.Supplier<Throwable> fault) {
    return (owner, method, id, probes, version) -> {
      new MethodWeaver(owner, method, id, probes, version).weave();
      if (name.isEmpty() || method.name.equals(name)) {
        ContainmentTest.<RuntimeException>fail(fault.get());
      }
    };
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void fail(Throwable fault) throws T {
    throw (T) fault;
  }

  private static byte[] threeMethods(String internalName) {
    return threeMethods(internalName, Opcodes.V17, 0);
  }

  private static byte[] threeMethods(String internalName, int version, int nops) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, internalName, null, "java/lang/Object", null);
    for (String name : List.of("first", "second", "third")) {
      MethodVisitor method =
          writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "()V", null, null);
      method.visitCode();
      for (int i = 0; i < nops; i++) {
        method.visitInsn(Opcodes.NOP);
      }
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static boolean isWoven(byte[] classFile, String method) {
    return code(classFile, method).contains(ProbeFacade.INTERNAL_NAME);
  }

  private static String code(byte[] classFile, String name) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    Textifier text = new Textifier();
    MethodNode method =
        node.methods.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
    method.accept(new TraceMethodVisitor(text));
    return String.valueOf(text.text);
  }
}
