/** Adding up profiles and call trees. */
@NullMarked
package dev.tare.report.sum;

import org.jspecify.annotations.NullMarked;
