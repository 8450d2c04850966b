/** Tests of single steps from the table to an answer, without Spark. */
@NullMarked
package dev.tare.fleet.query;

import org.jspecify.annotations.NullMarked;
