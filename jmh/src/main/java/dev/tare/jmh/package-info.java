/** The profiler in JMH's forks: {@code -prof dev.tare.jmh.TareProfiler}. */
@NullMarked
package dev.tare.jmh;

import org.jspecify.annotations.NullMarked;
