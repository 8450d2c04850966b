/**
 * What the profiler is told from outside: commands that reach a JVM with an agent, and the commands
 * {@code train} and {@code counters}.
 */
@NullMarked
package dev.tare.agent.command;

import org.jspecify.annotations.NullMarked;
