/** From the table to answers; reads what is committed, and writes nothing to the table. */
@NullMarked
package dev.tare.fleet.query;

import org.jspecify.annotations.NullMarked;
