/** Class bytes in, class bytes with probes out. */
@NullMarked
package dev.tare.agent.weave;

import org.jspecify.annotations.NullMarked;
