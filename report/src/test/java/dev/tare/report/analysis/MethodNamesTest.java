package dev.tare.report.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.MethodInfo;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodNamesTest {

  @Test
  void oneOfANameIsToldByClassAndMethod() {
    assertEquals(List.of("com.acme.A.a", "com.acme.A.b"), names("a(I)V", "b(I)V"));
  }

  @Test
  void severalOfANameAreToldByWhatTheyTake() {
    assertEquals(
        List.of("com.acme.A.a(int)", "com.acme.A.a(Line[], long)", "com.acme.A.b"),
        names("a(I)V", "a([Lcom/acme/Line;J)V", "b()V"));
  }

  @Test
  void thoseThatTakeTheSameAreToldByTheirResults() {
    assertEquals(
        List.of("com.acme.A.a(): Object", "com.acme.A.a(): String[]", "com.acme.A.a(int)"),
        names("a()Ljava/lang/Object;", "a()[Ljava/lang/String;", "a(I)V"));
  }

  @Test
  void classesOfOneNameAreToldByTheirPackages() {
    assertEquals(
        List.of("com.acme.A.a(java.util.List[]): void", "com.acme.A.a(java.awt.List[]): void"),
        names("a([Ljava/util/List;)V", "a([Ljava/awt/List;)V"));
  }

  @Test
  void theSameMethodTwiceKeepsOneName() {
    assertEquals(List.of("com.acme.A.a", "com.acme.A.a"), names("a(I)V", "a(I)V"));
    assertEquals(
        List.of("com.acme.A.a(int)", "com.acme.A.a(int)", "com.acme.A.a(long)"),
        names("a(I)V", "a(I)V", "a(J)V"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "()V | (): void",
        "(BCDFIJSZ)I | (byte, char, double, float, int, long, short, boolean): int",
        "([[I[Ljava/util/Map$Entry;)LTop; | (int[][], Map$Entry[]): Top",
        "'' | ''",
        "nonsense | nonsense",
        "(I | (I",
        "(Ljava/lang/String)V | (Ljava/lang/String)V",
        "(X)V | (X)V",
        "([ | (["
      })
  void signaturesReadAsInTheSource(String descriptor, String expected) {
    assertEquals(expected, Signature.brief(descriptor));
  }

  private static List<String> names(String... methods) {
    List<MethodInfo> infos =
        Arrays.stream(methods)
            .map(
                method -> {
                  int at = method.indexOf('(');
                  return new MethodInfo(
                      "com.acme.A", method.substring(0, at), method.substring(at), null, 0);
                })
            .toList();
    MethodNames names = new MethodNames(infos);
    return IntStream.range(0, infos.size()).mapToObj(names::of).toList();
  }
}
