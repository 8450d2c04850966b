package dev.tare.agent.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachedCommandTest {
  private final List<Method> used = new ArrayList<>();

  @Test
  void aCommandThatBreaksOffThrowsNothingAtTheJvm() {
    assertDoesNotThrow(() -> AttachedCommand.run("tare-command:12", unused()));
    assertDoesNotThrow(() -> AttachedCommand.run("tare-command:", unused()));
    assertEquals(List.of(), used);
  }

  /** Of a command that cannot be understood nothing is done. */
  private Instrumentation unused() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            AttachedCommandTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              used.add(method);
              throw new AssertionError(method);
            });
  }
}
