/** Tests of the table as files, without Spark. */
@NullMarked
package dev.tare.fleet.table;

import org.jspecify.annotations.NullMarked;
