/** Routines of known cost, from which the overhead of the instrumentation is learnt. */
@NullMarked
package dev.tare.trainer;

import org.jspecify.annotations.NullMarked;
