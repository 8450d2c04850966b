package dev.tare.agent.budget;

/**
 * What calls without a reading cost in this program, in nanoseconds of CPU time: their prices by
 * the factor that the controller takes for it. What it tells of the overhead is the same.
 *
 * @param pair of an entry and an exit, with the search for a node that caches hold
 * @param entry of an entry alone, with such a search
 * @param flat of a flat call
 * @param search of each nanosecond that a search takes longer than that
 */
public record CallPrices(double pair, double entry, double flat, double search) {}
