package dev.tare.report.view;

import dev.tare.profile.MethodInfo;
import dev.tare.report.analysis.MethodNames;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which methods somebody means: {@code com.acme.Order.total}, {@code Order.total}, {@code total},
 * {@code com.acme.*}, {@code *Service}; {@code #} may stand before the method, and parameters
 * behind it. The end of a name is enough. Rules of a gate are stricter: {@link
 * dev.tare.profile.NamePattern}.
 */
public final class MethodPattern {
  private static final int MAX_SUGGESTIONS = 3;

  private final String text;
  private final Pattern pattern;

  /** Of what somebody typed. */
  public MethodPattern(String text) {
    this.text = text;
    String globbed =
        Arrays.stream(text.replace('#', '.').split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    // A class stands for its methods.
    pattern = Pattern.compile("(?:.*[.$])?" + globbed + "(?:\\..*)?", Pattern.DOTALL);
  }

  /**
   * The methods that it matches.
   *
   * @throws NoMatchException where there is none; it names some of similar names
   */
  public BitSet among(List<MethodInfo> methods) throws NoMatchException {
    BitSet matched = new BitSet();
    MethodNames names = new MethodNames(methods);
    for (int method = 0; method < methods.size(); method++) {
      if (pattern.matcher(methods.get(method).qualifiedName()).matches()
          || pattern.matcher(names.of(method)).matches()) {
        matched.set(method);
      }
    }
    if (matched.isEmpty()) {
      throw new NoMatchException(message(methods));
    }
    return matched;
  }

  private String message(List<MethodInfo> methods) {
    String wanted = text.replace('#', '.').replace("*", "");
    List<String> alike = containing(wanted, methods);
    List<String> similar =
        alike.isEmpty()
            ? containing(wanted.substring(wanted.lastIndexOf('.') + 1), methods)
            : alike;
    return "no method matches \""
        + text
        + "\""
        + (similar.isEmpty() ? "" : "; did you mean " + String.join(", ", similar) + "?");
  }

  private static List<String> containing(String part, List<MethodInfo> methods) {
    String lower = part.toLowerCase(Locale.ROOT);
    return methods.stream()
        .map(MethodInfo::qualifiedName)
        .filter(name -> !lower.isEmpty() && name.toLowerCase(Locale.ROOT).contains(lower))
        .distinct()
        .limit(MAX_SUGGESTIONS)
        .toList();
  }

  /** No method of the profile is meant. */
  public static final class NoMatchException extends Exception {
    NoMatchException(String message) {
      super(message);
    }
  }
}
