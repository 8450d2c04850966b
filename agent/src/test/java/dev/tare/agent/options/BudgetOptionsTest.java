package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetOptionsTest {
  @Test
  void aProgramMayTakeTwiceAsLongUnlessSomebodySaysSo() throws OptionException {
    AgentOptions options = AgentOptions.parse("");
    assertEquals(1, options.budget.share(), 1e-9);
    assertEquals("auto", options.budgetLearn);
    assertEquals("100%", options.settings().get("budget"));
  }

  @Test
  void aShareIsAPercentageOrUnlimited() throws OptionException {
    assertEquals(0.1, AgentOptions.parse("budget=10%").budget.share(), 1e-9);
    assertTrue(AgentOptions.parse("budget=off").budget.isOff());
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "0%", "0.5%", "-1%", "on", "", "%", "10 %"})
  void whatIsNoShareIsRefused(String value) {
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse("budget=" + value));
    assertTrue(wrong.line().contains("budget=" + value), wrong.line());
  }

  @Test
  void aFileThatCannotBeIsRefused(@TempDir Path folder) throws OptionException {
    Path file = folder.resolve("rates");
    assertEquals(file.toString(), AgentOptions.parse("budgetlearn=" + file).budgetLearn);
    Path missing = folder.resolve("no").resolve("rates");
    assertThrows(OptionException.class, () -> AgentOptions.parse("budgetlearn=" + missing));
    assertThrows(OptionException.class, () -> AgentOptions.parse("budgetlearn=" + folder));
  }
}
