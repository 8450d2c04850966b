/** Class files that no compiler writes, for the targets. */
@NullMarked
package dev.tare.it.generate;

import org.jspecify.annotations.NullMarked;
