package dev.tare.agent.weave;

import dev.tare.agent.Mode;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class that woven code calls. It is made in the package {@code java.lang}, for every class
 * loader must pass {@code java.*} on to its parent and every module reads {@code java.base}: so
 * woven code finds its probes also below a loader that sees nothing of ours (JaCoCo does the same,
 * {@code InjectedClassRuntime}). Each of its methods calls the runtime's probe of the chosen mode.
 */
public final class ProbeFacade {
  static final String INTERNAL_NAME = "java/lang/$Tare";

  static final String ENTER = "enter";
  static final String ENTER_DESCRIPTOR = "(I)I";
  static final String EXIT = "exit";
  static final String EXIT_EXCEPTIONALLY = "exitExceptionally";
  static final String EXIT_DESCRIPTOR = "(I)V";
  static final String CAUGHT = "caught";
  static final String CAUGHT_DESCRIPTOR = "(II)V";

  private ProbeFacade() {}

  /** The class file, to be defined beside {@link Object}. */
  public static byte[] bytes(Mode mode) {
    String probe =
        switch (mode) {
          case FULL -> "dev/tare/runtime/FullProbe";
          case SAMPLED -> "dev/tare/runtime/SampledProbe";
        };
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    writer.visit(Opcodes.V17, access, INTERNAL_NAME, null, "java/lang/Object", null);
    forward(writer, probe, ENTER, ENTER_DESCRIPTOR, Opcodes.IRETURN);
    forward(writer, probe, EXIT, EXIT_DESCRIPTOR, Opcodes.RETURN);
    forward(writer, probe, EXIT_EXCEPTIONALLY, EXIT_DESCRIPTOR, Opcodes.RETURN);
    forward(writer, "dev/tare/runtime/CatchProbe", CAUGHT, CAUGHT_DESCRIPTOR, Opcodes.RETURN);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void forward(
      ClassWriter writer, String probe, String name, String descriptor, int returnOpcode) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    AnnotationVisitor inline =
        method.visitAnnotation("Ljdk/internal/vm/annotation/ForceInline;", true);
    inline.visitEnd();
    method.visitCode();
    int arguments = Type.getArgumentCount(descriptor);
    for (int i = 0; i < arguments; i++) {
      method.visitVarInsn(Opcodes.ILOAD, i); // int, [int]
    }
    method.visitMethodInsn(Opcodes.INVOKESTATIC, probe, name, descriptor, false); // int, or nothing
    method.visitInsn(returnOpcode);
    method.visitMaxs(arguments, arguments);
    method.visitEnd();
  }
}
