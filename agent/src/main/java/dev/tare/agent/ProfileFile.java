package dev.tare.agent;

import dev.tare.profile.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that profiles go to; known to be writable before the application starts. */
final class ProfileFile {
  // stat(2): S_IFMT and S_IFCHR.
  private static final int TYPE = 0170000;
  private static final int CHARACTER_DEVICE = 0020000;

  private final AgentOptions options;
  private final FileName name;

  private ProfileFile(AgentOptions options, FileName name) {
    this.options = options;
    this.name = name;
  }

  static ProfileFile at(AgentOptions options, Run run) throws OptionException {
    ProfileFile file = new ProfileFile(options, new FileName(run.pid(), run.started(), run.host()));
    Path path = file.path("1");
    Path folder = path.getParent();
    // The profile is written beside its target first, so it is the folder that matters.
    if (folder == null
        || !Files.isWritable(folder)
        || Files.isDirectory(path)
        || !mayBeReplaced(path)) {
      throw Option.FILE.wrong(options.file());
    }
    return file;
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

  /**
   * The path.
   *
   * @param number which of the profiles, where there are several
   */
  Path path(String number) throws OptionException {
    return options.path(name, number);
  }
}
