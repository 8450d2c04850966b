/**
 * Keeps the overhead under the user's budget. Readings of the program enter ({@link
 * dev.tare.agent.budget.ProgramView}), tiers of methods leave ({@link
 * dev.tare.agent.budget.TierSwitch}, {@link dev.tare.agent.budget.InitialTiers}). Knows the JDK
 * alone, and no class of the runtime or of the weaver: whoever wires the agent calls it.
 */
@NullMarked
package dev.tare.agent.budget;

import org.jspecify.annotations.NullMarked;
