/** Profiles as one page that opens from disk. */
@NullMarked
package dev.tare.report.html;

import org.jspecify.annotations.NullMarked;
