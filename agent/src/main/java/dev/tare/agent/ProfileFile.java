package dev.tare.agent;

import dev.tare.profile.ProfileParts;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.EndedThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that the profile goes to; known to be writable before the application starts. */
final class ProfileFile {
  private final Path path;

  private ProfileFile(Path path) {
    this.path = path;
  }

  static ProfileFile at(AgentOptions options, Run run) throws OptionException {
    Path path = options.path(new FileName(run.pid(), run.started(), run.host()));
    Path folder = path.getParent();
    // The profile is written beside its target first, so it is the folder that matters.
    if (folder == null || !Files.isWritable(folder) || Files.isDirectory(path)) {
      throw Option.FILE.wrong(options.file());
    }
    return new ProfileFile(path);
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
