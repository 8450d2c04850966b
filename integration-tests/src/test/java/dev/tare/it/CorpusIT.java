package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.corpus.CorpusReport;
import dev.tare.it.corpus.CorpusRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every class of many jars is woven and goes through the verifier. The usual build takes a few
 * jars; the Maven profile {@code corpus} takes the whole corpus.
 */
@Tag("corpus")
@Order(3)
@Execution(ExecutionMode.CONCURRENT)
class CorpusIT {
  /** What docs/reliability.md says; another version of a jar has others. */
  private static final int CLASSES = 258_290;

  private static final int CLASSES_OF_PART = 10_075;

  private static final boolean WHOLE = Boolean.getBoolean("tare.it.corpus.whole");

  static Stream<Jdk> jdks() {
    return (WHOLE ? Jdk.all() : Jdk.newest()).stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void everyClassLoadsAsWithoutTheProfiler(Jdk jdk) throws IOException {
    CorpusRun run = CorpusRun.of(jdk, WHOLE ? "whole" : "part", folders());
    String report = CorpusReport.of(run);
    Path file = Workspace.output("corpus").resolve("report-" + jdk.feature() + ".md");
    Files.writeString(file, report);
    assertEquals(List.of(), run.differences());
    assertEquals(List.of(), run.complaints());
    assertEquals(List.of(), run.unaccounted());
    assertEquals(List.of(), run.failures());
    int classes = run.woven().size();
    assertEquals(WHOLE ? CLASSES : CLASSES_OF_PART, classes, report);
    // Interfaces and the like have nothing to weave.
    assertTrue(run.soundWovenClasses() > 0.85 * classes, report);
    assertTrue(run.wovenMethods() > 5L * classes, report);
  }

  private static List<Path> folders() {
    return Stream.of("corpus-part", "corpus", "ecj", "h2", "groovy", "kotlin", "jacoco")
        .limit(WHOLE ? Long.MAX_VALUE : 1)
        .map(Workspace::program)
        .toList();
  }
}
