/** A profile's heading and sums as JSON, for scripts. */
@NullMarked
package dev.tare.report.json;

import org.jspecify.annotations.NullMarked;
