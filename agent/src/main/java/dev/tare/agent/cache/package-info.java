/** Where the profiler keeps files from run to run, and of which of its builds they are. */
@NullMarked
package dev.tare.agent.cache;

import org.jspecify.annotations.NullMarked;
