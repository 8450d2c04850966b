package dev.tare.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotMethodTest {
  @Test
  void threadsOfAMethodAreAddedUpAndMethodsOfOneNameAreNot(@TempDir Path folder)
      throws IOException {
    Path table =
        Files.writeString(
            folder.resolve("table.csv"),
            """
            thread,class,method,descriptor,calls,self_ns
            a,com.acme.Order,total,()J,1,900
            b,com.acme.Order,total,()J,2,100
            a,org.other.Order,total,()J,4,800
            a,com.acme.Line,price,(I)J,8,700
            a,com.acme.Line,price,"(ILjava/lang/String;)J",16,600
            a,com.acme.Line,copy,(I)I,32,500
            a,com.acme.Line,copy,(I)J,64,400
            a,com.acme.Line,parse,()V,128,300
            a,,<flat calls>,,256,0
            """);
    assertEquals(
        List.of(
            "com.acme.Order.total 3 1000",
            "org.other.Order.total 4 800",
            "Line.price(int) 8 700",
            "Line.price(int, String) 16 600",
            "com.acme.Line.copy(I)I 32 500",
            "com.acme.Line.copy(I)J 64 400",
            "Line.parse 128 300",
            "<flat calls> 256 0"),
        HotMethod.read(table, 20).stream()
            .map(method -> method.name() + " " + method.calls() + " " + method.self())
            .toList());
    assertEquals(2, HotMethod.read(table, 2).size());
  }
}
