/** Two profiles of one run held against each other: the instrumented one and the sampled one. */
@NullMarked
package dev.tare.report.check;

import org.jspecify.annotations.NullMarked;
