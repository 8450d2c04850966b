/**
 * The programs that measure the profiler: what it costs ({@link SideBySide}, {@link ProbeCost},
 * {@link StartUp}, {@link WeavingSpeed}) and how right it is ({@link Accuracy}).
 */
@NullMarked
package dev.tare.bench;

import org.jspecify.annotations.NullMarked;
