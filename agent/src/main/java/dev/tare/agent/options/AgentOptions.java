package dev.tare.agent.options;

import dev.tare.agent.budget.Budget;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.counters.EventCatalog;
import dev.tare.profile.NamePattern;
import dev.tare.profile.NamePatterns;
import dev.tare.runtime.config.CategoryScheme;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The agent's options, parsed once; immutable. */
public final class AgentOptions {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");
  private static final Pattern PERCENTAGE = Pattern.compile("(\\d(?:\\.\\d{1,9})?)%?");
  private static final long MIN_INTERVAL_NANOS = 100_000;
  private static final long MAX_INTERVAL_NANOS = 60_000_000_000L;
  private static final long MIN_PERIOD_NANOS = 100_000_000;
  private static final long MAX_PERIOD_NANOS = 24 * 3_600_000_000_000L;
  private static final int MAX_NODES = 200_000_000;

  /** A class or method pattern: the parts of a Java name, dots, and {@code *}. */
  private static final Pattern NAME_PATTERN =
      Pattern.compile("[\\p{javaJavaIdentifierPart}.*-]+(#[\\p{javaJavaIdentifierPart}*<>-]+)?");

  private final Map<Option, String> values;

  public final Mode mode;
  public final List<String> include;
  public final List<String> exclude;
  public final long intervalNanos;

  /** Of one thread's call tree, whatever the heap has room for. */
  public final int maxNodes;

  /** Whether a method met again on its own path opens the node that it already has. */
  public final boolean foldsRecursion;

  /** What part of all self values a subtree must have to be written as nodes; 0.01 is 1%. */
  public final double minShare;

  public final String metric;
  public final CategoryScheme categories;
  public final CalibrationStoreOption keeping;

  /** Empty: nobody asked for samples of CPU time. */
  public final Optional<SamplingRate> cpuSamples;

  /**
   * Whether samples are taken for the budget's sake: what it leaves without probes is told apart by
   * those of CPU time, where they cost nothing; elsewhere a few tell what probes cost.
   */
  public final boolean samplesUnasked;

  /** Whether nothing is recorded before somebody says so. */
  public final boolean delayed;

  /** The period of profiles, in nanoseconds; 0: none but the last. */
  public final long everyNanos;

  /** What the application may lose. */
  public final Budget budget;

  /** Where what was learnt of methods is kept: {@code auto}, {@code off} or a path. */
  public final String budgetLearn;

  /** What whoever started the run calls it by, in the given order. */
  public final Map<String, String> labels;

  /** How many methods are to be seen compiled before the calibration's warm-up begins. */
  public final int warmUpDelay;

  /** Of keys that were given more than once, a line for each that says which value is in force. */
  public final List<String> repeated;

  private final long warmUpCount;

  private AgentOptions(Map<Option, String> values, List<String> repeated) throws OptionException {
    this.values = values;
    this.repeated = List.copyOf(repeated);
    mode = parseMode();
    include = patterns(Option.INCLUDE);
    exclude = patterns(Option.EXCLUDE);
    intervalNanos = duration(Option.INTERVAL, MIN_INTERVAL_NANOS, MAX_INTERVAL_NANOS);
    boolean byHeap = get(Option.MAXNODES).equals("heap");
    maxNodes = byHeap ? MAX_NODES : (int) number(Option.MAXNODES, 1, MAX_NODES);
    only(Option.RECURSION, "full", "fold");
    foldsRecursion = get(Option.RECURSION).equals("fold");
    minShare = parseMinShare();
    categories = parseCategories();
    warmUpDelay = (int) number(Option.WARMUPDELAY, 0, Integer.MAX_VALUE);
    warmUpCount = number(Option.WARMUPCOUNT, 0, Long.MAX_VALUE);
    metric = get(Option.METRIC);
    if (!EventCatalog.isName(metric)) {
      throw Option.METRIC.wrong(metric);
    }
    cpuSamples = parseCpuSamples();
    only(Option.START, "now", "delayed");
    delayed = get(Option.START).equals("delayed");
    only(Option.CALIBRATION, "runtime", "delayed", "off");
    keeping = parseKeeping();
    everyNanos =
        get(Option.EVERY).equals("off")
            ? 0
            : duration(Option.EVERY, MIN_PERIOD_NANOS, MAX_PERIOD_NANOS);
    budget = parseBudget();
    budgetLearn = parseBudgetLearn();
    samplesUnasked = get(Option.CPUSAMPLES).equals("auto") && !budget.isOff() && mode != Mode.NONE;
    labels =
        Labels.parse(get(Option.LABELS)).orElseThrow(() -> Option.LABELS.wrong(get(Option.LABELS)));
    if (file().isEmpty()) {
      throw Option.FILE.wrong(file());
    }
  }

  /**
   * Reads {@code key=value[,key=value]...}, and the file that {@code config} names below it.
   *
   * @param arguments as the JVM hands them over; null for none
   */
  public static AgentOptions parse(@Nullable String arguments) throws OptionException {
    Map<Option, String> given = new EnumMap<>(Option.class);
    Set<Option> twice = EnumSet.noneOf(Option.class);
    if (arguments != null && !arguments.isBlank()) {
      for (String argument : arguments.split(",", -1)) {
        int equals = argument.indexOf('=');
        if (equals < 0) {
          throw OptionException.notAnOption(
              argument.strip(), "must be written key=value; keys are " + Option.keys());
        }
        String value = argument.substring(equals + 1).strip();
        Option option = Option.of(argument.substring(0, equals).strip(), value);
        if (given.put(option, value) != null) {
          twice.add(option);
        }
      }
    }
    Map<Option, String> values = new EnumMap<>(Option.class);
    for (Option option : Option.values()) {
      values.put(option, option.standard);
    }
    if (given.containsKey(Option.CONFIG)) {
      values.putAll(readConfig(given.get(Option.CONFIG), twice));
    }
    values.putAll(given);
    List<String> repeated =
        twice.stream().map(option -> option.repeated(values.getOrDefault(option, ""))).toList();
    return new AgentOptions(values, repeated);
  }

  private static Map<Option, String> readConfig(String file, Set<Option> twice)
      throws OptionException {
    Map<Option, String> values = new EnumMap<>(Option.class);
    Set<String> repeated = new HashSet<>();
    for (Map.Entry<String, String> entry : ConfigFile.read(file, repeated).entrySet()) {
      if (entry.getKey().equals(Option.CONFIG.key)) {
        throw new OptionException(
            entry.getKey(), entry.getValue(), "cannot stand in a config file");
      }
      Option option = Option.of(entry.getKey(), entry.getValue());
      values.put(option, entry.getValue());
      if (repeated.contains(entry.getKey())) {
        twice.add(option);
      }
    }
    return values;
  }

  private Mode parseMode() throws OptionException {
    for (Mode known : Mode.values()) {
      if (known.key().equals(get(Option.MODE))) {
        return known;
      }
    }
    throw Option.MODE.wrong(get(Option.MODE));
  }

  private CategoryScheme parseCategories() throws OptionException {
    for (CategoryScheme known : CategoryScheme.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(get(Option.CATEGORIES))) {
        return known;
      }
    }
    throw Option.CATEGORIES.wrong(get(Option.CATEGORIES));
  }

  private Optional<SamplingRate> parseCpuSamples() throws OptionException {
    String value = get(Option.CPUSAMPLES);
    Optional<SamplingRate> rate = SamplingRate.parse(value);
    if (rate.isEmpty() && !value.equals("off") && !value.equals("auto")) {
      throw Option.CPUSAMPLES.wrong(value);
    }
    return rate;
  }

  private Budget parseBudget() throws OptionException {
    Optional<Budget> parsed = Budget.parse(get(Option.BUDGET));
    if (parsed.isEmpty()) {
      throw Option.BUDGET.wrong(get(Option.BUDGET));
    }
    return parsed.get();
  }

  private String parseBudgetLearn() throws OptionException {
    String value = get(Option.BUDGETLEARN);
    if (!value.equals("auto") && !value.equals("off") && !isWritableFile(value)) {
      throw Option.BUDGETLEARN.wrong(value);
    }
    return value;
  }

  /** When overhead is subtracted, as the profile names it. */
  public String policy() {
    return calibrated() ? get(Option.CALIBRATION) : "off";
  }

  /** Whether overhead is found and subtracted. */
  public boolean calibrated() {
    return mode != Mode.NONE && !get(Option.CALIBRATION).equals("off");
  }

  /** How many of a thread's intervals are adjusted when the profile is written, not at once. */
  public long deferrals() {
    return get(Option.CALIBRATION).equals("delayed") ? Long.MAX_VALUE : warmUpCount;
  }

  private CalibrationStoreOption parseKeeping() throws OptionException {
    String value = get(Option.CALSTATS);
    if (value.equals("auto") || value.equals("off")) {
      return new CalibrationStoreOption(value.equals("off") || !calibrated(), Optional.empty());
    }
    if (isWritableFile(value)) {
      return new CalibrationStoreOption(
          !calibrated(), Optional.of(Path.of(value).toAbsolutePath()));
    }
    throw Option.CALSTATS.wrong(value);
  }

  /** Whether there is such a file, or it can be made. */
  private static boolean isWritableFile(String value) {
    try {
      Path file = Path.of(value).toAbsolutePath();
      Path folder = file.getParent();
      return Files.exists(file)
          ? Files.isRegularFile(file)
          : folder != null && Files.isWritable(folder) && !value.isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private void only(Option option, String... accepted) throws OptionException {
    if (!List.of(accepted).contains(get(option))) {
      throw option.wrong(get(option));
    }
  }

  private List<String> patterns(Option option) throws OptionException {
    List<String> patterns = new ArrayList<>();
    if (!get(option).isEmpty()) {
      for (String pattern : NamePatterns.split(get(option))) {
        if (!NAME_PATTERN.matcher(pattern).matches() || !NamePattern.canMatch(pattern)) {
          throw option.wrong(get(option));
        }
        patterns.add(pattern);
      }
    }
    return Collections.unmodifiableList(patterns);
  }

  private double parseMinShare() throws OptionException {
    Matcher matcher = PERCENTAGE.matcher(get(Option.MINSHARE));
    double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 1;
    if (percent >= 1) {
      throw Option.MINSHARE.wrong(get(Option.MINSHARE));
    }
    return percent / 100;
  }

  private long number(Option option, long least, long most) throws OptionException {
    try {
      long number = Long.parseLong(get(option));
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as a number out of range is.
    }
    throw option.wrong(get(option));
  }

  private long duration(Option option, long least, long most) throws OptionException {
    Matcher matcher = DURATION.matcher(get(option));
    if (matcher.matches()) {
      long factor =
          switch (matcher.group(2)) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
          };
      long count = Long.parseLong(matcher.group(1));
      if (count <= most / factor && count * factor >= least) {
        return count * factor;
      }
    }
    throw option.wrong(get(option));
  }

  private String get(Option option) {
    return values.getOrDefault(option, option.standard);
  }

  /** The value of {@code file}, with its {@code %} still in it. */
  public String file() {
    return get(Option.FILE);
  }

  /** The path that {@code file} stands for, with this number in it where there are several. */
  public Path path(FileName name, String number) throws OptionException {
    try {
      String expanded =
          everyNanos == 0 ? name.expand(file()) : name.expand(FileName.numbered(file()), number);
      return Path.of(expanded).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw Option.FILE.wrong(file());
    }
  }

  /** Every key with the value in force, for the profile; those without a value left out. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    values.forEach(
        (option, value) -> {
          if (!value.isEmpty()) {
            settings.put(option.key, value);
          }
        });
    return settings;
  }
}
