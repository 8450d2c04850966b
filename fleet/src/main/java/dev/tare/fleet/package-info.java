/** The commands, and what they have in common. */
@NullMarked
package dev.tare.fleet;

import org.jspecify.annotations.NullMarked;
