package dev.tare.report.analysis;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which threads of a profile are shown. */
public final class ThreadChoice {
  private static final int NAMES_SHOWN = 5;

  private ThreadChoice() {}

  /**
   * The threads of this name, in which {@code *} stands for anything.
   *
   * @throws NoSuchThreadException where there is none; it names some that there are
   */
  public static List<ThreadProfile> named(String name, Profile profile)
      throws NoSuchThreadException {
    Pattern pattern =
        Pattern.compile(
            Arrays.stream(name.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")),
            Pattern.DOTALL);
    List<ThreadProfile> chosen =
        profile.threads().stream()
            .filter(thread -> pattern.matcher(thread.name()).matches())
            .toList();
    if (chosen.isEmpty()) {
      throw new NoSuchThreadException(
          "no thread is named \"" + name + "\"; there are: " + names(profile));
    }
    return chosen;
  }

  private static String names(Profile profile) {
    List<String> names = profile.threads().stream().map(ThreadProfile::name).distinct().toList();
    String shown = names.stream().limit(NAMES_SHOWN).collect(Collectors.joining(", "));
    return names.isEmpty()
        ? "none"
        : names.size() <= NAMES_SHOWN
            ? shown
            : shown + " and " + (names.size() - NAMES_SHOWN) + " more";
  }

  /** No thread of the profile has the name that was asked for. */
  public static final class NoSuchThreadException extends Exception {
    NoSuchThreadException(String message) {
      super(message);
    }
  }
}
