/**
 * How the profiler gets into a JVM: entry points, class loaders, the boot loader's share. {@link
 * dev.tare.agent.bootstrap.AgentMain}, {@link dev.tare.agent.bootstrap.IsolatedAgent}, {@link
 * dev.tare.agent.bootstrap.CommandMain}, {@link dev.tare.agent.bootstrap.DefaultTimeZone}, {@link
 * dev.tare.agent.bootstrap.JfrPreload} and {@link dev.tare.agent.bootstrap.IsolatedLoader} are at
 * the top of the jar and know the JDK alone; everything else of the agent is below the isolated
 * loader.
 */
@NullMarked
package dev.tare.agent.bootstrap;

import org.jspecify.annotations.NullMarked;
