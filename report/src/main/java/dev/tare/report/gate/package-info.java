/**
 * Rules that profiles have to keep: which methods may be called how often, and take how much.
 * Profiles and rules come in, verdicts go out; {@code check} prints them.
 */
@NullMarked
package dev.tare.report.gate;

import org.jspecify.annotations.NullMarked;
