package dev.tare.fleet.ingest;

import java.io.Serializable;

/**
 * A file that may be a profile.
 *
 * @param path with its file system
 * @param bytes its length
 * @param modified when it was written, in milliseconds of Unix time
 */
public record ListedFile(String path, long bytes, long modified) implements Serializable {}
