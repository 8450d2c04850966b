package dev.tare.agent.weave;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Adds the probes to the methods of a class, of those that have code and that the filter includes.
 */
final class ClassWeaver {
  /** HotSpot's {@code HugeMethodLimit}. */
  private static final int COMPILED_SIZE = 8000;

  /** JVMS 4.7.3. */
  private static final int LARGEST_SIZE = 65535;

  /** JVMS 4.7.3: {@code max_locals} and the operand stack are counted in two bytes. */
  private static final int MOST_LOCALS = 65535;

  private final ClassFilter filter;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;

  ClassWeaver(ClassFilter filter, MethodRegistry registry, SkippedMethods skipped) {
    this.filter = filter;
    this.registry = registry;
    this.skipped = skipped;
  }

  /**
   * The woven class file, or null where nothing is to be woven.
   *
   * @throws RuntimeException where the class file is beyond ASM or beyond the format's limits
   */
  byte @Nullable [] weave(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    // The reader's constant pool is kept as it is, so that attributes unknown to ASM stay right.
    ClassWriter writer = new FramesGivenWriter(reader);
    ClassRewriter rewriter = new ClassRewriter(writer, reader.getClassName());
    reader.accept(rewriter, ClassReader.EXPAND_FRAMES);
    return rewriter.woven == 0 ? null : writer.toByteArray();
  }

  private final class ClassRewriter extends ClassVisitor {
    private final String owner;
    private int version;
    private @Nullable String file;
    int woven;

    ClassRewriter(ClassVisitor next, String owner) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      this.version = version & 0xFFFF; // the minor version is above
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitSource(@Nullable String source, @Nullable String debug) {
      file = source;
      super.visitSource(source, debug);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
          || !filter.includesMethod(owner, name)) {
        return next;
      }
      return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
        @Override
        public void visitEnd() {
          SkipReason reason = weave(this);
          if (reason == null) {
            woven++;
          } else {
            skipped.add(owner, name, descriptor, reason);
          }
          accept(next);
        }
      };
    }

    /** Weaves the method, or says why it was left as it was. */
    private @Nullable SkipReason weave(MethodNode method) {
      SkipReason reason = obstacle(method);
      if (reason == null) {
        int line = MethodWeaver.firstLine(method);
        int id = registry.id(owner, method.name, method.desc, file, line);
        int probeId = id << 1 | (isDispatched(method) ? 1 : 0);
        new MethodWeaver(owner, method, probeId, version).weave();
      }
      return reason;
    }
  }

  /** Whether a call picks the method by the receiver's class (JVMS 6.5, invokevirtual). */
  private static boolean isDispatched(MethodNode method) {
    int bound = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return (method.access & bound) == 0 && !method.name.startsWith("<");
  }

  private static @Nullable SkipReason obstacle(MethodNode method) {
    if (method.maxLocals >= MOST_LOCALS || method.maxStack >= MOST_LOCALS) {
      return SkipReason.TOO_MANY_LOCALS;
    }
    WovenSize size = WovenSize.of(method);
    if (size.after > LARGEST_SIZE) {
      return SkipReason.METHOD_TOO_LARGE;
    }
    return size.after > COMPILED_SIZE && size.before <= COMPILED_SIZE
        ? SkipReason.METHOD_TOO_LARGE_TO_COMPILE
        : null;
  }

  /** A writer that never computes a frame, and so never asks for a class. */
  private static final class FramesGivenWriter extends ClassWriter {
    FramesGivenWriter(ClassReader reader) {
      super(reader, 0);
    }

    @Override
    protected String getCommonSuperClass(String first, String second) {
      throw new IllegalStateException("frames are extended, not computed");
    }
  }
}
