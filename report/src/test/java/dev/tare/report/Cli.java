package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** Runs commands as a user does, and keeps what they print. */
final class Cli {
  private final Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Files that are named to it are in this folder. */
  Cli(Path folder) {
    this.folder = folder;
  }

  /** The exit status. */
  int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.commandLine(args)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  /** Standard output of the last command. */
  String out() {
    return out.toString();
  }

  /** Standard error of the last command. */
  String err() {
    return err.toString();
  }

  /** Writes the profile to a file of this name, and returns its path. */
  String file(String name, Profile profile) throws IOException {
    Path file = folder.resolve(name);
    ProfileWriter.write(profile, file);
    return file.toString();
  }

  String path(String name) {
    return folder.resolve(name).toString();
  }
}
