package dev.tare.agent.control.client;

import dev.tare.profile.AtomicFile;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

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
   * Makes a profile what was asked for, and takes it away where it was. Where that fails it stays,
   * since there may be no other, and its place is said.
   *
   * @return the exit status
   */
  int take(Path profile) {
    int status = isPage ? page(profile) : copy(profile);
    if (status == 0) {
      // Where another user wrote it, in a directory with the sticky bit, it is not ours to delete.
      profile.toFile().delete();
    } else {
      System.err.println("tare: the profile is in " + profile);
    }
    return status;
  }

  private int copy(Path profile) {
    try {
      AtomicFile.write(file, out -> Files.copy(profile, out));
      return 0;
    } catch (IOException e) {
      return failed(e);
    }
  }

  private int page(Path profile) {
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
      return failed(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(REPORT, e);
    }
  }

  private int failed(@Nullable Throwable cause) {
    System.err.println("tare: " + file + ": cannot be written: " + cause);
    return 1;
  }
}
