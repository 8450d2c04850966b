/**
 * What runs inside the application's own threads: the probes, each thread's recorder and call tree.
 * Boot class path, {@code java.base} alone; nothing here allocates, logs or throws on a fast path.
 */
@NullMarked
package dev.tare.runtime;

import org.jspecify.annotations.NullMarked;
