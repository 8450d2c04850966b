package dev.tare.profile;

/**
 * The CPU-time samples of one thread.
 *
 * @param periodNanos CPU nanoseconds between two samples
 * @param taken samples whose stack is in the tree
 * @param failed samples that were due, and whose stack could not be walked
 * @param lost samples that were due, and were never recorded
 * @param tree the stacks; of its columns only {@code samples} is filled
 */
public record CpuSamples(long periodNanos, long taken, long failed, long lost, CallTree tree) {}
