package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is rehearsed is a proper class, or the rehearsal would end at its first fault. */
class RehearsalTest {

  @Test
  void theRehearsedClassIsWovenAndVerified() throws ReflectiveOperationException {
    Weaving weaving = new Weaving();
    byte[] woven = weaving.weave(Rehearsal.rehearsed());
    assertNotNull(woven);
    assertEquals(List.of(), weaving.skipped.all());
    Class<?> type = BytesLoader.define("dev.tare.rehearsal.Rehearsed", woven);
    assertEquals(1, type.getDeclaredConstructors().length);
  }
}
