/** The table as files: its columns, and which files belong to it. Knows nothing of profiles. */
@NullMarked
package dev.tare.fleet.table;

import org.jspecify.annotations.NullMarked;
