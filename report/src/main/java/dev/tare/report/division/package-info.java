/**
 * Divides self values among the methods inside them that had no reading of their own: what a budget
 * took the probes of. A profile enters, and one leaves whose trees have these methods as nodes,
 * with values that carry an interval. Commands that show a profile call it before anything else.
 */
@NullMarked
package dev.tare.report.division;

import org.jspecify.annotations.NullMarked;
