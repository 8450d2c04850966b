/** What can be computed from a profile: sums, choices, uncertainty. */
@NullMarked
package dev.tare.report.analysis;

import org.jspecify.annotations.NullMarked;
