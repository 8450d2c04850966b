package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Whether the calls whose target is known are all that a method makes to it. */
class BoundCallsTest {
  @Test
  void aMethodThatNothingElseCallsIsKnown() throws Exception {
    assertEquals(Map.of("Base.step", true), found("callsSuper"));
    assertEquals(Map.of("Child.last", true), found("callsFinal"));
    assertEquals(Map.of("Base.first", true, "Child.last", true), found("callsOthersBeside"));
  }

  @Test
  void aVirtualCallMayBeOneOfTheSuperclassMethod() throws Exception {
    assertEquals(Map.of("Base.step", false), found("callsSuperAndOwn"));
    assertEquals(Map.of("Base.step", false), found("callsSuperAndAnother"));
  }

  @Test
  void aFinalMethodMayBeCalledByTheNameOfASubclassOrAnInterface() throws Exception {
    assertEquals(Map.of("Child.last", false), found("callsThatOfASubclass"));
    assertEquals(Map.of("Child.last", false), found("callsThatOfAnInterface"));
  }

  @Test
  void aStaticMethodMayBeCalledByTheNameOfASubclass() throws Exception {
    assertEquals(Map.of("Base.first", false, "Child.first", false), found("callsByTwoNames"));
  }

  @Test
  void aConstructorHasTheNameOfItsClass() throws Exception {
    assertEquals(Map.of("Base.<init>", true, "Child.<init>", true), found("makesTwo"));
  }

  /** By callee, whether all calls are known. */
  private static Map<String, Boolean> found(String caller) throws Exception {
    String file = "BoundCallsTest$Child.class";
    try (InputStream in = requireNonNull(BoundCallsTest.class.getResourceAsStream(file))) {
      byte[] bytes = in.readAllBytes();
      ClassReader reader = new ClassReader(bytes);
      ClassNode node = new ClassNode();
      reader.accept(node, 0);
      BoundCalls bound = new BoundCalls(new ClassOutline(reader, bytes.length));
      Map<String, Boolean> found = new TreeMap<>();
      for (MethodNode method : node.methods) {
        if (method.name.equals(caller)) {
          for (BoundCalls.Sites sites : bound.in(method)) {
            String owner = sites.callee().className();
            found.put(
                owner.substring(owner.indexOf('$') + 1) + "." + sites.callee().name(),
                sites.areCertain());
          }
        }
      }
      return found;
    }
  }

  interface Last {
    void last();
  }

  static class Base {
    static void first() {}

    void step() {}
  }

  static class Grandchild extends Child {}

  /** Its methods are the callers. */
  static class Child extends Base implements Last {
    @Override
    public final void last() {}

    void callsSuper() {
      super.step();
      super.step();
    }

    void callsFinal(Grandchild other) {
      last();
      other.step();
    }

    void callsOthersBeside(Runnable other) {
      Base.first();
      last();
      other.run();
    }

    void callsSuperAndOwn() {
      super.step();
      step();
    }

    void callsSuperAndAnother(Base other) {
      super.step();
      other.step();
    }

    void callsThatOfASubclass(Grandchild other) {
      last();
      other.last();
    }

    void callsThatOfAnInterface(Last other) {
      last();
      other.last();
    }

    static void callsByTwoNames() {
      Base.first();
      Child.first();
    }

    static int makesTwo() {
      return new Base().hashCode() + new Child().hashCode();
    }
  }
}
