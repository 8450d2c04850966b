/** Numbers and bytes that are too many for the application's heap. */
@NullMarked
package dev.tare.runtime.memory;

import org.jspecify.annotations.NullMarked;
