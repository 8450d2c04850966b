/** How right a profile is: its self values beside the truth, found in four ways. */
@NullMarked
package dev.tare.bench.accuracy;

import org.jspecify.annotations.NullMarked;
