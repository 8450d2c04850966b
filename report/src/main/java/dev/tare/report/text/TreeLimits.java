package dev.tare.report.text;

/**
 * What of a call tree is printed.
 *
 * @param depth so many levels at most
 * @param leastShare no node whose total is a smaller part of the thread's; 0.01 is 1%
 */
public record TreeLimits(int depth, double leastShare) {}
