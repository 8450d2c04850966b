package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.NamePattern;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassFilterTest {
  private static final ClassLoader APPLICATION = new BytesLoader();
  private static final @Nullable ClassLoader BOOT = null;

  @ParameterizedTest
  @CsvSource({
    "com.acme.*, true",
    "*Service, true",
    "*, true",
    "com.acme.**, true",
    "**.Order, true",
    "com.*me*.Order#total, true",
    "com.acme.Order#<init>, true",
    "com.acme.Order#<*, true",
    "com..acme, false",
    ".Order, false",
    "com.acme., false",
    "com.acme.#total, false",
    "com.acme.**Order, false",
    "com.acme.Order#<total>, false",
    "com.acme.Order#total>, false"
  })
  void aPatternThatNoNameCanMatchIsTold(String pattern, boolean matches) {
    assertEquals(matches, NamePattern.canMatch(pattern));
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.*, com/acme/Order, true",
    "com.acme.*, com/acme/sub/Order, true",
    "com.acme.*, com/acmeother/Order, false",
    "com.acme.*, org/com/acme/Order, false",
    "com.acme.Order, com/acme/Order, true",
    "com.acme.Order, com/acme/Order$Line, false",
    "com.acme.Order, com/acme/Orders, false",
    "com.acme.Order*, com/acme/Order$Line, true",
    "*Service, com/acme/OrderService, true",
    "*Service, Service, true",
    "*Service, com/acme/ServiceOrder, false",
    "*.Service, com/acme/Service, true",
    "com.*.dao.*Dao, com/acme/a/b/dao/OrderDao, true",
    "com.*.dao.*Dao, com/acme/dao/OrderDaoImpl, false",
    "*a*a*, banana, true",
    "*a*a*a*a*, banana, false",
    "*, com/acme/Order, true",
    "**, com/acme/Order, true",
    "Plain, Plain, true"
  })
  void patternsMatchWholeNames(String pattern, String internalName, boolean matches) {
    assertEquals(matches, new NamePattern(pattern).matchesClass(internalName));
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Order#total, total, true",
    "com.acme.Order#total, totals, false",
    "com.acme.Order#get*, getLines, true",
    "com.acme.Order#<init>, <init>, true",
    "com.acme.Order#*, anything, true",
    "com.acme.Order, anything, true"
  })
  void methodsStandBehindAHash(String pattern, String method, boolean matches) {
    assertEquals(matches, new NamePattern(pattern).matchesMethod(method));
  }

  @Test
  void withoutIncludeEveryApplicationClassIsMeant() {
    ClassFilter filter = filter("", "");
    assertTrue(filter.includesClass(APPLICATION, "com/acme/Order"));
    assertTrue(filter.includesMethod("com/acme/Order", "total"));
    assertFalse(filter.includesClass(BOOT, "java/util/ArrayList"));
    assertFalse(filter.includesClass(ClassLoader.getPlatformClassLoader(), "java/sql/Driver"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk/proxy2/$Proxy7", "com/sun/proxy/$Proxy7", "sun/reflect/Generated"})
  void whatTheJdkGeneratesIntoAnApplicationsLoaderIsNone(String internalName) {
    assertFalse(filter("", "").includesClass(APPLICATION, internalName));
  }

  @Test
  void jdkClassesAreMeantWhereTheyAreNamed() {
    ClassFilter filter = filter("java.util.ArrayList", "");
    assertTrue(filter.includesClass(BOOT, "java/util/ArrayList"));
    assertFalse(filter.includesClass(BOOT, "java/util/HashMap"));
    assertFalse(filter.includesClass(APPLICATION, "com/acme/Order"));
    assertTrue(filter("java.util.*", "").includesClass(BOOT, "java/util/HashMap"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "*List", "*.ArrayList"})
  void aPatternThatBeginsWithAStarNamesNoJdkClass(String pattern) {
    assertFalse(filter(pattern, "").includesClass(BOOT, "java/util/ArrayList"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/lang/Object",
        "java/lang/Thread",
        "java/lang/Thread$FieldHolder",
        "java/lang/System",
        "java/lang/invoke/$Tare",
        "java/lang/ref/WeakReference",
        "java/lang/invoke/MethodHandle",
        "jdk/internal/misc/Unsafe",
        "dev/tare/agent/bootstrap/AgentMain",
        "dev/tare/agent/bootstrap/IsolatedAgent",
        "dev/tare/agent/bootstrap/IsolatedLoader",
        "dev/tare/agent/bootstrap/CommandMain",
        "dev/tare/agent/bootstrap/DefaultTimeZone",
        "dev/tare/agent/bootstrap/JfrPreload",
        "dev/tare/api/Profiler",
        "dev/tare/runtime/probe/FullProbe"
      })
  void whatTheProbesStandOnIsNeverMeant(String internalName) {
    ClassFilter filter = filter("java.lang.*:jdk.internal.*:dev.tare.*", "");
    assertFalse(filter.includesClass(BOOT, internalName));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java/lang/ThreadLocal", "java/lang/ClassLoader", "java/lang/SystemX"})
  void whatOnlySharesTheBeginningOfItsNameIs(String internalName) {
    assertTrue(filter("java.lang.*", "").includesClass(BOOT, internalName));
  }

  @Test
  void theProfilerItselfIsNeverMeant() {
    assertFalse(
        filter("dev.tare.*", "")
            .includesClass(ClassFilter.class.getClassLoader(), "dev/tare/agent/lifecycle/Agent"));
  }

  @Test
  void excludeWins() {
    ClassFilter filter = filter("com.acme.*", "com.acme.Order:*Test");
    assertTrue(filter.includesClass(APPLICATION, "com/acme/Line"));
    assertFalse(filter.includesClass(APPLICATION, "com/acme/Order"));
    assertFalse(filter.includesClass(APPLICATION, "com/acme/LineTest"));
  }

  @Test
  void aMethodPatternIncludesThatMethodAlone() {
    ClassFilter filter = filter("com.acme.Order#total", "");
    assertTrue(filter.includesClass(APPLICATION, "com/acme/Order"));
    assertTrue(filter.includesMethod("com/acme/Order", "total"));
    assertFalse(filter.includesMethod("com/acme/Order", "lines"));
    assertFalse(filter.includesClass(APPLICATION, "com/acme/Line"));
  }

  @Test
  void aPatternThatBeginsWithAStarWidensNoMethodPatternOfTheJdk() {
    ClassFilter filter = filter("*Map:java.util.HashMap#get", "");
    assertTrue(filter.includesClass(null, "java/util/HashMap"));
    assertTrue(filter.includesMethod("java/util/HashMap", "get"));
    assertFalse(filter.includesMethod("java/util/HashMap", "put"));
    assertTrue(filter.includesMethod("com/acme/OrderMap", "put"));
  }

  @Test
  void aMethodPatternExcludesThatMethodAlone() {
    ClassFilter filter = filter("", "com.acme.Order#total");
    assertTrue(filter.includesClass(APPLICATION, "com/acme/Order"));
    assertFalse(filter.includesMethod("com/acme/Order", "total"));
    assertTrue(filter.includesMethod("com/acme/Order", "lines"));
    assertTrue(filter.includesMethod("com/acme/Line", "total"));
  }

  private static ClassFilter filter(String include, String exclude) {
    return new ClassFilter(list(include), list(exclude));
  }

  private static List<String> list(String patterns) {
    return patterns.isEmpty() ? List.of() : List.of(patterns.split(":", -1));
  }
}
