package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.tare.profile.SkippedMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is rehearsed is a proper class, or the rehearsal would end at its first fault. */
class WeaverWarmUpTest {

  @Test
  void theRehearsedClassIsWovenAndVerified() throws ReflectiveOperationException {
    Weaving weaving = new Weaving();
    byte[] woven = weaving.weave(WeaverWarmUp.rehearsed());
    assertNotNull(woven);
    assertEquals(List.of(), weaving.skipped.all());
    Class<?> type = BytesLoader.define("dev.tare.rehearsal.Rehearsed", woven);
    assertEquals(1, type.getDeclaredConstructors().length);
  }

  /** It could come to nothing without a sign: a transformer that is off weaves nothing. */
  @Test
  void whatIsRehearsedHappens() {
    MethodRegistry registry = new MethodRegistry();
    SkippedMethods skipped = new SkippedMethods();
    WeaverWarmUp.run(new ClassLoader() {}, registry, skipped);
    assertEquals(
        List.of("<init>", "guarded"),
        List.of(registry.method(0).name(), registry.method(1).name()));
    assertEquals(
        List.of("<init>", "guarded", "counting", "bare", ""),
        skipped.all().stream().map(SkippedMethod::name).toList(),
        skipped.all()::toString);
  }
}
