package dev.tare.report.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {
  @Test
  void aDescriptorIsSaidAsJavaWould() {
    String descriptor = "(I[Lcom/acme/Line;)Ljava/lang/String;";
    assertEquals("(int, Line[])", Signature.parameters(descriptor));
    assertEquals("(int, Line[]): String", Signature.brief(descriptor));
    assertEquals("(int, com.acme.Line[]): java.lang.String", Signature.qualified(descriptor));
  }

  /** Nodes that stand for many methods, such as flat calls, have an empty one. */
  @ParameterizedTest
  @ValueSource(strings = {"", "(", "()", "(I", "(I)", "x", "(Lcom/acme/Line)V", "()VV"})
  void whatIsNoDescriptorStaysAsItIs(String text) {
    assertEquals(text, Signature.qualified(text));
  }
}
