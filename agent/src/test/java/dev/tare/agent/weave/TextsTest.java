package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
  private static final int MANY = 100_000;

  private final Texts texts = new Texts();

  @Test
  void eachTextHasOneNumber() {
    int[] numbers = new int[MANY];
    for (int i = 0; i < MANY; i++) {
      numbers[i] = texts.add("(Lcom/acme/C" + i + ";)V");
    }
    for (int i = 0; i < MANY; i++) {
      String text = "(Lcom/acme/C" + i + ";)V";
      assertEquals(numbers[i], texts.add(text));
      assertEquals(numbers[i], texts.find(text));
      assertEquals(text, texts.text(numbers[i]));
    }
    assertEquals(Texts.NONE, texts.find("(Lcom/acme/C" + MANY + ";)V"));
  }

  /** Latin letters, other ones, half a surrogate pair, which is a name to the JVM. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "m", "\u00e4\u00ff", "\u0100", "m\u65e5\u672c", "\ud83d\ude00", "\ud800"})
  void isReadAsItWasWritten(String text) {
    int other = texts.add("?");
    int number = texts.add(text);
    assertNotEquals(other, number);
    assertEquals(text, texts.text(number));
    assertEquals(number, texts.find(text));
  }

  /** As long as a constant of a class file can be, and so longer than a page. */
  @Test
  void isOfAnyLength() {
    int first = texts.add("m");
    String longest = "a".repeat(65_535);
    int number = texts.add(longest);
    String wide = "\u65e5".repeat(21_845);
    int wideNumber = texts.add(wide);
    int last = texts.add("n");
    assertEquals(longest, texts.text(number));
    assertEquals(wide, texts.text(wideNumber));
    assertEquals("m", texts.text(first));
    assertEquals("n", texts.text(last));
  }
}
