/**
 * Starts the profiler in the application's JVM and wires it: options, weaving, the profile at the
 * end.
 *
 * <p>{@link dev.tare.agent.AgentMain}, {@link dev.tare.agent.CommandMain} and {@link
 * dev.tare.agent.IsolatedLoader} are at the top of the jar; everything else is below the isolated
 * loader.
 */
@NullMarked
package dev.tare.agent;

import org.jspecify.annotations.NullMarked;
