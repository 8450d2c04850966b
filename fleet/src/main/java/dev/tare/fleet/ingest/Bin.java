package dev.tare.fleet.ingest;

import java.io.Serializable;
import java.util.List;

/**
 * What one task does: profiles of one service and hour, which go into files of their own.
 *
 * @param number of the bin in its batch
 * @param service of all of them
 * @param hour of all of them
 * @param firstProfile number of the first profile; the next have the next numbers
 * @param profiles the files, those of a JVM one after another
 * @param isSummed whether what profiles of a JVM add up to is written as well
 */
record Bin(
    int number,
    String service,
    String hour,
    long firstProfile,
    List<Survey> profiles,
    boolean isSummed)
    implements Serializable {}
