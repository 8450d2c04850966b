package dev.tare.agent.weave;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentTextsTest {
  private final RecentTexts texts = new RecentTexts();

  private String read(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(UTF_8);
    return texts.text(bytes, 1, bytes.length - 2);
  }

  @Test
  void aTextThatComesAgainIsTheSame() {
    String first = read("()Ljava/lang/String;");
    read("toString");
    assertSame(first, read("()Ljava/lang/String;"));
    assertSame(first, texts.same(new String(first)));
  }

  @Test
  void textsOfOnePlaceAreToldApart() {
    for (String text : List.of("Aa", "BB", "AaAa", "BBBB", "AaBB", "Aa", "", "")) {
      assertEquals(text, read(text)); // The hashes of Aa and BB are equal.
      assertEquals(text, texts.same(text));
    }
  }

  @Test
  void charactersOfSeveralBytesAreRead() {
    for (String text : List.of("größe", "groesse", "größe", "\uD83D\uDE00", "日本")) {
      assertEquals(text, read(text));
      assertEquals(text, texts.same(text));
    }
    assertNotSame(read("größe"), read("größe"));
  }
}
