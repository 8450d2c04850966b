package dev.tare.agent.weave;

import dev.tare.agent.options.Mode;
import dev.tare.runtime.calibration.Kind;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class that woven code calls. It is made in a package of {@code java.base}, for every class
 * loader must pass {@code java.*} on to its parent and every module reads {@code java.base}: so
 * woven code finds its probes also below a loader that sees nothing of ours (JaCoCo does the same,
 * {@code InjectedClassRuntime}). Each of its methods calls the runtime's probe of the chosen mode.
 *
 * <p>The package is {@code java.lang.invoke}, where {@code MethodHandleImpl.isCompileConstant} can
 * be called: true of what C2 knows when it compiles, and false in C1 and the interpreter. Asked of
 * an array element, picked by the method's number, it is true only where C2 inlined the probe and
 * so knows the number; asked of a literal, wherever C2 compiled the probe. What it answers makes
 * the {@link Kind}.
 *
 * <p>The methods are small and call the probe themselves: C1 inlines them into every method, whose
 * frame then has room for all their operand stacks one above the other (IRScope::max_stack in
 * c1_IR.cpp), used or not. So they keep in locals what they can.
 */
public final class ProbeFacade {
  /** Its binary name. */
  public static final String NAME = "java.lang.invoke.$Tare";

  static final String INTERNAL_NAME = NAME.replace('.', '/');

  static final String ENTER = "enter";
  static final String ENTER_DESCRIPTOR = "(I)I";
  static final String EXIT = "exit";
  static final String EXIT_DESCRIPTOR = "(II)V";
  static final String EXIT_EXCEPTIONALLY = "exitExceptionally";
  static final String EXIT_EXCEPTIONALLY_DESCRIPTOR =
      "(Ljava/lang/Throwable;I)Ljava/lang/Throwable;";
  static final String ENTER_COUNTED = "enterCounted";
  static final String EXIT_COUNTED = "exitCounted";
  static final String EXIT_COUNTED_EXCEPTIONALLY = "exitCountedExceptionally";
  static final String CAUGHT = "caught";
  static final String CAUGHT_DESCRIPTOR = "(II)V";
  static final String COUNT = "count";
  static final String COUNT_FLAT = "countFlat";
  static final String COUNT_DESCRIPTOR = "(I)V";
  static final String ADD = "add";
  static final String ADD_DESCRIPTOR = "(JI)V";
  static final String ADD_THROWN = "addThrown";
  static final String ADD_THROWN_DESCRIPTOR = "(Ljava/lang/Throwable;JI)Ljava/lang/Throwable;";

  private static final String FORCE_INLINE = "ForceInline";
  private static final String DONT_INLINE = "DontInline";
  private static final String PROBES = "dev/tare/runtime/probe/";
  private static final String STABLE_CONSTANTS = "STABLE_CONSTANTS";
  private static final String STABLE_CONSTANTS_DESCRIPTOR = "[Ljava/lang/Object;";

  private ProbeFacade() {}

  /**
   * The class file, to be defined beside {@link java.lang.invoke.MethodHandles}.
   *
   * @param tiers whether methods may be counted without readings, and entries may stand alone
   */
  public static byte[] bytes(Mode mode, boolean tiers) {
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, access, INTERNAL_NAME, null, "java/lang/Object", null);
    addStableConstants(writer);
    // With a budget, hot small methods lose their probes, and what is left must not delay C2
    // (docs/adr/0109).
    String inlining = tiers ? DONT_INLINE : FORCE_INLINE;
    switch (mode) {
      case FULL -> {
        forwardWithKind(writer, ENTER, ENTER_DESCRIPTOR, "(II)I");
        forwardWithKind(writer, EXIT, EXIT_DESCRIPTOR, "(II)V");
        forwardException(writer, EXIT_EXCEPTIONALLY, "FullProbe");
        if (tiers) {
          forward(writer, ENTER_COUNTED, ENTER_DESCRIPTOR, "CountedProbe", ENTER, "(I)I", inlining);
          forward(writer, EXIT_COUNTED, EXIT_DESCRIPTOR, "CountedProbe", EXIT, "(I)V", inlining);
          forwardException(writer, EXIT_COUNTED_EXCEPTIONALLY, "CountedProbe");
        }
      }
      case SAMPLED -> {
        forward(writer, ENTER, ENTER_DESCRIPTOR, "SampledProbe", ENTER, "(I)I", inlining);
        forward(writer, EXIT, EXIT_DESCRIPTOR, "SampledProbe", EXIT, "(I)V", inlining);
        forwardException(writer, EXIT_EXCEPTIONALLY, "SampledProbe");
      }
      case NONE -> throw new IllegalArgumentException("no probes to call");
    }
    forward(writer, CAUGHT, CAUGHT_DESCRIPTOR, "CatchProbe", DONT_INLINE);
    if (tiers) {
      forward(writer, COUNT, COUNT_DESCRIPTOR, "CountProbe", inlining);
      forward(writer, COUNT_FLAT, COUNT_DESCRIPTOR, "FlatProbe", inlining);
      forward(writer, ADD, ADD_DESCRIPTOR, "CallerProbe", FORCE_INLINE);
      forward(writer, ADD_THROWN, ADD_THROWN_DESCRIPTOR, "CallerProbe", DONT_INLINE);
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** An array whose elements C2 takes for constants, where it knows the index. */
  private static void addStableConstants(ClassWriter writer) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer
        .visitField(access, STABLE_CONSTANTS, STABLE_CONSTANTS_DESCRIPTOR, null, null)
        .visitAnnotation("Ljdk/internal/vm/annotation/Stable;", true)
        .visitEnd();
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    init.visitCode();
    init.visitInsn(Opcodes.ICONST_2); // int
    init.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object"); // array
    for (int i = 0; i < 2; i++) {
      init.visitInsn(Opcodes.DUP); // array, array
      init.visitInsn(Opcodes.ICONST_0 + i); // array, array, int
      init.visitLdcInsn("element " + i); // array, array, int, object
      init.visitInsn(Opcodes.AASTORE); // array
    }
    init.visitFieldInsn(
        Opcodes.PUTSTATIC, INTERNAL_NAME, STABLE_CONSTANTS, STABLE_CONSTANTS_DESCRIPTOR); //
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(4, 0);
    init.visitEnd();
  }

  /**
   * Passes the first argument on, and the kind of the calling activation, whose method's number is
   * the last argument.
   */
  private static void forwardWithKind(
      ClassWriter writer, String name, String descriptor, String probeDescriptor) {
    MethodVisitor method = begin(writer, name, descriptor, FORCE_INLINE);
    int arguments = Type.getArgumentCount(descriptor);
    int isVirtualCall = arguments;
    int methodIsConstant = arguments + 1;
    int differ = arguments + 2;
    int kind = arguments + 3;
    if (Kind.INTERPRETER_ONLY) { // The answers would be C1's.
      method.visitIntInsn(Opcodes.BIPUSH, Kind.INTERPRETED); // int
    } else {
      method.visitVarInsn(Opcodes.ILOAD, arguments - 1); // int
      method.visitInsn(Opcodes.ICONST_1); // int, int
      method.visitInsn(Opcodes.IAND); // int
      method.visitVarInsn(Opcodes.ISTORE, isVirtualCall); //
      method.visitFieldInsn(
          Opcodes.GETSTATIC, INTERNAL_NAME, STABLE_CONSTANTS, STABLE_CONSTANTS_DESCRIPTOR); // array
      method.visitVarInsn(Opcodes.ILOAD, isVirtualCall); // array, int
      method.visitInsn(Opcodes.AALOAD); // object
      askConstant(method); // int
      method.visitVarInsn(Opcodes.ISTORE, methodIsConstant); //
      method.visitLdcInsn("literal"); // object
      askConstant(method); // int
      method.visitVarInsn(Opcodes.ILOAD, methodIsConstant); // int, int
      method.visitInsn(Opcodes.IXOR); // int
      method.visitVarInsn(Opcodes.ISTORE, differ); //
      // Where both answers are the same: C1_STATIC, or C2_STATIC two above it, or one more.
      method.visitVarInsn(Opcodes.ILOAD, methodIsConstant); // int
      method.visitInsn(Opcodes.ICONST_1); // int, int
      method.visitInsn(Opcodes.ISHL); // int
      method.visitIntInsn(Opcodes.BIPUSH, Kind.C1_STATIC); // int, int
      method.visitInsn(Opcodes.IADD); // int
      method.visitVarInsn(Opcodes.ILOAD, isVirtualCall); // int, int
      method.visitInsn(Opcodes.IADD); // int
      method.visitVarInsn(Opcodes.ISTORE, kind); //
      // Where they differ: C2 compiled this by itself, which the interpreter calls: INTERPRETED, 1.
      method.visitVarInsn(Opcodes.ILOAD, differ); // int
      method.visitInsn(Opcodes.ICONST_1); // int, int
      method.visitInsn(Opcodes.ISUB); // int
      method.visitVarInsn(Opcodes.ILOAD, kind); // int, int
      method.visitInsn(Opcodes.IAND); // int
      method.visitVarInsn(Opcodes.ILOAD, differ); // int, int
      method.visitInsn(Opcodes.IADD); // int
    }
    method.visitVarInsn(Opcodes.ISTORE, kind); //
    method.visitVarInsn(Opcodes.ILOAD, 0); // int
    method.visitVarInsn(Opcodes.ILOAD, kind); // int, int
    end(method, "FullProbe", name, probeDescriptor, 2, arguments + 4);
  }

  /** Passes an exception through the probe: held here, it would need a place in every frame. */
  private static void forwardException(ClassWriter writer, String name, String probe) {
    MethodVisitor method = begin(writer, name, EXIT_EXCEPTIONALLY_DESCRIPTOR, DONT_INLINE);
    method.visitVarInsn(Opcodes.ALOAD, 0); // Throwable
    method.visitVarInsn(Opcodes.ILOAD, 1); // Throwable, int
    end(method, probe, EXIT_EXCEPTIONALLY, EXIT_EXCEPTIONALLY_DESCRIPTOR, 2, 2);
  }

  private static void askConstant(MethodVisitor method) {
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "java/lang/invoke/MethodHandleImpl",
        "isCompileConstant",
        "(Ljava/lang/Object;)Z",
        false);
  }

  /** Passes the arguments on to the probe of the same name. */
  private static void forward(
      ClassWriter writer, String name, String descriptor, String probe, String inlining) {
    forward(writer, name, descriptor, probe, name, descriptor, inlining);
  }

  /** Passes on as many of the arguments as the probe takes. */
  private static void forward(
      ClassWriter writer,
      String name,
      String descriptor,
      String probe,
      String probeName,
      String probeDescriptor,
      String inlining) {
    MethodVisitor method = begin(writer, name, descriptor, inlining);
    int arguments = load(method, probeDescriptor); // [Throwable], [long], int, [int]
    int locals = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    end(method, probe, probeName, probeDescriptor, arguments, locals - 1); // less this
  }

  /** Begins a method. Exceptions are rare, and their probes need more operand stack. */
  private static MethodVisitor begin(
      ClassWriter writer, String name, String descriptor, String inlining) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitAnnotation("Ljdk/internal/vm/annotation/" + inlining + ";", true).visitEnd();
    method.visitCode();
    return method;
  }

  private static int load(MethodVisitor method, String descriptor) {
    int place = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), place);
      place += argument.getSize();
    }
    return place;
  }

  private static void end(
      MethodVisitor method, String probe, String name, String descriptor, int stack, int locals) {
    method.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES + probe, name, descriptor, false);
    method.visitInsn(
        Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN)); // result, or nothing
    method.visitMaxs(stack, locals);
    method.visitEnd();
  }
}
