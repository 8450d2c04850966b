package dev.tare.agent.cache;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The user's directory for what can be made anew: {@code $XDG_CACHE_HOME/tare} or {@code
 * ~/.cache/tare} (XDG Base Directory Specification 0.8).
 */
public final class CacheDirectory {
  private static final String NAME = "tare";

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Belongs to the user that this process runs as; Linux alone has it. */
  private static final Path SELF = Path.of("/proc/self");

  private CacheDirectory() {}

  /** The directory, made where there is none; none where it cannot be used: nobody asked for it. */
  public static Optional<Path> ofUser() {
    String home = System.getProperty("user.home", "");
    String cache = System.getenv("XDG_CACHE_HOME");
    try {
      return below(Path.of(home), cache == null ? Path.of("") : Path.of(cache));
    } catch (InvalidPathException | IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * The directory, made where there is none; none where it belongs to somebody else, others may
   * write to it, or this process may not.
   *
   * @param home the user's
   * @param cache where the user wants such directories, if it is absolute: the specification says
   *     that others are to be ignored
   * @throws IOException where it cannot be made or looked at
   */
  static Optional<Path> below(Path home, Path cache) throws IOException {
    if (!cache.isAbsolute() && !(home.isAbsolute() && Files.isDirectory(home))) {
      return Optional.empty();
    }
    Path directory = (cache.isAbsolute() ? cache : home.resolve(".cache")).resolve(NAME);
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(directory, OWNER_ALONE);
    }
    UserPrincipal user = Files.getOwner(Files.exists(SELF) ? SELF : home);
    boolean own =
        Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(user)
            && !writtenByOthers(Files.getPosixFilePermissions(directory));
    return own && Files.isWritable(directory) ? Optional.of(directory) : Optional.empty();
  }

  /**
   * Deletes files, those not used for longest, until the others take no more room than this.
   *
   * @param file in the same directory, there or not
   * @param glob of their names, see {@link java.nio.file.FileSystem#getPathMatcher}
   */
  public static void makeRoom(Path file, String glob, long maxBytes) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(file.toAbsolutePath().getParent(), glob)) {
      all.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    // Another program may delete one meanwhile: File then says 0, where Files throws.
    Map<Path, Long> used = new HashMap<>();
    for (Path found : files) {
      used.put(found, found.toFile().lastModified());
    }
    files.sort(Comparator.comparing(used::get).reversed());
    long bytes = 0;
    for (Path found : files) {
      bytes += found.toFile().length();
      if (bytes > maxBytes) {
        Files.deleteIfExists(found);
      }
    }
  }

  private static boolean writtenByOthers(Set<PosixFilePermission> permissions) {
    return permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE);
  }
}
