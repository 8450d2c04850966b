package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.NamePattern;
import org.junit.jupiter.api.Test;

class SkippedMethodsTest {
  private final SkippedMethods skipped = new SkippedMethods();

  @Test
  void aMethodIsMeantByItsNameWhateverItsOverload() {
    skipped.add("p/Overloads", "parse", "(J)V", SkipReason.METHOD_TOO_LARGE, null);
    assertTrue(isAny("p.Overloads#parse"));
    assertTrue(isAny("p.*"));
    assertFalse(isAny("p.Overloads#print"));
    assertFalse(isAny("q.*#parse"));
  }

  @Test
  void allMethodsOfAClassAreMeantWithIt() {
    skipped.addClass("p/Overloads", SkipReason.CLASS_TOO_LARGE, null);
    assertTrue(isAny("p.Overloads#print"));
    assertFalse(isAny("p.Other#print"));
  }

  private boolean isAny(String pattern) {
    return skipped.isAny(new NamePattern(pattern));
  }
}
