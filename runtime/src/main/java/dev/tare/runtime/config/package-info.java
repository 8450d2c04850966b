/**
 * What the agent tells the runtime before the first probe: settings that do not change in the life
 * of the JVM.
 */
@NullMarked
package dev.tare.runtime.config;

import org.jspecify.annotations.NullMarked;
