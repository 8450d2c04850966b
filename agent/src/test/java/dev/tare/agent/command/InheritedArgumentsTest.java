package dev.tare.agent.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class InheritedArgumentsTest {
  @Test
  void agentsAndTheirPortsAreLeftOutAndAllElseIsKept() {
    assertEquals(
        List.of("-Xmx1g", "-XX:+UseParallelGC", "-Dmine=1", "--add-modules=ALL-SYSTEM"),
        InheritedArguments.of(
            List.of(
                "-Xmx1g",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005",
                "-Xdebug",
                "-Xrunjdwp:transport=dt_socket,server=y,address=5006",
                "-XX:+UseParallelGC",
                "-javaagent:/opt/jacoco.jar=destfile=x",
                "-agentpath:/opt/libasyncProfiler.so=start",
                "-Dcom.sun.management.jmxremote.port=9010",
                "-Dmine=1",
                "--add-modules=ALL-SYSTEM")));
  }
}
