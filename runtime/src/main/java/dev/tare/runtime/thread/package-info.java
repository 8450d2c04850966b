/**
 * From a thread to its recorder, and from a running thread to an ended one: recorders are found,
 * listed, replaced for a while, and merged here.
 */
@NullMarked
package dev.tare.runtime.thread;

import org.jspecify.annotations.NullMarked;
