package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.table.Spread;
import java.util.Map;

/**
 * What is known of one method of a kernel, or of one turn of a kernel's loop as a whole.
 *
 * @param name what the table calls it
 * @param whole whether it is the turn as a whole
 * @param truthNanos what it costs when nothing is instrumented
 * @param errorNanos of the profilers that say something of it: what they say, less the median of
 *     the truth
 */
record KernelLine(
    String name,
    JdkHome jdk,
    boolean whole,
    Spread truthNanos,
    Map<Contender, Spread> errorNanos) {}
