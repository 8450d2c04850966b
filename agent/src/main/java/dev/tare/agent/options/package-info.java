/** The agent's options, parsed once into immutable values. Needs nothing else of the agent. */
@NullMarked
package dev.tare.agent.options;

import org.jspecify.annotations.NullMarked;
