package dev.tare.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.Result;

class HotMethodTest {
  @Test
  void threadsOfAMethodAreAddedUpAndMethodsOfOneNameAreNot(@TempDir Path folder)
      throws IOException {
    Path table =
        Files.writeString(
            folder.resolve("table.csv"),
            """
            thread,class,method,descriptor,calls,self_ns,calls_kind
            a,com.acme.Order,total,()J,1,900,exact
            b,com.acme.Order,total,()J,2,100,exact
            a,org.other.Order,total,()J,4,800,exact
            a,com.acme.Line,price,(I)J,8,700,exact
            a,com.acme.Line,price,"(ILjava/lang/String;)J",16,600,exact
            a,com.acme.Line,copy,(I)I,32,500,exact
            a,com.acme.Line,copy,(I)J,64,400,exact
            a,com.acme.Line,parse,()V,128,300,exact
            a,,<flat calls>,,256,0,exact
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

  @Test
  void callsThatWereNotAllCountedAreNoResult(@TempDir Path folder) throws IOException {
    Path table =
        Files.writeString(
            folder.resolve("table.csv"),
            """
            thread,class,method,descriptor,calls,self_ns,calls_kind
            a,com.acme.Order,total,()J,10,900,exact
            b,com.acme.Order,total,()J,10,100,derived
            a,com.acme.Line,price,()J,10,700,exact
            b,com.acme.Line,price,()J,10,100,bounded
            a,com.acme.Line,copy,()J,10,500,estimated
            a,com.acme.Line,sampled,()J,0,400,exact
            """);
    assertEquals(
        List.of(
            "tare.calls:Order.total",
            "tare.self:Order.total",
            "tare.self:Line.price",
            "tare.self:Line.copy",
            "tare.self:Line.sampled"),
        HotMethod.read(table, 20).stream()
            .flatMap(method -> method.results(10).stream())
            .map(Result::getLabel)
            .toList());
  }
}
