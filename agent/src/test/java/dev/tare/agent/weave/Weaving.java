package dev.tare.agent.weave;

import dev.tare.agent.budget.InitialTiers;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** Weaves single class files, as the transformer does, with methods numbered from 0. */
final class Weaving {
  final MethodRegistry registry = new MethodRegistry();
  final SkippedMethods skipped = new SkippedMethods();
  private final ClassWeaver weaver;

  /** Times every method. */
  Weaving() {
    this(ProbePlan.everythingTimed());
  }

  /** Gives methods what the plan says. */
  Weaving(ProbePlan plan) {
    this(plan, WovenClassCache.none());
  }

  /** The same, with classes of earlier runs. */
  Weaving(ProbePlan plan, WovenClassCache cache) {
    ClassFilter filter = new ClassFilter(List.of(), List.of());
    weaver = new ClassWeaver(filter, registry, skipped, plan, cache);
  }

  byte @Nullable [] weave(byte[] classFile) {
    return weaver.weave(new ClassReader(classFile).getClassName(), classFile, ClassOrigin.UNKNOWN);
  }

  /** As {@link WeavingTransformer#weaveForNextRun}. */
  void weaveForNextRun(Supplier<InitialTiers> next) {
    weaver.weaveForNextRun(next);
  }

  /**
   * The woven class, its probes' calls led to {@link ProbeLog}, so that it runs without an agent.
   */
  byte[] weaveForProbeLog(byte[] classFile) {
    byte[] woven = weave(classFile);
    if (woven == null) {
      throw new IllegalArgumentException("nothing was woven");
    }
    ClassWriter writer = new ClassWriter(0);
    String log = ProbeLog.class.getName().replace('.', '/');
    new ClassReader(woven)
        .accept(
            new ClassRemapper(
                writer, new SimpleRemapper(Opcodes.ASM9, ProbeFacade.INTERNAL_NAME, log)),
            ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }
}
