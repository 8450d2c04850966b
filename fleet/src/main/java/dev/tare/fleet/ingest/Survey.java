package dev.tare.fleet.ingest;

import dev.tare.profile.RunInfo;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What a look into a file found, before it is decided which task reads it.
 *
 * @param file the file
 * @param run hash of what tells runs and windows apart: profiles that are the same have the same,
 *     and hardly any others; "" where the file is broken
 * @param id hash of its text; "" where the file is broken, or was not read to its end
 * @param identity where it belongs; null where it is broken
 * @param problem why it is left out; null where it is not
 * @param isFinal whether the file will be no better the next time
 */
record Survey(
    ListedFile file,
    String run,
    String id,
    @Nullable Identity identity,
    @Nullable String problem,
    boolean isFinal)
    implements Serializable {

  /** Reads the beginning of a file. */
  static Survey of(ListedFile file, Configuration configuration, long maxTextBytes) {
    return found(
        file,
        () -> {
          RunInfo run = ProfileFile.readRun(file.path(), configuration, maxTextBytes);
          return new Survey(file, run(run), "", Identity.of(run), null, false);
        });
  }

  /** Reads all of a file. */
  static Survey ofAll(ListedFile file, Configuration configuration, long maxTextBytes) {
    return found(
        file,
        () -> {
          ProfileFile read = ProfileFile.read(file.path(), configuration, maxTextBytes);
          RunInfo run = read.profile().run();
          return new Survey(file, run(run), read.id().toString(), Identity.of(run), null, false);
        });
  }

  private interface Look {
    Survey survey() throws IOException, BrokenProfileException;
  }

  private static Survey found(ListedFile file, Look look) {
    try {
      return look.survey();
    } catch (BrokenProfileException e) {
      return new Survey(file, "", "", null, String.valueOf(e.getMessage()), true);
    } catch (IOException e) {
      return new Survey(file, "", "", null, "cannot be read: " + e, false);
    } catch (RuntimeException e) {
      // Nobody has foreseen everything that a hostile file may hold.
      return new Survey(file, "", "", null, "cannot be read: " + e, true);
    }
  }

  /** The table keeps it, so that it must be the same in every version of the profiler. */
  static String run(RunInfo run) {
    return Hash.of(
            Hash.digest(),
            "run",
            run.started().toString(),
            Long.toString(run.durationNanos()),
            run.host(),
            Long.toString(run.pid()),
            run.command())
        .toString();
  }

  /** Whether both are of one JVM; neither is broken. */
  boolean isOfSameJvm(Survey other) {
    return Objects.requireNonNull(identity).isOfSameJvm(Objects.requireNonNull(other.identity));
  }

  /** Whether a profile that was read later is still the one that was looked at. */
  boolean isOf(ProfileFile read) {
    return run.equals(run(read.profile().run()))
        && (id.isEmpty() || id.equals(read.id().toString()));
  }
}
