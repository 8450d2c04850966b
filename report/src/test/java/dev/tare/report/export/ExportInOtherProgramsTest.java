package dev.tare.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.division.DividedFrames;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.division.DividedProfiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("programs")
class ExportInOtherProgramsTest {
  private final Path folder;

  ExportInOtherProgramsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void callgrindAnnotateFindsTheSameSelfValues() throws IOException, InterruptedException {
    Profile profile = notNegative(GeneratedProfile.of(5, 80, 30, 3000, 1000, 500));
    MethodTotals totals = Exported.totals(profile);
    Map<String, Long> self = annotated(profile, "--inclusive=no");
    Map<String, Long> expected = Exported.byName(profile, totals::self);
    expected.values().removeAll(List.of(0L));
    self.keySet().removeIf(name -> name.startsWith("thread "));
    assertEquals(expected, self);
  }

  @Test
  void callgrindAnnotateFindsTheSameTotalsWithRecursionCountedOnce()
      throws IOException, InterruptedException {
    Profile profile = notNegative(GeneratedProfile.of(5, 80, 30, 3000, 1000, 500));
    MethodTotals totals = Exported.totals(profile);
    Map<String, Long> inclusive = annotated(profile, "--inclusive=yes");
    Map<String, Long> expected = Exported.byName(profile, totals::total);
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      expected.put(
          "thread " + thread.name() + " (" + thread.id() + ")", tree.selfSum() - tree.self(0));
    }
    assertEquals(expected, inclusive);
  }

  @Test
  void callgrindAnnotateFindsTheSameCalls() throws IOException, InterruptedException {
    Profile profile = GeneratedProfile.of(5, 80, 30, 3000, 1000, 500);
    Path file = Exported.file(profile, Format.CALLGRIND, folder);
    Pattern caller = Pattern.compile(".*< .* \\(([\\d,]+)x\\).*");
    Pattern function = Pattern.compile(".* \\* +[^:]*:(\\S+\\.\\S+).*");
    Map<String, Long> calls = new TreeMap<>();
    long counted = 0;
    for (String line :
        Exported.printedBy(
            folder,
            "callgrind_annotate",
            "--threshold=100",
            "--tree=caller",
            "--inclusive=yes",
            file.toString())) {
      Matcher matcher = caller.matcher(line);
      if (matcher.matches()) {
        counted += Long.parseLong(matcher.group(1).replace(",", ""));
        continue;
      }
      matcher = function.matcher(line);
      if (matcher.matches()) {
        calls.put(matcher.group(1), counted);
        counted = 0;
      }
    }
    calls.keySet().removeIf(name -> name.startsWith("thread "));
    MethodTotals totals = Exported.totals(profile);
    assertEquals(Exported.byName(profile, totals::calls), calls);
  }

  @Test
  void pprofReadsTheSameCallsAndValues() throws IOException, InterruptedException {
    Profile profile = GeneratedProfile.of(5, 80, 30, 3000, 1000, 500);
    Path file = Exported.file(profile, Format.PPROF, folder);
    List<String> lines = Exported.printedBy(folder, "go", "tool", "pprof", "-raw", file.toString());
    assertTrue(lines.contains("calls/count time/nanoseconds[dflt]"), lines.toString());
    Pattern location = Pattern.compile("\\s+(\\d+): 0x0 M=1 (\\S+) \\S*:(\\d+) s=(\\d+).*");
    Pattern sample = Pattern.compile("\\s+(-?\\d+)\\s+(-?\\d+): ([\\d ]+)");
    Map<String, String> names = new TreeMap<>();
    List<Matcher> samples = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = location.matcher(line);
      if (matcher.matches()) {
        names.put(matcher.group(1), matcher.group(2));
        assertEquals(matcher.group(3), matcher.group(4));
        continue;
      }
      matcher = sample.matcher(line);
      if (matcher.matches()) {
        samples.add(matcher);
      }
    }
    Map<String, Long> calls = new TreeMap<>();
    Map<String, Long> self = new TreeMap<>();
    for (Matcher matcher : samples) {
      String leaf = names.get(matcher.group(3).trim().split(" ", -1)[0]);
      calls.merge(String.valueOf(leaf), Long.valueOf(matcher.group(1)), Long::sum);
      self.merge(String.valueOf(leaf), Long.valueOf(matcher.group(2)), Long::sum);
    }
    MethodTotals totals = Exported.totals(profile);
    assertEquals(Exported.byName(profile, totals::calls), calls);
    assertEquals(Exported.byName(profile, totals::self), self);
    assertTrue(lines.stream().anyMatch(line -> line.contains("thread:[worker-1]")));
  }

  @Test
  void callgrindAnnotateHasCallsOfBeforeInItsThreadsTotal()
      throws IOException, InterruptedException {
    assertEquals(
        Map.of("thread main (1)", 600L, "com.acme.Order.<init>", 600L),
        annotated(Profiles.carried(), "--inclusive=yes"));
    Path file = Exported.file(Profiles.carried(), Format.CALLGRIND, folder);
    List<String> callees =
        Exported.printedBy(
            folder,
            "callgrind_annotate",
            "--tree=calling",
            "--inclusive=yes",
            "--threshold=100",
            file.toString());
    assertTrue(
        callees.stream().anyMatch(line -> line.contains("com.acme.Order.<init> (1x)")),
        callees.toString());
  }

  @Test
  void pprofKeepsTheNamesOfMethodsAndOfWhatIsNone() throws IOException, InterruptedException {
    Path file = Exported.file(Profiles.beyondMaxnodes(), Format.PPROF, folder);
    String shown =
        String.join(
            "\n", Exported.printedBy(folder, "go", "tool", "pprof", "-top", file.toString()));
    for (String name : List.of("com.acme.Order.<init>", "beyond maxnodes")) {
      assertTrue(shown.lines().anyMatch(line -> line.endsWith("  " + name)), shown);
    }
  }

  @Test
  void pprofLabelsWhatABudgetLeftOfAMethod() throws IOException, InterruptedException {
    assertTrue(tags(Profiles.counted(), "calls").contains("counted"));
    Profile divided = DividedFrames.of(DividedProfile.of(DividedProfiles.known()));
    String tags = tags(divided, "time");
    assertTrue(tags.contains("divided"), tags);
  }

  private String tags(Profile profile, String value) throws IOException, InterruptedException {
    Path file = Exported.file(profile, Format.PPROF, folder);
    return String.join(
        "\n",
        Exported.printedBy(
            folder, "go", "tool", "pprof", "-tags", "-sample_index=" + value, file.toString()));
  }

  private Map<String, Long> annotated(Profile profile, String inclusive)
      throws IOException, InterruptedException {
    Path file = Exported.file(profile, Format.CALLGRIND, folder);
    Pattern function = Pattern.compile("\\s*([\\d,]+) \\([^)]*\\)\\s+[^:]*:(.*)");
    Map<String, Long> result = new TreeMap<>();
    for (String line :
        Exported.printedBy(
            folder, "callgrind_annotate", "--threshold=100", inclusive, file.toString())) {
      Matcher matcher = function.matcher(line);
      if (matcher.matches()) {
        result.put(matcher.group(2).trim(), Long.valueOf(matcher.group(1).replace(",", "")));
      }
    }
    return result;
  }

  /** The profile with each negative value as 0, for a format that has none. */
  private static Profile notNegative(Profile profile) {
    ThreadProfile[] threads =
        profile.threads().stream()
            .map(
                thread -> {
                  CallTree tree = thread.tree();
                  CallTreeBuilder copy = new CallTreeBuilder();
                  for (int node = 1; node < tree.size(); node++) {
                    copy.add(tree.parent(node), tree.method(node));
                    copy.calls(node, tree.calls(node)).self(node, Math.max(0, tree.self(node)));
                  }
                  return Profiles.thread(thread.id(), thread.name(), copy.build());
                })
            .toArray(ThreadProfile[]::new);
    return Profiles.of(profile.methods(), threads);
  }
}
