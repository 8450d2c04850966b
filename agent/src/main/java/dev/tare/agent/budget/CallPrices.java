package dev.tare.agent.budget;

/**
 * What calls without a reading cost in this program, in nanoseconds of CPU time: their prices times
 * the factor that the printed overhead rests on, too.
 *
 * @param pair an entry and an exit, with the search for a node that is in the caches
 * @param entry an entry alone, with such a search
 * @param flat a flat call
 * @param search each nanosecond by which a search takes longer than that
 */
public record CallPrices(double pair, double entry, double flat, double search) {}
