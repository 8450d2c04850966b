package dev.tare.agent.command;

import java.util.List;

/**
 * The JVM's arguments that a JVM like this one needs. Agents are left out: the ports of this JVM's
 * debugger and of its JMX are taken, and what agents do would be learnt as overhead of the probes.
 */
final class InheritedArguments {
  /** What stands in them is among the JVM's arguments, too. */
  static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final List<String> AGENTS =
      List.of(
          "-agentlib:", "-agentpath:", "-javaagent:", "-Xrun", "-Xdebug", "-Dcom.sun.management.");

  private InheritedArguments() {}

  /**
   * Leaves out agents.
   *
   * @param jvmArguments this JVM's, wherever they were given
   */
  static List<String> of(List<String> jvmArguments) {
    return jvmArguments.stream()
        .filter(argument -> AGENTS.stream().noneMatch(argument::startsWith))
        .toList();
  }
}
