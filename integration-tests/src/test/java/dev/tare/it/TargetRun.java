package dev.tare.it;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One JVM in which every target ran, each in its own thread.
 *
 * @param outcome what the JVM left behind
 * @param profile its profile
 */
record TargetRun(Outcome outcome, Profile profile) {

  /** Runs every target that this configuration's JDK understands. */
  static TargetRun of(Configuration configuration) throws IOException {
    Path profile = Programs.profileFile("targets", configuration);
    JavaRun run =
        JavaRun.profiled(configuration, profile, "include=dev.tare.it.targets.*").verifyingAll();
    Outcome outcome = run(run, TargetClasses.of(configuration.jdk()));
    return new TargetRun(outcome, ProfileReader.read(profile));
  }

  /** Runs every target in a JVM with these agents. */
  static Outcome run(JavaRun run, TargetClasses classes) throws IOException {
    List<String> targets = classes.targets();
    return run.classPath(classes.classes(), classes.generated())
        .main("dev.tare.it.runner.TargetRunner", targets.toArray(String[]::new))
        .run()
        .succeeded();
  }

  /** What the runner said of a target: that it ended, or what it threw. */
  String said(String target) {
    Matcher said =
        Pattern.compile(
                "^" + target + " (ended|threw (.*\\R?)*?(?=^\\w+ (ended|threw)|\\z))",
                Pattern.MULTILINE)
            .matcher(outcome.stdout());
    return said.find() ? said.group().strip() : "nothing\n" + outcome;
  }
}
