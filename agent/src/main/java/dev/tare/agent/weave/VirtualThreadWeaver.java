package dev.tare.agent.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves {@code java.lang.VirtualThread}, and nothing else, so that the runtime learns when a
 * virtual thread is put on a carrier and taken off: at the end of {@code mount} and at the
 * beginning of {@code unmount}. JDK 21 and later have had both, private and without parameters.
 */
public final class VirtualThreadWeaver implements ClassFileTransformer {
  private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
  private static final String PROBE = "dev/tare/runtime/probe/VirtualThreadMountProbe";
  private static final String CONTINUATION = "jdk/internal/vm/Continuation";

  private final Instrumentation instrumentation;
  private final @Nullable Class<?> virtualThread = virtualThread();
  private int woven;

  /** Off: the class gets no probes, or loses them. */
  private volatile boolean on;

  /** Weaves nothing yet. */
  public VirtualThreadWeaver(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    if (virtualThread != null) {
      instrumentation.addTransformer(this, true);
    }
  }

  private static @Nullable Class<?> virtualThread() {
    try {
      return Class.forName("java.lang.VirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // before JDK 21
    }
  }

  /** Weaves it now, or takes its probes out again. */
  public void turn(boolean on) throws UnmodifiableClassException {
    if (virtualThread != null && this.on != on) {
      this.on = on;
      instrumentation.retransformClasses(virtualThread);
    }
  }

  /** Whether this JDK has virtual threads, but, as was seen when weaving, not these methods. */
  public boolean failed() {
    return virtualThread != null && woven != 2;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    return on && loader == null && VIRTUAL_THREAD.equals(internalName) ? weave(classFile) : null;
  }

  private byte[] weave(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    woven = 0;
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          private @Nullable String continuation;

          @Override
          public FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            if (descriptor.equals("L" + CONTINUATION + ";")) {
              continuation = name;
            }
            return super.visitField(access, name, descriptor, signature, value);
          }

          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (descriptor.equals("()V") && (name.equals("mount") || name.equals("unmount"))) {
              woven++;
              return new CarrierMethodWeaver(method, name.equals("unmount"), continuation);
            }
            return method;
          }
        },
        0);
    return writer.toByteArray();
  }

  /** Calls the probe with {@code this}, and with whether that has ended. */
  private static final class CarrierMethodWeaver extends MethodVisitor {
    private final boolean unmount;

    /** The field whose value knows that; null where there is none. */
    private final @Nullable String continuation;

    CarrierMethodWeaver(MethodVisitor method, boolean unmount, @Nullable String continuation) {
      super(Opcodes.ASM9, method);
      this.unmount = unmount;
      this.continuation = continuation;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (unmount) {
        super.visitVarInsn(Opcodes.ALOAD, 0); // Thread
        hasEnded(); // Thread boolean
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, PROBE, "unmounting", "(Ljava/lang/Thread;Z)V", false); // -
      }
    }

    @Override
    public void visitInsn(int opcode) {
      if (!unmount && opcode == Opcodes.RETURN) {
        super.visitVarInsn(Opcodes.ALOAD, 0); // Thread
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, PROBE, "mounted", "(Ljava/lang/Thread;)V", false); // -
      }
      super.visitInsn(opcode);
    }

    private void hasEnded() {
      if (continuation == null) {
        super.visitInsn(Opcodes.ICONST_0);
      } else {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(
            Opcodes.GETFIELD, VIRTUAL_THREAD, continuation, "L" + CONTINUATION + ";");
        super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, CONTINUATION, "isDone", "()Z", false);
      }
    }
  }
}
