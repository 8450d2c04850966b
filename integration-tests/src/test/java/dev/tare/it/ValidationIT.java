package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tare.it.check.Expectations;
import dev.tare.it.check.Invariants;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Every target, in both modes, on every JDK: the calls in the profile are those that its comments
 * say.
 */
class ValidationIT {

  @TestFactory
  Stream<DynamicNode> theCallsOfEveryTargetAreAsItsCommentsSay() {
    return Configuration.all().map(ValidationIT::container);
  }

  private static DynamicNode container(Configuration configuration) {
    if (configuration.jdk().home().isEmpty()) {
      return dynamicTest(configuration.toString(), () -> configuration.jdk().tool("java"));
    }
    try {
      TargetClasses classes = TargetClasses.of(configuration.jdk());
      TargetRun run = TargetRun.of(configuration);
      List<DynamicNode> tests = new ArrayList<>();
      tests.add(dynamicTest("what holds for every profile", () -> Invariants.check(run.profile())));
      tests.add(dynamicTest("what is skipped", () -> checkSkipped(run)));
      for (String target : classes.targets()) {
        String name = target.substring(target.lastIndexOf('.') + 1);
        tests.add(dynamicTest(name, () -> checkTarget(run, classes, target, name)));
      }
      return dynamicContainer(configuration.toString(), tests);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void checkTarget(TargetRun run, TargetClasses classes, String target, String name)
      throws IOException {
    assertEquals(name + " ended", run.said(name));
    Expectations expectations = Expectations.of(classes.source(target), classes.classes(), target);
    List<String> differences =
        expectations.differences(run.profile(), threadsOf(name), ignored -> false);
    assertEquals("", String.join("\n", differences), target);
  }

  /** A target's own thread, and those that it started and named after itself. */
  static Predicate<ThreadProfile> threadsOf(String target) {
    return thread -> thread.name().equals(target) || thread.name().startsWith(target + "/");
  }

  private static void checkSkipped(TargetRun run) {
    List<String> skipped =
        run.profile().skipped().stream()
            .filter(method -> !method.reason().isBlank())
            .map(method -> method.className() + "." + method.name() + method.descriptor())
            .sorted()
            .toList();
    String generated = "dev.tare.it.targets.generated.";
    assertEquals(
        List.of(
            generated + "AlmostTooLargeForAClassFile.run(I)I",
            generated + "AlmostTooLargeToCompile.run(I)I"),
        skipped);
  }
}
