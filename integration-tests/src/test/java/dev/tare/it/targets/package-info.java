/**
 * Small programs with a hazard each, which are run under the profiler. Their comments say which
 * calls happen ({@link dev.tare.it.check.Expectations} explains how); what they compute they check
 * themselves.
 */
@NullMarked
package dev.tare.it.targets;

import org.jspecify.annotations.NullMarked;
