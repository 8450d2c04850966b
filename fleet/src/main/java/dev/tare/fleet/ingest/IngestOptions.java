package dev.tare.fleet.ingest;

import java.io.Serializable;

/**
 * How an ingestion works.
 *
 * @param filesABatch at most so many files become part of the table at once
 * @param profilesABin one task reads so many profiles, and more of their last JVM
 * @param maxTextBytes longer profiles are left out
 */
public record IngestOptions(int filesABatch, int profilesABin, long maxTextBytes)
    implements Serializable {}
