package dev.tare.agent.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompilerDirectivesTest {
  @Test
  void packagesAreMatchedAsAWhole() {
    assertEquals(
        "[{ match: [\"java/lang/*.*\", \"java/util/*.*\"], c2: { Exclude: true } }]",
        CompilerDirectives.text(List.of(String.class, List.class)));
  }

  /** With C2 alone, what it leaves out would be interpreted. */
  @Test
  void whereTheUserChoosesCompilersNothingIsChosen() {
    assertTrue(CompilerDirectives.areCompilersChosen(arguments("-XX:-TieredCompilation")));
    assertTrue(CompilerDirectives.areCompilersChosen(arguments("-XX:CompilationMode=high-only")));
    assertFalse(CompilerDirectives.areCompilersChosen(arguments("-XX:+UseSerialGC")));
    assertFalse(CompilerDirectives.areCompilersChosen(null));
  }

  private static String[] arguments(String argument) {
    return new String[] {"-Xmx64m", argument};
  }
}
