package dev.tare.fleet.ingest;

import dev.tare.profile.Profile;
import org.apache.parquet.io.api.Binary;

/**
 * A profile's row.
 *
 * @param number in the table
 * @param survey what is known of its file
 * @param identity where it belongs
 * @param profile the profile
 * @param nodes rows that it has
 * @param head the rest of it
 */
record ProfileRow(
    long number, Survey survey, Identity identity, Profile profile, long nodes, Binary head) {

  /** In the order of the schema. */
  void write(RowFile.Fields fields) {
    fields.put(0, Binary.fromString(identity.service()));
    fields.put(1, Binary.fromString(identity.hour()));
    fields.put(2, number);
    fields.put(3, Binary.fromString(survey.id()));
    fields.put(4, Binary.fromString(survey.file().path()));
    fields.put(5, Binary.fromString(identity.version()));
    fields.put(6, Binary.fromString(identity.host()));
    fields.put(7, profile.run().pid());
    fields.put(8, identity.started());
    fields.put(9, profile.run().durationNanos());
    fields.put(10, Binary.fromString(profile.metric().name()));
    fields.put(11, Binary.fromString(profile.metric().unit()));
    fields.put(12, profile.calibration().isTakenOff());
    fields.put(13, Binary.fromString(profile.settings().getOrDefault("mode", "")));
    fields.put(14, nodes);
    fields.put(15, head);
  }
}
