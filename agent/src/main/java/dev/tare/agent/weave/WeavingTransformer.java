package dev.tare.agent.weave;

import dev.tare.agent.calibration.KernelLoader;
import dev.tare.runtime.AgentWork;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassTooLargeException;

/**
 * Weaves classes as they load, in the thread that loads them. No exception leaves it, and a class
 * that cannot be woven loads as it was, listed with the reason.
 */
public final class WeavingTransformer implements ClassFileTransformer {
  private final ClassFilter filter;
  private final ClassWeaver weaver;
  private final SkippedMethods skipped;

  /** Off: classes get no probes, and those that are transformed again lose theirs. */
  private volatile boolean on;

  /** A transformer that gives the methods their numbers from {@code registry}. */
  public WeavingTransformer(ClassFilter filter, MethodRegistry registry, SkippedMethods skipped) {
    this.filter = filter;
    this.skipped = skipped;
    weaver = new ClassWeaver(filter, registry, skipped);
  }

  /**
   * Says whether classes are woven from now on; the calibration's kernels always are. Of classes
   * that are loaded already it says what comes of transforming them again.
   */
  public void turn(boolean on) {
    this.on = on;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null
        || !(on || KernelLoader.isOne(loader))
        || !filter.includesClass(loader, internalName)) {
      return null;
    }
    AgentWork work = AgentWork.begin();
    try {
      return weaver.weave(classFile);
    } catch (ClassTooLargeException e) {
      skipped.addClass(internalName, SkipReason.CLASS_TOO_LARGE, e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      skipped.addClass(internalName, SkipReason.UNREADABLE, e);
    } catch (Throwable e) {
      // Whatever it is, out of memory or stack among them, the application's class must load.
      skipped.addClass(internalName, SkipReason.WEAVER_FAILED, e);
    } finally {
      work.end();
    }
    return null;
  }
}
