/**
 * What people and other tools see of a profile. Runs in a process of its own and sees only files.
 */
@NullMarked
package dev.tare.report;

import org.jspecify.annotations.NullMarked;
