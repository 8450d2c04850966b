package dev.tare.agent.weave;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.LimitExceededException;
import org.objectweb.asm.MethodTooLargeException;
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
  private final ProbeInserter inserter;

  ClassWeaver(ClassFilter filter, MethodRegistry registry, SkippedMethods skipped) {
    this(
        filter,
        registry,
        skipped,
        (owner, method, id, version) -> new MethodWeaver(owner, method, id, version).weave());
  }

  /** A weaver whose methods are woven by somebody else than {@link MethodWeaver}. */
  ClassWeaver(
      ClassFilter filter, MethodRegistry registry, SkippedMethods skipped, ProbeInserter inserter) {
    this.filter = filter;
    this.registry = registry;
    this.skipped = skipped;
    this.inserter = inserter;
  }

  /** Adds the probes to one method, as {@link MethodWeaver#weave} does. */
  @FunctionalInterface
  interface ProbeInserter {
    void weave(String owner, MethodNode method, int id, int classVersion);
  }

  /** A method of the class. */
  private record Signature(String name, String descriptor) {}

  /** Why a method was left alone; the cause where a fault of ours is the reason. */
  private record Skip(SkipReason reason, @Nullable Throwable cause) {}

  /**
   * The woven class file, or null where nothing is to be woven. A method that the weaver cannot
   * cope with stays as it was.
   *
   * @throws RuntimeException where the class file is beyond ASM or beyond the format's limits
   */
  byte @Nullable [] weave(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    // A method on which the weaver failed is changed halfway: begin again, without it.
    Map<Signature, Skip> failed = new HashMap<>();
    byte[] woven;
    int known;
    do {
      known = failed.size();
      woven = weave(reader, failed);
    } while (failed.size() > known);
    return woven;
  }

  /** Leaves methods alone that failed before, and adds those that fail now. */
  private byte @Nullable [] weave(ClassReader reader, Map<Signature, Skip> failed) {
    // The reader's constant pool is kept as it is, so that attributes unknown to ASM stay right.
    ClassWriter writer = new FramesGivenWriter(reader);
    int known = failed.size();
    ClassRewriter rewriter = new ClassRewriter(writer, reader.getClassName(), failed);
    reader.accept(rewriter, ClassReader.EXPAND_FRAMES);
    if (failed.size() > known) {
      return null;
    }
    byte[] woven;
    try {
      woven = rewriter.woven == 0 ? null : writer.toByteArray();
    } catch (MethodTooLargeException e) {
      Signature method = new Signature(e.getMethodName(), e.getDescriptor());
      if (failed.put(method, new Skip(SkipReason.METHOD_TOO_LARGE, null)) != null) {
        throw e;
      }
      return null;
    } catch (LimitExceededException e) {
      // Where jumps became too far for two bytes ASM goes through their methods once more, but only
      // so long. It does not say which method it was in.
      if (rewriter.largest == null) {
        throw e;
      }
      failed.put(rewriter.largest, new Skip(SkipReason.TOO_MANY_WIDE_JUMPS, null));
      return null;
    }
    rewriter.skips.forEach(
        (method, skip) ->
            skipped.add(
                reader.getClassName(), method.name, method.descriptor, skip.reason, skip.cause));
    return woven;
  }

  private final class ClassRewriter extends ClassVisitor {
    private final String owner;
    private final Map<Signature, Skip> failed;
    private int version;
    private @Nullable String file;
    final Map<Signature, Skip> skips = new LinkedHashMap<>();
    int woven;

    /** Of the woven methods, the one of the most instructions; and how many. */
    @Nullable Signature largest;

    private int largestSize;

    ClassRewriter(ClassVisitor next, String owner, Map<Signature, Skip> failed) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
      this.failed = failed;
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
          Signature signature = new Signature(name, descriptor);
          Skip skip = failed.get(signature);
          if (skip == null) {
            SkipReason obstacle = obstacle(this);
            skip = obstacle == null ? null : new Skip(obstacle, null);
          }
          if (skip != null) {
            skips.put(signature, skip);
            accept(next);
          } else if (weaves(this, signature)) {
            woven++;
            accept(next);
          }
        }
      };
    }

    /** Whether the weaver could do it; a method of which it could not is not to be used. */
    private boolean weaves(MethodNode method, Signature signature) {
      int id = registry.id(owner, method.name, method.desc, file, MethodWeaver.firstLine(method));
      int probeId = id << 1 | (isDispatched(method) ? 1 : 0);
      try {
        inserter.weave(owner, method, probeId, version);
        if (method.instructions.size() > largestSize) {
          largestSize = method.instructions.size();
          largest = signature;
        }
        return true;
      } catch (RuntimeException | LinkageError e) {
        failed.put(signature, new Skip(SkipReason.WEAVER_FAILED, e));
        return false;
      }
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
