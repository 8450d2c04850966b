/** Tests of single steps of an ingestion. */
@NullMarked
package dev.tare.fleet.ingest;

import org.jspecify.annotations.NullMarked;
