package dev.tare.bench;

import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.work.RoundsMain;
import dev.tare.bench.work.Weight;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What {@code diff} says of runs of the same program, and of runs of one of whose methods became
 * slower. Profiles that are in the folder already are not made again, so that another diff can be
 * tried on the same runs.
 */
@Command(
    name = "DiffNoise",
    mixinStandardHelpOptions = true,
    description = "Counts what diff calls surely different, of equal runs and of changed ones.")
public final class DiffNoise implements Callable<Integer> {
  private static final String TITLE = "What diff calls surely different";

  /** Draws of runs are the same each time. */
  private static final long SEED = 20_261_123;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--work",
      defaultValue = "h2",
      description = "h2 and routines can be changed (default: ${DEFAULT-VALUE})")
  WorkKind work = WorkKind.H2;

  @Option(
      names = "--rounds",
      defaultValue = "20",
      description = "of the work in each run (default: ${DEFAULT-VALUE})")
  int rounds;

  @Option(
      names = "--turns",
      defaultValue = "0",
      description = "of the loop of the method that changes; 0: none does")
  int turns;

  @Option(
      names = "--slower",
      defaultValue = "10",
      description = "by how many percent its turns are more (default: ${DEFAULT-VALUE})")
  int percent;

  @Option(
      names = "--side",
      defaultValue = "5",
      description = "files a side, where there are several (default: ${DEFAULT-VALUE})")
  int side;

  @Option(
      names = "--draws",
      defaultValue = "20",
      description = "comparisons of each kind at most (default: ${DEFAULT-VALUE})")
  int draws;

  @Option(
      names = "--args",
      defaultValue = "",
      description = "agent arguments but for include and file")
  String arguments = "";

  @Option(names = "--profiles", required = true, description = "a folder for the profiles")
  Path folder = Path.of("");

  private final List<Path> equal = new ArrayList<>();
  private final List<Path> changed = new ArrayList<>();
  private final Random random = new Random(SEED);

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new DiffNoise()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Files.createDirectories(folder);
    JdkHome jdk = options.jdks().get(0);
    // The first run finds no learned tiers and no calibration: it is like no other.
    record(jdk, "first", turns);
    for (int run = 0; run < options.runs; run++) {
      equal.add(record(jdk, "equal-" + run, turns));
      if (turns > 0) {
        changed.add(record(jdk, "changed-" + run, turns + turns * percent / 100));
      }
    }
    options.finish(TITLE, table(jdk));
    return 0;
  }

  private Path record(JdkHome jdk, String name, int turnsOfRun)
      throws IOException, InterruptedException {
    Path profile = folder.resolve(name + ".json.gz").toAbsolutePath();
    if (!Files.exists(profile)) {
      List<String> agent = new ArrayList<>();
      agent.add("include=" + work.target().include());
      agent.add("budgetlearn=" + folder.resolve("learned").toAbsolutePath());
      if (!arguments.isEmpty()) {
        agent.add(arguments);
      }
      agent.add("file=" + profile);
      List<String> jvm = new ArrayList<>(options.jvmArguments);
      jvm.add("-D" + Weight.TURNS_PROPERTY + "=" + turnsOfRun);
      jvm.add("-javaagent:" + options.agent.toAbsolutePath() + "=" + String.join(",", agent));
      List<String> program = List.of(work.label(), Integer.toString(rounds));
      JvmRun run = JvmRun.start(jdk, jvm, folder, RoundsMain.class, program);
      System.err.printf("%s: %.1f s%n", name, run.wallNanos() * 1e-9);
    }
    return profile;
  }

  private String table(JdkHome jdk) throws IOException, InterruptedException {
    MarkdownTable table =
        new MarkdownTable(List.of("compared", "files a side", "comparisons", "with a !", "found"));
    int pairs = 0;
    int surePairs = 0;
    for (int first = 0; first < equal.size(); first++) {
      for (int second = first + 1; second < equal.size() && pairs < draws; second++) {
        pairs++;
        List<String> sure =
            sure(jdk, equal.subList(first, first + 1), equal.subList(second, second + 1));
        surePairs += sure.isEmpty() ? 0 : 1;
      }
    }
    table.add(List.of("equal", "1", Integer.toString(pairs), Integer.toString(surePairs), ""));
    if (equal.size() >= 2 * side) {
      add(table, jdk, "equal", equal, equal);
    }
    if (!changed.isEmpty()) {
      add(table, jdk, "changed", equal, changed);
    }
    return table.toString();
  }

  private void add(
      MarkdownTable table, JdkHome jdk, String name, List<Path> before, List<Path> after)
      throws IOException, InterruptedException {
    int withSure = 0;
    int found = 0;
    for (int draw = 0; draw < draws; draw++) {
      List<Path> first = drawn(before);
      List<Path> rest = new ArrayList<>(after);
      rest.removeAll(first);
      List<String> sure = sure(jdk, first.subList(0, side), drawn(rest).subList(0, side));
      withSure += sure.isEmpty() ? 0 : 1;
      found += sure.stream().anyMatch(line -> line.contains("Weight.weigh")) ? 1 : 0;
      System.err.println(name + " " + draw + ": " + sure);
    }
    table.add(
        List.of(
            name,
            Integer.toString(side),
            Integer.toString(draws),
            Integer.toString(withSure),
            before.equals(after) ? "" : Integer.toString(found)));
  }

  private List<Path> drawn(List<Path> files) {
    List<Path> shuffled = new ArrayList<>(files);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, Math.min(side, shuffled.size()));
  }

  /** The rows of a comparison that are marked as surely different. */
  private List<String> sure(JdkHome jdk, List<Path> before, List<Path> after)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(jdk.launcher(), "-jar", options.agent.toString(), "diff", "--top"));
    command.addAll(List.of("100000", "--before"));
    before.forEach(file -> command.add(file.toString()));
    command.add("--after");
    after.forEach(file -> command.add(file.toString()));
    Path errors = folder.resolve("diff-stderr.txt");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(Files.readString(errors));
    }
    return text.lines().filter(DiffNoise::isSure).toList();
  }

  /**
   * Whether a line that {@code diff} prints is such a row. The mark is a column between two others;
   * before it may be a {@code -}, where there is no percentage.
   */
  static boolean isSure(String line) {
    return line.contains("  !  ");
  }
}
