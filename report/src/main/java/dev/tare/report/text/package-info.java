/** Profiles as text on a terminal. */
@NullMarked
package dev.tare.report.text;

import org.jspecify.annotations.NullMarked;
