package dev.tare.agent;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files that profiles go to; known to be writable before the application starts. */
final class ProfileFile {
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
    if (folder == null || !Files.isWritable(folder) || Files.isDirectory(path)) {
      throw Option.FILE.wrong(options.file());
    }
    return file;
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
