/** Tests of the table, and the generator that its measurements use. */
@NullMarked
package dev.tare.fleet;

import org.jspecify.annotations.NullMarked;
