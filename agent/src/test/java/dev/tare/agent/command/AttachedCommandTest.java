package dev.tare.agent.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class AttachedCommandTest {
  @Test
  void aCommandThatBreaksOffThrowsNothingAtTheJvm() {
    assertDoesNotThrow(() -> AttachedCommand.run("tare-command:12", unused()));
    assertDoesNotThrow(() -> AttachedCommand.run("tare-command:", unused()));
  }

  /** Of a command that cannot be understood nothing is done. */
  private static Instrumentation unused() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            AttachedCommandTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new AssertionError(method);
            });
  }
}
