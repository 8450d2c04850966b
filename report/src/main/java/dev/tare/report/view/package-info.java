/**
 * Profiles made of profiles, each the answer to a question: by class, from a method's callers, of
 * working time. Reports, exports and comparisons show them as any other.
 */
@NullMarked
package dev.tare.report.view;

import org.jspecify.annotations.NullMarked;
