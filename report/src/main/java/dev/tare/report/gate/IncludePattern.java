package dev.tare.report.gate;

import dev.tare.profile.MethodInfo;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Some methods, as the agent's {@code include} names them: {@code com.acme.Dao#load}, {@code
 * com.acme.*}, {@code *Service#find*}. {@code *} stands for any characters, dots too.
 *
 * <p>A rule has to mean the same methods in every profile, so nothing is matched by a part of its
 * name. The questions of a report, {@code --focus total}, are looser: {@link
 * dev.tare.report.view.MethodPattern}.
 */
final class IncludePattern {
  private final Pattern classes;
  private final Pattern methods;

  IncludePattern(String text) {
    int hash = text.indexOf('#');
    classes = glob(hash < 0 ? text : text.substring(0, hash));
    methods = glob(hash < 0 ? "*" : text.substring(hash + 1));
  }

  private static Pattern glob(String text) {
    return Pattern.compile(
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  boolean matches(MethodInfo method) {
    return classes.matcher(method.className()).matches()
        && methods.matcher(method.name()).matches();
  }
}
