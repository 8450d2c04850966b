package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.ThreadChoice;
import dev.tare.report.analysis.ThreadChoice.NoSuchThreadException;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.view.Grouping;
import dev.tare.report.view.MethodPattern.NoMatchException;
import dev.tare.report.view.ProfileView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import picocli.CommandLine.TypeConversionException;

/** What of a profile is shown, and what makes a row: the same for all commands that show one. */
final class ViewOptions {
  private static final String WALL = "wall";
  private static final String WORKING = "working";

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--thread",
      paramLabel = "NAME",
      description = "Take the threads of this name alone; * stands for anything.")
  private @Nullable String thread;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      split = ",",
      converter = ByConverter.class,
      description =
          "What makes a row: method (default), class, package, jar or thread; and which time it is ranked by: working (default, where waiting is known) or wall.")
  private List<String> by = new ArrayList<>();

  @Option(
      names = "--focus",
      paramLabel = "METHOD",
      description =
          "Keep paths through these methods alone: a method, a class or a package, * for anything.")
  private @Nullable String focus;

  @Option(
      names = "--ignore",
      paramLabel = "METHOD",
      description = "Take these methods for parts of their callers.")
  private List<String> ignored = new ArrayList<>();

  @Option(
      names = "--callers",
      paramLabel = "METHOD",
      description = "Show from where these methods are called.")
  private @Nullable String callers;

  @Option(names = "--callees", paramLabel = "METHOD", description = "Show what these methods call.")
  private @Nullable String callees;

  @Option(
      names = "--reverse",
      description = "Show the tree bottom up: below each method its callers (diff: with --paths).")
  private boolean reverse;

  @Option(
      names = "--undivided",
      description =
          "Leave the self values of methods without readings with their callers, and do not tell them apart by samples (option budget).")
  private boolean undivided;

  /**
   * Refuses what has no answer.
   *
   * @param areThreadsShown whether threads are shown instead of methods
   */
  void check(boolean areThreadsShown) {
    if (groupings().size() > 1 || (by.contains(WALL) && by.contains(WORKING))) {
      throw new ParameterException(
          spec.commandLine(),
          "--by takes one of method, class, package, jar, thread, and one of working, wall");
    }
    if (isOfMethod() && grouping() == Grouping.THREAD) {
      throw new ParameterException(
          spec.commandLine(),
          "--by thread goes with --focus METHOD, not with --callers and --callees");
    }
    if (callers != null && reverse) {
      throw new ParameterException(
          spec.commandLine(),
          "--callers does not go with --reverse: its tree has callers below each method already");
    }
    boolean isPartOfPaths = focus != null || !ignored.isEmpty() || isTree();
    if (areThreadsShown && (isPartOfPaths || grouping() != Grouping.METHOD)) {
      throw new ParameterException(
          spec.commandLine(),
          "--threads shows all that threads did: --by thread goes with --focus and --ignore");
    }
  }

  /**
   * Refuses a tree of callers where each node's value is taken for its own: it stands with the
   * outermost caller.
   *
   * @param option what would be wrong
   */
  void refuseUpwards(String option) {
    if (isUpwards()) {
      throw new ParameterException(
          spec.commandLine(),
          option
              + " goes with neither --reverse nor --callers, which have no self values of methods:"
              + " report shows them as text, and --focus METHOD leaves the paths through a method");
    }
  }

  /**
   * Refuses {@code --undivided} where nothing is divided.
   *
   * @param option beside which it would change nothing
   */
  void refuseUndivided(String option) {
    if (undivided) {
      throw new ParameterException(
          spec.commandLine(), "--undivided does not go with " + option + ", which divides nothing");
    }
  }

  /** Whether self values are told apart by samples. */
  boolean divides() {
    return !undivided;
  }

  /** The whole profile, with its self values told apart by samples where that is wanted. */
  Profile divided(Profile profile) {
    return undivided ? profile : DividedProfile.of(profile);
  }

  /** Whether sums of methods over all threads are all that is asked for. */
  boolean areSumsEnough() {
    return thread == null
        && focus == null
        && ignored.isEmpty()
        && callers == null
        && callees == null
        && !reverse
        && grouping() == Grouping.METHOD;
  }

  /** Whether the answer is one tree. */
  boolean isTree() {
    return callers != null || callees != null || reverse;
  }

  /** Whether children of the tree are callers, so that no node has a value of its own. */
  boolean isUpwards() {
    return callers != null || reverse;
  }

  /** Whether the tree is turned over, which methods are the same of. */
  boolean isReversed() {
    return reverse;
  }

  /** Whether the methods are callers of what was asked for, none with a value of its own. */
  boolean areCallers() {
    return callers != null;
  }

  /** Whether the answer is about a method alone, and no table of all of them is wanted. */
  boolean isOfMethod() {
    return callers != null || callees != null;
  }

  /** Whether values are wall time, waiting included, where the profile knows better. */
  boolean isWall() {
    return by.contains(WALL);
  }

  Grouping grouping() {
    List<Grouping> groupings = groupings();
    return groupings.isEmpty() ? Grouping.METHOD : groupings.get(0);
  }

  private List<Grouping> groupings() {
    return by.stream()
        .filter(what -> !what.equals(WALL) && !what.equals(WORKING))
        .map(what -> Grouping.valueOf(what.toUpperCase(Locale.ROOT)))
        .distinct()
        .toList();
  }

  /** The profile of the chosen threads, values as they are in the file. */
  Profile chosen(Profile profile) throws ReportException {
    try {
      return thread == null ? profile : profile.withThreads(ThreadChoice.named(thread, profile));
    } catch (NoSuchThreadException e) {
      throw new ReportException(String.valueOf(e.getMessage()));
    }
  }

  /** As {@link #seen}, bottom up where that was asked for. */
  Profile seenAsTree(Profile seen) {
    return reverse ? ProfileView.of(seen).reversed() : seen;
  }

  /** What was asked for, of a profile of the chosen threads; from the top down. */
  Profile seen(Profile chosen) throws ReportException {
    return seenAsInFile(isWall() ? chosen : chosen.working());
  }

  /** The same with values as they are in the file. */
  Profile seenAsInFile(Profile chosen) throws ReportException {
    Profile profile = chosen;
    try {
      if (focus != null) {
        profile = ProfileView.of(profile).focus(focus);
      }
      for (String pattern : ignored) {
        profile = ProfileView.of(profile).ignore(pattern);
      }
      if (callees != null) {
        profile = ProfileView.of(profile).callees(callees);
      }
      if (callers != null) {
        profile = ProfileView.of(profile).callers(callers);
      }
    } catch (NoMatchException e) {
      throw new ReportException(String.valueOf(e.getMessage()));
    }
    return ProfileView.of(profile).by(grouping());
  }

  /** The same paths, with their methods as they are in the file. */
  Profile paths(Profile chosen) throws ReportException {
    try {
      Profile focused = focus == null ? chosen : ProfileView.of(chosen).focus(focus);
      return callees == null ? focused : ProfileView.of(focused).callees(callees);
    } catch (NoMatchException e) {
      throw new ReportException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * By how much values of rows may be wrong, as all of this profile tells, whatever is shown of it:
   * its methods are neither grouped nor left out.
   */
  Uncertainty uncertainty(Profile profile) {
    return ProfileView.of(profile).uncertainty(grouping());
  }

  /** What {@code --by} takes. */
  static final class ByConverter implements ITypeConverter<String> {
    private static final List<String> NAMES =
        List.of("method", "class", "package", "jar", "thread", WORKING, WALL);

    @Override
    public String convert(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (!NAMES.contains(lower)) {
        throw new TypeConversionException("'" + name + "' is none of " + String.join(", ", NAMES));
      }
      return lower;
    }
  }
}
