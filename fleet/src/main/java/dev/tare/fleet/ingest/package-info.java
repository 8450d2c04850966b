/** From profiles to files of the table; called by the command of that name. */
@NullMarked
package dev.tare.fleet.ingest;

import org.jspecify.annotations.NullMarked;
