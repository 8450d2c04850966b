/**
 * How much of the heap all call trees may take together, and memory outside of it for numbers and
 * bytes that are many.
 */
@NullMarked
package dev.tare.runtime.memory;

import org.jspecify.annotations.NullMarked;
