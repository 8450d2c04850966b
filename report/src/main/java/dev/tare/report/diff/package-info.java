/** Two profiles, compared. */
@NullMarked
package dev.tare.report.diff;

import org.jspecify.annotations.NullMarked;
