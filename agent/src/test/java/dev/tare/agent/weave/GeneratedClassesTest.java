package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.SkippedMethod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of generated classes come without end; what is remembered of them does not. */
class GeneratedClassesTest {
  private static final int CLASSES = 200_000;
  private static final int MANY = ClassNames.MANY;

  private final MethodRegistry registry = new MethodRegistry();
  private final SkippedMethods skipped = new SkippedMethods();

  @Test
  void methodsOfManyClassesThatDifferInDigitsShareNumbersAndNamesOfFewStay() {
    int order = id("com/acme/Order2", "total", "()J");
    Set<Integer> ids = new HashSet<>();
    int[] first = new int[MANY];
    for (int i = 0; i < CLASSES; i++) {
      int id = id("com/acme/Script" + i + "$1", "run", "(Lcom/acme/Script" + i + ";)V");
      if (i < MANY) {
        first[i] = id;
      }
      ids.add(id);
    }
    assertEquals(MANY + 1, ids.size());
    int shared = id("com/acme/Script77777$1", "run", "(Lcom/acme/Script77777;)V");
    assertMethod("com.acme.Script*$*.run(Lcom/acme/Script*;)V", shared);
    assertMethod("com.acme.Order2.total()J", order);
    assertEquals(order, id("com/acme/Order2", "total", "()J"));
    for (int i = 0; i < MANY; i++) {
      assertEquals(
          first[i], id("com/acme/Script" + i + "$1", "run", "(Lcom/acme/Script" + i + ";)V"));
      assertMethod("com.acme.Script" + i + "$1.run(Lcom/acme/Script" + i + ";)V", first[i]);
    }
    // A method that one of the first gets later is its own, too.
    assertMethod("com.acme.Script3$1.more()V", id("com/acme/Script3$1", "more", "()V"));
    assertNotEquals(shared, id("com/acme/Script77777$1", "other", "()V"));
  }

  /** It is found in the rates of earlier runs. */
  @Test
  void aSharedNumberTellsTheFirstMethodThatHadIt() {
    for (int i = 0; i <= MANY + 1; i++) {
      id("com/acme/Script" + i, "run", "(Lcom/acme/Script" + i + ";)V");
    }
    int shared = id("com/acme/Script" + (MANY + 1), "run", "(Lcom/acme/Script" + MANY + ";)V");
    CodeTraits code = new CodeTraits(1, 9, false, false, false);
    String first = "com.acme.Script" + MANY;
    assertEquals(
        new MethodTraits(first, "run", "(Lcom/acme/Script" + MANY + ";)V", code),
        registry.traits(shared, code));
    assertEquals(first, registry.className(shared));
    assertEquals("com.acme.Script*", registry.method(shared).className());
    assertEquals("com.acme.Script7", registry.className(id("com/acme/Script7", "get", "()V")));
  }

  @Test
  void aMethodInASamplesStackIsTheOneThatItsProbesKnow() {
    for (int i = 0; i <= MANY; i++) {
      id("com/acme/Script" + i, "run", "()V");
    }
    MethodInfo own = new MethodInfo("com.acme.Script7", "run", "()V", null, 0);
    MethodInfo shared = new MethodInfo("com.acme.Script" + MANY, "run", "()V", null, 0);
    MethodInfo notWoven = new MethodInfo("java.util.HashMap", "get", "()V", null, 0);
    assertEquals("com.acme.Script7", registry.numbered(own).className());
    assertEquals("com.acme.Script*", registry.numbered(shared).className());
    assertEquals(notWoven, registry.numbered(notWoven));
  }

  @Test
  void methodsOfAPackageShareANumberPastTheMostThatAreToldApart() {
    MethodRegistry small = new MethodRegistry(MANY);
    int known = small.id("a/Known", "m", "()V", null, 0);
    for (int i = 0; i < CLASSES; i++) {
      small.id("com/acme/" + letters(i), "m" + letters(i), "()V", null, 0);
    }
    int other = small.id("com/acme/Other", "m", "()V", null, 0);
    assertEquals(MANY, other);
    assertEquals("com.acme.*.*", small.method(other).qualifiedName());
    Set<String> all = Set.of("com.acme.*");
    assertTrue(small.mayGoBy("com.acme.Other", all));
    assertFalse(small.mayGoBy("com.other.Other", all));
    assertTrue(small.mayGoBy("a.Known", Set.of("a.Known")));
    assertEquals(MANY + 1, small.id("b/Other", "m", "()V", null, 0));
    assertEquals(known, small.id("a/Known", "m", "()V", null, 0));
    for (int i = 0; i < CLASSES; i++) {
      small.id("p" + letters(i) + "/C", "m", "()V", null, 0);
    }
    int last = small.id("q/C", "m", "()V", null, 0);
    assertEquals("*.*", small.method(last).qualifiedName());
    assertTrue(last <= 2 * MANY, "number " + last);
  }

  @Test
  void manyClassesThatAreLeftAloneAreListedAsOne() {
    for (int i = 0; i < CLASSES; i++) {
      skipped.addClass("com/acme/Script" + i, SkipReason.UNREADABLE, new Exception("Script" + i));
    }
    List<SkippedMethod> all = skipped.all();
    assertEquals(MANY + 1, all.size());
    assertEquals("class file not understood (java.lang.Exception: Script0)", all.get(0).reason());
    assertEquals(
        new SkippedMethod("com.acme.Script*", "", "", "class file not understood"), all.get(MANY));
  }

  @Test
  void classesOfAPackageThatAreLeftAloneAreListedAsOnePastTheMost() {
    for (int i = 0; i < CLASSES; i++) {
      skipped.add("com/acme/" + letters(i), "m", "()V", SkipReason.METHOD_TOO_LARGE, null);
    }
    List<SkippedMethod> all = skipped.all();
    assertEquals(10_001, all.size());
    assertEquals(
        new SkippedMethod("com.acme.*", "", "", SkipReason.METHOD_TOO_LARGE.text()),
        all.get(10_000));
  }

  private int id(String className, String name, String descriptor) {
    return registry.id(className, name, descriptor, null, 0);
  }

  private void assertMethod(String expected, int id) {
    MethodInfo method = registry.method(id);
    assertEquals(expected, method.qualifiedName() + method.descriptor());
  }

  /** A number without digits. */
  private static String letters(int number) {
    StringBuilder letters = new StringBuilder();
    for (int rest = number; rest > 0; rest /= 26) {
      letters.append((char) ('a' + rest % 26));
    }
    return letters.append('X').toString();
  }
}
