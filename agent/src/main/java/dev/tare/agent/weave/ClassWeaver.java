package dev.tare.agent.weave;

import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.calibration.training.KernelLoader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
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
  private static final int MAX_LOCALS = 65535;

  /**
   * How much ASM may allocate for one method's frames, which list all locals up to the new one: six
   * times its default, and enough for 4,000 frames of 4,000 locals.
   */
  private static final int MAX_FRAME_BYTES = 1 << 26;

  /** ASM's default. */
  private static final long MAX_OPERATIONS = 100_000_000;

  private final ClassFilter filter;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final ProbePlan plan;
  private final ProbeInserter inserter;

  ClassWeaver(ClassFilter filter, MethodRegistry registry, SkippedMethods skipped, ProbePlan plan) {
    this(
        filter,
        registry,
        skipped,
        plan,
        (owner, method, id, probes, version) ->
            new MethodWeaver(owner, method, id, probes, version).weave());
  }

  /** A weaver whose methods are woven by somebody else than {@link MethodWeaver}, and timed all. */
  ClassWeaver(
      ClassFilter filter, MethodRegistry registry, SkippedMethods skipped, ProbeInserter inserter) {
    this(filter, registry, skipped, ProbePlan.everythingTimed(), inserter);
  }

  private ClassWeaver(
      ClassFilter filter,
      MethodRegistry registry,
      SkippedMethods skipped,
      ProbePlan plan,
      ProbeInserter inserter) {
    this.filter = filter;
    this.registry = registry;
    this.skipped = skipped;
    this.plan = plan;
    this.inserter = inserter;
  }

  /** Adds the probes to one method, as {@link MethodWeaver#weave} does. */
  @FunctionalInterface
  interface ProbeInserter {
    void weave(
        String owner, MethodNode method, int id, MethodWeaver.ProbePair probes, int classVersion);
  }

  /** A method of the class. */
  private record Signature(String name, String descriptor) {
    // Written out: what records have by themselves is linked when it is first called, in a start's
    // time.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Signature that
          && name.equals(that.name)
          && descriptor.equals(that.descriptor);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + descriptor.hashCode();
    }
  }

  /** Why a method was left alone; the cause where a fault of ours is the reason. */
  private record Skip(SkipReason reason, @Nullable Throwable cause) {}

  /** Probes are taken out of classes from here on. */
  void stopped() {
    plan.directCalls().stopped();
  }

  /**
   * The woven class file, or null where nothing is to be woven. A method that the weaver cannot
   * cope with stays as it was.
   *
   * @param origin where the class came from
   * @throws RuntimeException where the class file is beyond ASM or beyond the format's limits
   */
  byte @Nullable [] weave(byte[] classFile, String origin) {
    ClassReader reader = new ClassReader(classFile);
    // A method on which the weaver failed is changed halfway: begin again, without it.
    Map<Signature, Skip> failed = new HashMap<>();
    byte[] woven;
    int known;
    do {
      known = failed.size();
      woven = weave(reader, classFile, origin, failed);
    } while (failed.size() > known);
    return woven;
  }

  /** Leaves methods alone that failed before, and adds those that fail now. */
  private byte @Nullable [] weave(
      ClassReader reader, byte[] classFile, String origin, Map<Signature, Skip> failed) {
    // The reader's constant pool is kept as it is, so that attributes unknown to ASM stay right.
    ClassWriter writer = new FramesGivenWriter(reader);
    int known = failed.size();
    ClassRewriter rewriter = new ClassRewriter(writer, reader, classFile, origin, failed);
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
    private final byte[] classFile;
    private final String origin;
    private int crc;
    private boolean hasCrc;
    private int version;
    private @Nullable String file;
    final Map<Signature, Skip> skips = new LinkedHashMap<>();
    int woven;

    /** Of the woven methods, the one of the most instructions; and how many. */
    @Nullable Signature largest;

    private int largestSize;

    private final CallsWithoutProbes calls;

    ClassRewriter(
        ClassVisitor next,
        ClassReader reader,
        byte[] classFile,
        String origin,
        Map<Signature, Skip> failed) {
      super(Opcodes.ASM9, next);
      this.owner = reader.getClassName();
      this.classFile = classFile;
      this.origin = origin;
      this.failed = failed;
      calls = new CallsWithoutProbes(reader, filter, registry, plan);
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
            write(this, signature, next);
          }
        }
      };
    }

    private void write(MethodNode method, Signature signature, MethodVisitor next) {
      try {
        method.accept(next);
      } catch (LimitExceededException e) {
        failed.put(signature, new Skip(SkipReason.TOO_LARGE_FRAMES, null));
      }
    }

    /** Whether the weaver could do it; a method of which it could not is not to be used. */
    private boolean weaves(MethodNode method, Signature signature) {
      int line = MethodWeaver.firstLine(method);
      int id = registry.id(owner, method.name, method.desc, file, line, origin);
      int probeId = id << 1 | (isVirtualCall(method) ? 1 : 0);
      try {
        ProbePlan.Probes probes = probes(id, method);
        if (probes != ProbePlan.Probes.ENTRY && !isKernel()) {
          calls.weave(id, method, probes != ProbePlan.Probes.NONE);
        }
        if (probes == ProbePlan.Probes.NONE) {
          return true;
        }
        if (probes == ProbePlan.Probes.ENTRY) {
          MethodWeaver.countEntry(method, probeId);
        } else {
          inserter.weave(owner, method, probeId, pair(probes), version);
        }
        woven++;
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

    private static MethodWeaver.ProbePair pair(ProbePlan.Probes probes) {
      return probes == ProbePlan.Probes.COUNTED
          ? MethodWeaver.ProbePair.COUNTED
          : MethodWeaver.ProbePair.TIMED;
    }

    /** The calibration's kernels are measured as timed methods are. */
    private ProbePlan.Probes probes(int id, MethodNode method) {
      return isKernel() ? ProbePlan.Probes.PAIR : plan.probes(id, () -> traits(method));
    }

    private boolean isKernel() {
      return owner.startsWith(KernelLoader.INTERNAL_PACKAGE);
    }

    private MethodTraits traits(MethodNode method) {
      CodeShape shape = CodeShape.of(method);
      return new MethodTraits(
          owner.replace('/', '.'),
          method.name,
          method.desc,
          classCrc(),
          shape.plainSize(),
          shape.wovenSize(),
          shape.callsNothing(),
          shape.loops(),
          filter.namesMethod(owner, method.name));
    }

    private int classCrc() {
      if (!hasCrc) {
        CRC32 sum = new CRC32();
        sum.update(classFile);
        crc = (int) sum.getValue();
        hasCrc = true;
      }
      return crc;
    }
  }

  /** Whether a call picks the method by the receiver's class (JVMS 6.5, invokevirtual). */
  private static boolean isVirtualCall(MethodNode method) {
    int bound = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return (method.access & bound) == 0 && !method.name.startsWith("<");
  }

  private static @Nullable SkipReason obstacle(MethodNode method) {
    if (method.maxLocals >= MAX_LOCALS || method.maxStack >= MAX_LOCALS) {
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
      super(reader, ClassWriter.COMPUTE_MAXS);
      setComputeLimits(MAX_FRAME_BYTES, MAX_OPERATIONS);
    }

    @Override
    protected String getCommonSuperClass(String first, String second) {
      throw new IllegalStateException("frames are extended, not computed");
    }
  }
}
