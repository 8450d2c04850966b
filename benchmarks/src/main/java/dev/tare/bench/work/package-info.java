/**
 * What runs in the measured JVM: programs cut into rounds of equal work, and the program that times
 * the rounds.
 */
@NullMarked
package dev.tare.bench.work;

import org.jspecify.annotations.NullMarked;
