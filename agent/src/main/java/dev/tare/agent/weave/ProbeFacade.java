package dev.tare.agent.weave;

import dev.tare.agent.Mode;
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
 * so knows the number; asked of a literal, wherever C2 compiled the probe. {@code Kind.of} makes a
 * kind of the two.
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
  static final String EXIT_EXCEPTIONALLY_DESCRIPTOR = "(I)V";
  static final String CAUGHT = "caught";
  static final String CAUGHT_DESCRIPTOR = "(II)V";

  private static final String RUNTIME = "dev/tare/runtime/";
  private static final String PICKED = "PICKED";
  private static final String PICKED_DESCRIPTOR = "[Ljava/lang/Object;";

  private ProbeFacade() {}

  /** The class file, to be defined beside {@link java.lang.invoke.MethodHandles}. */
  public static byte[] bytes(Mode mode) {
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, access, INTERNAL_NAME, null, "java/lang/Object", null);
    addPicked(writer);
    switch (mode) {
      case FULL -> {
        forwardWithKind(writer, ENTER, ENTER_DESCRIPTOR, "(IZZ)I");
        forwardWithKind(writer, EXIT, EXIT_DESCRIPTOR, "(IIZZ)V");
        forward(writer, "FullProbe", EXIT_EXCEPTIONALLY, "(I)V", "(I)V");
      }
      case SAMPLED -> {
        forward(writer, "SampledProbe", ENTER, ENTER_DESCRIPTOR, "(I)I");
        forward(writer, "SampledProbe", EXIT, EXIT_DESCRIPTOR, "(I)V");
        forward(writer, "SampledProbe", EXIT_EXCEPTIONALLY, "(I)V", "(I)V");
      }
      case NONE -> throw new IllegalArgumentException("no probes to call");
    }
    forward(writer, "CatchProbe", CAUGHT, CAUGHT_DESCRIPTOR, CAUGHT_DESCRIPTOR);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** An array whose elements C2 takes for constants, where it knows the index. */
  private static void addPicked(ClassWriter writer) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer
        .visitField(access, PICKED, PICKED_DESCRIPTOR, null, null)
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
    init.visitFieldInsn(Opcodes.PUTSTATIC, INTERNAL_NAME, PICKED, PICKED_DESCRIPTOR); //
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(4, 0);
    init.visitEnd();
  }

  /**
   * Passes the arguments on, of which the last is the method's number, and the two answers behind
   * them.
   */
  private static void forwardWithKind(
      ClassWriter writer, String name, String descriptor, String probeDescriptor) {
    MethodVisitor method = begin(writer, name, descriptor);
    int arguments = load(method, descriptor); // int, [int]
    method.visitFieldInsn(
        Opcodes.GETSTATIC, INTERNAL_NAME, PICKED, PICKED_DESCRIPTOR); // ..., array
    method.visitVarInsn(Opcodes.ILOAD, arguments - 1); // ..., array, int
    method.visitInsn(Opcodes.ICONST_1); // ..., array, int, int
    method.visitInsn(Opcodes.IAND); // ..., array, int
    method.visitInsn(Opcodes.AALOAD); // ..., object
    askConstant(method); // ..., boolean
    method.visitLdcInsn("literal"); // ..., boolean, object
    askConstant(method); // ..., boolean, boolean
    end(method, "FullProbe", name, probeDescriptor, arguments + 3, arguments);
  }

  private static void askConstant(MethodVisitor method) {
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "java/lang/invoke/MethodHandleImpl",
        "isCompileConstant",
        "(Ljava/lang/Object;)Z",
        false);
  }

  /** Passes on as many of the arguments as the probe takes. */
  private static void forward(
      ClassWriter writer, String probe, String name, String descriptor, String probeDescriptor) {
    MethodVisitor method = begin(writer, name, descriptor);
    int arguments = load(method, probeDescriptor); // int, [int]
    end(method, probe, name, probeDescriptor, arguments, Type.getArgumentCount(descriptor));
  }

  private static MethodVisitor begin(ClassWriter writer, String name, String descriptor) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitAnnotation("Ljdk/internal/vm/annotation/ForceInline;", true).visitEnd();
    method.visitCode();
    return method;
  }

  private static int load(MethodVisitor method, String descriptor) {
    int arguments = Type.getArgumentCount(descriptor);
    for (int i = 0; i < arguments; i++) {
      method.visitVarInsn(Opcodes.ILOAD, i);
    }
    return arguments;
  }

  private static void end(
      MethodVisitor method, String probe, String name, String descriptor, int stack, int locals) {
    method.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME + probe, name, descriptor, false);
    method.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN)); // int, or nothing
    method.visitMaxs(stack, locals);
    method.visitEnd();
  }
}
