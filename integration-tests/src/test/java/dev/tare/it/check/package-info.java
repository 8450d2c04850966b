/**
 * What a profile must say: expectations from the lines of a target, and what holds for every
 * profile.
 */
@NullMarked
package dev.tare.it.check;

import org.jspecify.annotations.NullMarked;
