package dev.tare.fleet.ingest;

import dev.tare.fleet.table.DataFile;
import java.io.Serializable;
import java.util.List;

/**
 * What a task did.
 *
 * @param files that it wrote
 * @param outcomes of each profile of its bin
 */
record BinResult(List<DataFile> files, List<Outcome> outcomes) implements Serializable {}
