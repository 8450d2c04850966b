package dev.tare.agent.weave;

import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves a class of no use, once, at the start: a class with everything in it that the weaver has a
 * way of its own for. So all classes that weaving needs, of ours, ASM's and the JDK's, are
 * initialised where there is stack enough. An application may load a class with hardly any stack
 * left; a class whose initialisation fails there is unusable for good, and of the JDK's it would be
 * the application's loss.
 */
public final class WeaverWarmUp {
  private static final String NAME = "dev/tare/rehearsal/Rehearsed";
  private static final String BARE = "bare";
  private static final byte[] NO_CLASS = {};

  private WeaverWarmUp() {}

  /**
   * One class of each package whose code weaves: C2 would take longer to compile them than they run
   * faster then.
   */
  public static List<Class<?>> packages() {
    return List.of(WeaverWarmUp.class, ClassWriter.class);
  }

  /** Rehearses what succeeds, and what fails. */
  public static void run() {
    run(ClassLoader.getSystemClassLoader(), new MethodRegistry(), new SkippedMethods());
  }

  /**
   * The same.
   *
   * @param loader whose class it might be
   * @param registry gets the methods that were woven
   * @param skipped gets what failed, as it was to
   */
  static void run(ClassLoader loader, MethodRegistry registry, SkippedMethods skipped) {
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    byte[] classFile = rehearsed();
    ProbePlan plan = ProbePlan.beginningWith(new RehearsedTiers(), false);
    WeavingTransformer transformer =
        new WeavingTransformer(filter, registry, skipped, plan, WovenClassCache.none());
    transformer.turn(true);
    transformer.transform(null, loader, null, null, null, classFile);
    ClassWeaver failing = new ClassWeaver(filter, registry, skipped, WeaverWarmUp::fail);
    WeavingTransformer failingTransformer = new WeavingTransformer(filter, skipped, failing);
    failingTransformer.turn(true);
    failingTransformer.transform(null, loader, NAME, null, null, classFile);
    failingTransformer.transform(null, loader, NAME, null, null, NO_CLASS);
  }

  /** One method has no probes. */
  private static final class RehearsedTiers implements InitialTiers {
    @Override
    public Tier of(MethodTraits method) {
      return method.name().equals(BARE) ? Tier.MERGED : Tier.TIMED;
    }

    @Override
    public boolean willLackNodes(String className, String method) {
      return method.equals(BARE + "()V");
    }

    @Override
    public boolean willAnyLackNodes() {
      return true;
    }
  }

  private static void fail(
      String owner, MethodNode method, int id, MethodWeaver.ProbePair probes, int classVersion) {
    throw new IllegalStateException("rehearsed");
  }

  static byte[] rehearsed() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    writer.visitSource("Rehearsed.java", null);
    branchingConstructor(writer.visitMethod(0, "<init>", "(IJ)V", null, null));
    guarded(writer.visitMethod(Opcodes.ACC_STATIC, "guarded", "()I", null, null));
    counting(writer.visitMethod(Opcodes.ACC_STATIC, "counting", "(I)V", null, null));
    MethodVisitor bare = writer.visitMethod(Opcodes.ACC_STATIC, BARE, "()V", null, null);
    bare.visitCode();
    bare.visitInsn(Opcodes.RETURN);
    bare.visitMaxs(0, 0);
    bare.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Calls a method without probes, on one of two ways. */
  private static void counting(MethodVisitor code) {
    Label skip = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0); // int
    code.visitJumpInsn(Opcodes.IFEQ, skip); //
    code.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, BARE, "()V", false);
    code.visitLabel(skip);
    code.visitFrame(Opcodes.F_NEW, 1, new Object[] {Opcodes.INTEGER}, 0, new Object[0]);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** What {@code UninitializedThisAnalysis} is for: a branch before {@code super()}. */
  private static void branchingConstructor(MethodVisitor code) {
    Label skip = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 1); // int
    code.visitJumpInsn(Opcodes.IFEQ, skip); //
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(skip);
    Object[] locals = {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER, Opcodes.LONG};
    code.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
    code.visitVarInsn(Opcodes.ALOAD, 0); // this
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false); //
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /**
   * Two handlers, of which the first lies in the second's range; a switch, and a local variable.
   */
  private static void guarded(MethodVisitor code) {
    Label begin = new Label();
    Label end = new Label();
    Label caught = new Label();
    Label any = new Label();
    code.visitCode();
    code.visitTryCatchBlock(begin, end, caught, "java/lang/RuntimeException");
    code.visitTryCatchBlock(begin, any, any, null);
    code.visitLabel(begin);
    code.visitLineNumber(1, begin);
    code.visitLdcInsn(1_000_000); // int
    code.visitVarInsn(Opcodes.ISTORE, 0); //
    code.visitIincInsn(0, 1);
    code.visitVarInsn(Opcodes.ILOAD, 0); // int
    code.visitTableSwitchInsn(0, 0, end, end); //
    code.visitLabel(end);
    Object[] locals = {Opcodes.INTEGER};
    code.visitFrame(Opcodes.F_NEW, 1, locals, 0, new Object[0]);
    code.visitInsn(Opcodes.ICONST_0); // int
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(caught);
    code.visitFrame(
        Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/RuntimeException"});
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.ICONST_1); // int
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(any);
    code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
    code.visitInsn(Opcodes.ATHROW);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
