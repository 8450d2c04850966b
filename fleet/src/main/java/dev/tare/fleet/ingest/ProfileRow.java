package dev.tare.fleet.ingest;

import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A profile's row.
 *
 * @param number in the table
 * @param survey what is known of its file
 * @param id hash of its text
 * @param identity where it belongs
 * @param profile the profile, without its nodes
 * @param nodes rows that it has
 * @param head the rest of it
 * @param stretch profiles with which it is summed up; null where it is not
 */
record ProfileRow(
    long number,
    Survey survey,
    Hash id,
    Identity identity,
    Profile profile,
    long nodes,
    Binary head,
    @Nullable Stretch stretch) {

  /**
   * Profiles of a JVM that follow each other.
   *
   * @param number that of the first
   * @param profiles how many
   */
  record Stretch(long number, int profiles) {}

  /** Whether sums over both mean something, and both are of one JVM. */
  boolean goesWith(ProfileRow other) {
    Metric metric = profile.metric();
    Metric others = other.profile.metric();
    return identity.isOfSameJvm(other.identity)
        && metric.name().equals(others.name())
        && metric.unit().equals(others.unit())
        && metric.waitingKnown() == others.waitingKnown()
        && profile.calibration().isSubtracted() == other.profile.calibration().isSubtracted();
  }

  /** The same profile in a stretch. */
  ProfileRow in(Stretch of) {
    return new ProfileRow(number, survey, id, identity, profile, nodes, head, of);
  }

  /**
   * CPU time that each sample stands for; 0 where samples stand for something else, or for other
   * times in one thread than in another; null where none were taken.
   */
  private @Nullable Long samplePeriodNanos() {
    List<Long> periods =
        profile.threads().stream()
            .map(ThreadProfile::cpuSamples)
            .filter(samples -> samples != null && samples.taken() > 0)
            .map(of -> of.measures().equals(CpuSamples.CPU_TIME) ? of.periodNanos() : 0)
            .distinct()
            .toList();
    return periods.isEmpty() ? null : periods.size() == 1 ? periods.get(0) : (Long) 0L;
  }

  /** In the order of the schema. */
  void write(RowFile.Fields fields) {
    fields.put(0, Binary.fromString(identity.service()));
    fields.put(1, Binary.fromString(identity.hour()));
    fields.put(2, number);
    fields.put(3, Binary.fromString(id.toString()));
    fields.put(4, Binary.fromString(survey.run()));
    fields.put(5, Binary.fromString(survey.file().path()));
    fields.put(6, Binary.fromString(identity.version()));
    fields.put(7, Binary.fromString(identity.host()));
    fields.put(8, identity.pid());
    fields.put(9, identity.started());
    fields.put(10, profile.run().durationNanos());
    fields.put(11, Binary.fromString(profile.metric().name()));
    fields.put(12, Binary.fromString(profile.metric().unit()));
    fields.put(13, profile.calibration().isSubtracted());
    fields.put(14, profile.metric().waitingKnown());
    fields.put(15, Binary.fromString(profile.settings().getOrDefault("mode", "")));
    fields.put(16, nodes);
    if (stretch != null) {
      fields.put(17, stretch.number());
      fields.put(18, stretch.profiles());
    }
    fields.put(19, head);
    Long period = samplePeriodNanos();
    if (period != null) {
      fields.put(20, period);
    }
    Limits.Folded folded = profile.limits().folded();
    if (folded.nodes() > 0) {
      fields.put(21, folded.calls());
    }
  }
}
