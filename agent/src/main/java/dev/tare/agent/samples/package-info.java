/** CPU-time samples: who takes them, and how much CPU time the kernel counted meanwhile. */
@NullMarked
package dev.tare.agent.samples;

import org.jspecify.annotations.NullMarked;
