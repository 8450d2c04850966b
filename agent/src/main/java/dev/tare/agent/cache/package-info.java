/**
 * Where the profiler keeps files from run to run, of which of its builds they are, and how JVMs
 * take turns at a file.
 */
@NullMarked
package dev.tare.agent.cache;

import org.jspecify.annotations.NullMarked;
