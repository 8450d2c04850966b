/** What a running profiler can be told: start, stop, dump, reset, status. */
@NullMarked
package dev.tare.agent.control;

import org.jspecify.annotations.NullMarked;
