package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
 * Goes through a class with ASM and adds the probes. Where methods get some, the class is written,
 * and its other methods are copied byte by byte.
 */
final class ClassRewriter extends ClassVisitor {
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

  /** A woven class, and the numbers that its methods have in this run. */
  record Result(WovenClass woven, List<MethodNumbers> numbers) {}

  private final ClassReader reader;
  private final ClassOutline outline;
  private final ClassFilter filter;
  private final ClassDecisions decisions;
  private final ClassWeaver.ProbeInserter inserter;
  private final boolean seeksCalls;

  /** Methods that are left alone because writing them failed before, and those that fail now. */
  private final Map<Signature, Skip> failed;

  private final NumberSlots slots;
  private final CallsWithoutProbes calls;
  private final List<WovenClass.Method> methods = new ArrayList<>();
  private final List<MethodNumbers> numbers = new ArrayList<>();
  private final List<WovenClass.Skipped> skipped = new ArrayList<>();
  private @Nullable String sourceFile;
  private int version;

  /** How many methods were visited so far. */
  private int visited;

  /** The methods with probes, by their places among all. */
  private final Map<Integer, MethodNode> woven = new HashMap<>();

  /** Of the woven methods, the one of the most instructions; and how many. */
  private @Nullable Signature largest;

  private int largestSize;

  private ClassRewriter(
      ClassReader reader,
      ClassOutline outline,
      ClassFilter filter,
      ClassDecisions decisions,
      ClassWeaver.ProbeInserter inserter,
      boolean seeksCalls,
      Map<Signature, Skip> failed) {
    super(Opcodes.ASM9);
    this.reader = reader;
    this.outline = outline;
    this.filter = filter;
    this.decisions = decisions;
    this.inserter = inserter;
    this.seeksCalls = seeksCalls;
    this.failed = failed;
    slots = new NumberSlots(reader);
    calls = new CallsWithoutProbes(reader, outline, filter, decisions, slots);
  }

  /**
   * Weaves a class file. A method that the weaver cannot cope with stays as it was.
   *
   * @param seeksCalls whether calls to methods without probes are sought
   * @throws RuntimeException where the class file is beyond ASM or beyond the format's limits
   */
  static Result weave(
      ClassReader reader,
      ClassOutline outline,
      ClassFilter filter,
      ClassDecisions decisions,
      ClassWeaver.ProbeInserter inserter,
      boolean seeksCalls) {
    // What is too large once it is written has numbers already: begin again, without it.
    Map<Signature, Skip> failed = new HashMap<>();
    while (true) {
      int known = failed.size();
      ClassRewriter rewriter =
          new ClassRewriter(reader, outline, filter, decisions, inserter, seeksCalls, failed);
      reader.accept(rewriter, ClassReader.EXPAND_FRAMES);
      byte[] bytes = rewriter.woven.isEmpty() ? null : rewriter.bytes();
      if (failed.size() == known) {
        return rewriter.result(bytes);
      }
    }
  }

  /** Null where one more method failed. */
  private byte @Nullable [] bytes() {
    // The reader's constant pool is kept as it is, so that attributes unknown to ASM stay right.
    ClassWriter writer = new FramesGivenWriter(reader);
    int known = failed.size();
    reader.accept(new Copy(writer), 0);
    if (failed.size() > known) {
      return null;
    }
    try {
      return writer.toByteArray();
    } catch (MethodTooLargeException e) {
      Signature method = new Signature(e.getMethodName(), e.getDescriptor());
      if (failed.put(method, new Skip(SkipReason.METHOD_TOO_LARGE, null)) != null) {
        throw e;
      }
    } catch (LimitExceededException e) {
      // Where jumps became too far for two bytes ASM goes through their methods once more, but only
      // so long. It does not say which method it was in.
      if (largest == null) {
        throw e;
      }
      failed.put(largest, new Skip(SkipReason.TOO_MANY_WIDE_JUMPS, null));
    }
    return null;
  }

  /** Writes the class, with the woven methods in place of what they were. */
  private final class Copy extends ClassVisitor {
    private int place;

    Copy(ClassWriter writer) {
      super(Opcodes.ASM9, writer);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      MethodNode method = woven.get(place++);
      if (method == null) {
        return next; // The writer's own: the reader lets it copy the method.
      }
      try {
        method.accept(next);
      } catch (LimitExceededException e) {
        failed.put(new Signature(name, descriptor), new Skip(SkipReason.TOO_LARGE_FRAMES, null));
      }
      return null;
    }
  }

  private Result result(byte @Nullable [] bytes) {
    List<WovenClass.NumberSlot> found = bytes == null ? List.of() : slots.find(bytes);
    return new Result(
        new WovenClass(bytes, outline.checksum, sourceFile, methods, found, skipped), numbers);
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
  }

  @Override
  public void visitSource(@Nullable String source, @Nullable String debug) {
    sourceFile = source;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    int place = visited++;
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
        || !filter.includesMethod(outline.name, name)) {
      return null;
    }
    return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
      @Override
      public void visitEnd() {
        Signature signature = new Signature(name, descriptor);
        WovenSize size = WovenSize.of(this);
        Skip skip = failed.get(signature);
        if (skip == null) {
          SkipReason obstacle = obstacle(this, size);
          skip = obstacle == null ? weave(this, place, size, signature) : new Skip(obstacle, null);
        }
        if (skip != null) {
          skipped.add(new WovenClass.Skipped(name, descriptor, skip.reason, skip.cause));
        }
      }
    };
  }

  /** Why the weaver could not do it; null where it could. */
  private @Nullable Skip weave(MethodNode method, int place, WovenSize size, Signature signature) {
    int line = MethodWeaver.firstLine(method);
    int number = decisions.number(method.name, method.desc, sourceFile, line);
    int index = methods.size();
    try {
      CodeShape shape = CodeShape.of(method, size);
      ProbePlan.Probes probes = decisions.probes(number, method.name, method.desc, shape);
      boolean concernsCalls = decisions.concernsCalls(probes);
      int hash = concernsCalls ? CodeFlow.hash(method) : 0;
      CallsWithoutProbes.Found found =
          concernsCalls && seeksCalls
              ? calls.weave(index, number, method, shape, probes.makeNodes())
              : new CallsWithoutProbes.Found(List.of(), new MethodNumbers(number, new int[0]));
      if (probes != ProbePlan.Probes.NONE) {
        addProbes(method, index, probes);
        woven.put(place, method);
        if (method.instructions.size() > largestSize) {
          largestSize = method.instructions.size();
          largest = signature;
        }
      }
      methods.add(
          new WovenClass.Method(
              method.name, method.desc, line, shape, hash, probes, found.calls()));
      numbers.add(found.numbers());
      return null;
    } catch (RuntimeException | LinkageError e) {
      return new Skip(SkipReason.WEAVER_FAILED, e);
    }
  }

  private void addProbes(MethodNode method, int index, ProbePlan.Probes probes) {
    int constant = slots.take(index, WovenClass.OWN, isVirtualCall(method) ? 1 : 0);
    if (probes == ProbePlan.Probes.ENTRY) {
      MethodWeaver.countEntry(method, constant, ProbeFacade.COUNT);
    } else if (probes == ProbePlan.Probes.FLAT) {
      MethodWeaver.countEntry(method, constant, ProbeFacade.COUNT_FLAT);
    } else {
      MethodWeaver.ProbePair pair =
          probes == ProbePlan.Probes.COUNTED
              ? MethodWeaver.ProbePair.COUNTED
              : MethodWeaver.ProbePair.TIMED;
      inserter.weave(outline.name, method, constant, pair, version);
    }
  }

  /** Whether a call picks the method by the receiver's class (JVMS 6.5, invokevirtual). */
  private static boolean isVirtualCall(MethodNode method) {
    int bound = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return (method.access & bound) == 0 && !method.name.startsWith("<");
  }

  private static @Nullable SkipReason obstacle(MethodNode method, WovenSize size) {
    if (method.maxLocals >= MAX_LOCALS || method.maxStack >= MAX_LOCALS) {
      return SkipReason.TOO_MANY_LOCALS;
    }
    if (size.after > LARGEST_SIZE) {
      return SkipReason.METHOD_TOO_LARGE;
    }
    return size.after > WovenSize.MAX_COMPILED && size.before <= WovenSize.MAX_COMPILED
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
