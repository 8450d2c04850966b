/** Profiles in the formats of other tools, a file a format. */
@NullMarked
package dev.tare.report.export;

import org.jspecify.annotations.NullMarked;
