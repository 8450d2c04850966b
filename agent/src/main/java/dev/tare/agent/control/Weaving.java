package dev.tare.agent.control;

import dev.tare.agent.weave.CarrierWeaver;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.runtime.Pauses;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;

/**
 * Whether classes have probes. Turned off, no woven code is left but in activations that began
 * before, and those go on to their ends.
 */
public final class Weaving {
  private final WeavingTransformer transformer;
  private final CarrierWeaver carriers;
  private final LoadedClasses classes;

  /** Nothing is woven yet. */
  public Weaving(
      WeavingTransformer transformer,
      CarrierWeaver carriers,
      Instrumentation instrumentation,
      ClassFilter filter,
      SkippedMethods skipped) {
    this.transformer = transformer;
    this.carriers = carriers;
    this.classes = new LoadedClasses(instrumentation, filter, skipped);
  }

  /**
   * Weaves what is loaded, and what will be.
   *
   * @param recorded told when calls begin to be recorded
   * @return how many loaded classes were transformed
   */
  int turnOn(Runnable recorded) throws UnmodifiableClassException {
    carriers.turn(true);
    recorded.run();
    Pauses.end();
    transformer.turn(true);
    return classes.transformAgain();
  }

  /**
   * Takes the probes out.
   *
   * @param recorded told when calls are recorded no more
   * @return how many classes were transformed
   */
  int turnOff(Runnable recorded) throws UnmodifiableClassException {
    transformer.turn(false);
    int count = classes.transformAgain();
    Pauses.begin();
    recorded.run();
    carriers.turn(false);
    return count;
  }

  /** Whether carriers of virtual threads go unseen, though they are to be seen. */
  public boolean missesCarriers() {
    return carriers.failed();
  }
}
