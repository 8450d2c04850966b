package dev.tare.agent;

import dev.tare.profile.AtomicFile;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.EndedThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that the profile goes to; known to be writable before the application starts. */
final class ProfileFile {
  // stat(2): S_IFMT and S_IFCHR.
  private static final int TYPE = 0170000;
  private static final int CHARACTER_DEVICE = 0020000;

  private final Path path;

  private ProfileFile(Path path) {
    this.path = path;
  }

  static ProfileFile at(AgentOptions options, Run run) throws OptionException {
    Path path = options.path(new FileName(run.pid(), run.started(), run.host()));
    Path folder = path.getParent();
    // The profile is written beside its target first, so it is the folder that matters.
    if (folder == null
        || !Files.isWritable(folder)
        || Files.isDirectory(path)
        || !mayBeReplaced(path)) {
      throw Option.FILE.wrong(options.file());
    }
    return new ProfileFile(path);
  }

  /**
   * A file, a link to one, which the profile takes the place of, or a device. A pipe that nobody
   * reads would keep the JVM from its end for ever.
   */
  private static boolean mayBeReplaced(Path path) {
    if (Files.isSymbolicLink(path)) {
      return Files.notExists(path) || (Files.isRegularFile(path) && !AtomicFile.isDescriptor(path));
    }
    try {
      return Files.notExists(path)
          || Files.isRegularFile(path)
          || ((Integer) Files.getAttribute(path, "unix:mode") & TYPE) == CHARACTER_DEVICE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  void write(ProfileParts profile) throws IOException {
    synchronized (EndedThreads.LOCK) {
      EndedThreads.addUp();
      ProfileWriter.write(profile, path);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
