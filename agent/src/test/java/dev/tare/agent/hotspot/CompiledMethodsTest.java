package dev.tare.agent.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompiledMethodsTest {
  @Test
  void eachLineOfTheListNamesAMethod() {
    String list =
        """
        4711:
        4 0 0 jdk.internal.misc.Unsafe.getByte(Ljava/lang/Object;J)B [0x00007f20, 0x00007f20 - 0x00]
        812 3 0 com.acme.Order$Line.total(I)J [0x00007f20, 0x00007f20 - 0x00]
        813 4 -1 com.acme.Order.<init>()V [0x00007f20, 0x00007f20 - 0x00]

        """;
    List<String> told = new ArrayList<>();
    CompiledMethods.parse(
        list, (className, name, descriptor) -> told.add(className + " " + name + " " + descriptor));
    assertEquals(
        List.of(
            "jdk.internal.misc.Unsafe getByte (Ljava/lang/Object;J)B",
            "com.acme.Order$Line total (I)J",
            "com.acme.Order <init> ()V"),
        told);
  }
}
