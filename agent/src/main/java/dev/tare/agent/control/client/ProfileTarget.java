package dev.tare.agent.control.client;

import dev.tare.profile.AtomicFile;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * What {@code run} and {@code record} leave behind: a profile, or the page of one, which is drawn
 * by the command {@code report}.
 */
final class ProfileTarget {
  private static final String REPORT = "dev.tare.report.Main";

  private final Path file;
  private final boolean isPage;
  private final String json;

  /**
   * A file that is not there yet.
   *
   * @throws CommandException where it could not be written
   */
  ProfileTarget(Path output) throws CommandException {
    file = output.toAbsolutePath().normalize();
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new CommandException(2, file + ": no such directory");
    }
    if (Files.isDirectory(file)) {
      throw new CommandException(2, file + ": is a directory");
    }
    if (!AtomicFile.canWrite(file)) {
      throw new CommandException(2, file + ": cannot be written");
    }
    isPage = file.toString().matches("(?i).*\\.html?");
    json = file.toString().endsWith(".gz") ? ".json.gz" : ".json";
  }

  boolean isPage() {
    return isPage;
  }

  Path file() {
    return file;
  }

  /** A file of its own for a profile that another process writes, under a name nobody can guess. */
  Path temporary() {
    String name = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "tare-" + name + json)
        .toAbsolutePath();
  }

  /**
   * Makes a profile what was asked for, and takes it away where it was.
   *
   * @return the exit status of the report
   */
  int take(Path profile) throws CommandException {
    try {
      if (isPage) {
        return page(profile);
      }
      AtomicFile.write(file, out -> Files.copy(profile, out));
      return 0;
    } catch (IOException e) {
      throw new CommandException(file + ": cannot be written: " + e);
    } finally {
      // Where another user wrote it, in a directory with the sticky bit, it is not ours to delete.
      profile.toFile().delete();
    }
  }

  private int page(Path profile) throws IOException {
    try {
      return (int)
          ProfileTarget.class
              .getClassLoader()
              .loadClass(REPORT)
              .getMethod("run", String[].class)
              .invoke(
                  null,
                  (Object) new String[] {"report", profile.toString(), "--html", file.toString()});
    } catch (InvocationTargetException e) {
      throw new IOException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(REPORT, e);
    }
  }
}
