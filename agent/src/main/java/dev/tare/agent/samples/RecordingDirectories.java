package dev.tare.agent.samples;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directories of recordings, each from before its recording begins until its file has been
 * read. What nobody knows of when the JVM ends, since it was about to begin or to be read, is
 * removed from here.
 */
final class RecordingDirectories {
  private static final String FILE = "samples.jfr";

  /** The process and a number. */
  private static final Pattern NAME = Pattern.compile("tare-(\\d{1,18})-\\d+");

  /**
   * Much longer than any recording: in a container's directory that others share, the process may
   * go on although nobody sees it here.
   */
  private static final Duration MIN_ABANDONED = Duration.ofHours(1);

  private static final Set<Path> DIRECTORIES = new HashSet<>();

  private RecordingDirectories() {}

  /** A name that no other has. */
  static String newName() {
    return "tare-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  }

  /**
   * Makes one, below that for temporary files.
   *
   * @throws IOException where it cannot be made, or is not needed any more, as the JVM ends
   */
  static synchronized Path make(String name) throws IOException {
    if (JvmShutdown.hasBegun()) {
      throw new IOException("the JVM ends");
    }
    Path directory = parent().resolve(name);
    Files.createDirectory(directory, forTheOwnerAlone());
    DIRECTORIES.add(directory);
    return directory;
  }

  private static Path parent() {
    return Path.of(System.getProperty("java.io.tmpdir", "."));
  }

  private static FileAttribute<?>[] forTheOwnerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  /** The recording's file in its directory. */
  static Path file(Path directory) {
    return directory.resolve(FILE);
  }

  /** Removes one, with its file. */
  static synchronized void remove(Path directory) {
    DIRECTORIES.remove(directory);
    try {
      Files.deleteIfExists(file(directory));
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // An empty file of ours, in a directory for such, which somebody has locked.
    }
  }

  /** Removes those of JVMs that were killed, or halted; to be called once one is made. */
  static void removeAbandoned() {
    removeAbandoned(parent());
  }

  /** The same for any directory. */
  static void removeAbandoned(Path parent) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, "tare-*")) {
      Optional<UserPrincipal> user = user();
      for (Path directory : all) {
        if (user.isPresent() && isAbandoned(directory, user.get())) {
          remove(directory);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Nothing needs them to be removed.
    }
  }

  /** Who owns what this JVM makes; empty where nothing is left of that. */
  private static synchronized Optional<UserPrincipal> user() throws IOException {
    return DIRECTORIES.isEmpty()
        ? Optional.empty()
        : Optional.of(Files.getOwner(DIRECTORIES.iterator().next()));
  }

  private static boolean isAbandoned(Path directory, UserPrincipal user) {
    Matcher name = NAME.matcher(directory.getFileName().toString());
    if (!name.matches()) {
      return false;
    }
    try {
      // What others have put there may be a link.
      Instant made = Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS).toInstant();
      return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(user)
          && made.isBefore(Instant.now().minus(MIN_ABANDONED))
          && !hasMadeIt(ProcessHandle.of(Long.parseLong(name.group(1))), made);
    } catch (IOException e) {
      return false; // Somebody else has removed it.
    }
  }

  /** A process that began later has but the number of the one that did. */
  private static boolean hasMadeIt(Optional<ProcessHandle> process, Instant made) {
    return process
        .map(found -> found.info().startInstant().orElse(Instant.MIN).isBefore(made))
        .orElse(false);
  }

  /** Removes what is left, at the JVM's end: all that is to be read has been. */
  static synchronized void removeAll() {
    List.copyOf(DIRECTORIES).forEach(RecordingDirectories::remove);
  }
}
