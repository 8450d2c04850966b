/**
 * Loads every class of a folder of jars in a JVM of its own, with the profiler and without, and
 * counts what came of it.
 */
@NullMarked
package dev.tare.it.corpus;

import org.jspecify.annotations.NullMarked;
