/** The commands for a running JVM, in a process of their own. */
@NullMarked
package dev.tare.agent.control.client;

import org.jspecify.annotations.NullMarked;
