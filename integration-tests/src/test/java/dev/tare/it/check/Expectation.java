package dev.tare.it.check;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One comment: these calls were made, so often.
 *
 * @param line where it stands; 0: it goes without saying
 * @param caller pattern of the calling method, see {@link MethodName#matches}
 * @param callee pattern of the called method
 * @param counts what is expected
 * @param some whether any number of calls from 1 on will do
 */
record Expectation(int line, String caller, String callee, Counts counts, boolean some) {

  /**
   * Reads what stands between the brackets of {@code assertCalls}.
   *
   * @throws IllegalArgumentException where it is not clear which call is meant
   */
  static Expectation parse(int line, String text, LineTable table, String packageName) {
    List<String> words = Stream.of(text.split(",")).map(String::strip).toList();
    boolean named = !words.get(0).matches("\\d[\\d_]*|some");
    String who = named ? words.get(0) : "";
    String number = words.get(named ? 1 : 0);
    boolean some = number.equals("some");
    Counts counts = new Counts(some ? 1 : number(number), 0, 0);
    for (String word : words.subList(named ? 2 : 1, words.size())) {
      String[] parts = word.split(" ", 2);
      counts =
          switch (parts[0]) {
            case "exceptions" -> counts.plus(new Counts(0, number(parts[1]), 0));
            case "open" -> counts.plus(new Counts(0, 0, number(parts[1])));
            default -> throw unclear(line, "'" + word + "' is neither exceptions nor open");
          };
    }
    int arrow = who.indexOf(" > ");
    String caller = arrow >= 0 ? who.substring(0, arrow) : callerOn(line, who, table, packageName);
    String callee =
        arrow >= 0
            ? who.substring(arrow + 3)
            : who.isEmpty() ? calleeOn(line, table, packageName) : who;
    return new Expectation(line, caller, callee, counts, some);
  }

  boolean isOfMain() {
    return caller.equals("root") && callee.equals("main");
  }

  boolean matches(CallCounts.Call call) {
    return call.caller().matches(caller) && call.callee().matches(callee);
  }

  boolean isMetBy(Counts seen) {
    return some ? seen.calls() >= 1 && seen.open() == counts.open() : seen.equals(counts);
  }

  Expectation plus(Expectation other) {
    return new Expectation(line, caller, callee, counts.plus(other.counts), some || other.some);
  }

  @Override
  public String toString() {
    return caller
        + " > "
        + callee
        + ": "
        + (some ? "some" : counts)
        + (line == 0 ? "" : " (line " + line + ")");
  }

  private static long number(String text) {
    return Long.parseLong(text.replace("_", ""));
  }

  /** The one method of this line, or else the one that calls a method of this name there. */
  private static String callerOn(int line, String callee, LineTable table, String packageName) {
    Set<MethodName> methods = table.methods(line);
    if (methods.size() == 1) {
      return text(methods.iterator().next());
    }
    Predicate<MethodName> meant =
        callee.isEmpty() ? method -> isOurs(method, packageName) : method -> method.matches(callee);
    return only(
        line,
        "caller",
        table.calls(line).stream()
            .filter(call -> meant.test(call.callee()))
            .map(call -> text(call.caller())));
  }

  private static String calleeOn(int line, LineTable table, String packageName) {
    return only(
        line,
        "callee",
        table.calls(line).stream()
            .map(CallCounts.Call::callee)
            .filter(callee -> isOurs(callee, packageName))
            .map(callee -> callee.name().equals("<init>") ? text(callee) : callee.name()));
  }

  private static boolean isOurs(MethodName method, String packageName) {
    return method.className().startsWith(packageName + ".");
  }

  private static String text(MethodName method) {
    return method.className() + "." + method.name();
  }

  private static String only(int line, String what, Stream<String> found) {
    Set<String> distinct = found.collect(Collectors.toSet());
    if (distinct.size() != 1) {
      throw unclear(line, what + " could be any of " + distinct + "; name it");
    }
    return distinct.iterator().next();
  }

  private static IllegalArgumentException unclear(int line, String why) {
    return new IllegalArgumentException("line " + line + ": " + why);
  }
}
