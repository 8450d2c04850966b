/**
 * What woven code calls. Nothing else of the runtime calls these classes. Nothing here allocates,
 * logs or throws on a fast path.
 */
@NullMarked
package dev.tare.runtime.probe;

import org.jspecify.annotations.NullMarked;
