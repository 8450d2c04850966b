package dev.tare.it.check;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the comments of a target say of its calls.
 *
 * <pre>
 * work();                 // assertCalls(3)                        the call on this line was made three times
 * shape.area();           // assertCalls(Circle.area, 1)           and arrived there
 * parse(text);            // assertCalls(2, exceptions 1, open 0)  and was left once by an exception
 * Generated.run("Old");   // assertCalls(Old.run > Old.next, 7)    a call that this file does not show
 * overflow();             // assertCalls(some)                     once or more
 * </pre>
 *
 * <p>The tree does not tell lines apart: what several lines of one method expect of the same callee
 * is added up, and so are the contexts in which the caller ran. A call that no line expects is a
 * failure, so the comments of a target are together all that happened. Only one {@code root > main}
 * goes without saying.
 */
public final class Expectations {
  private static final Pattern ASSERTION = Pattern.compile("assertCalls\\(((?:[^()]|\\(\\))*)\\)");

  private final List<Expectation> all;

  private Expectations(List<Expectation> all) {
    this.all = all;
  }

  /**
   * Reads the comments of a target.
   *
   * @param source its source file
   * @param classes the root folder of its class files
   * @param className its binary name
   */
  public static Expectations of(Path source, Path classes, String className) throws IOException {
    int dot = className.lastIndexOf('.');
    String packageName = className.substring(0, dot);
    LineTable table =
        LineTable.of(classes.resolve(packageName.replace('.', '/')), className.substring(dot + 1));
    List<Expectation> found = new ArrayList<>();
    List<String> lines = Files.readAllLines(source);
    for (int line = 1; line <= lines.size(); line++) {
      String text = lines.get(line - 1);
      Matcher assertion = ASSERTION.matcher(text);
      int end = 0;
      while (assertion.find()) {
        found.add(Expectation.parse(line, assertion.group(1), table, packageName));
        end = assertion.end();
      }
      if (text.indexOf("assertCalls", end) >= 0) {
        throw new IllegalArgumentException(
            "line " + line + " of " + source + " goes on in the next");
      }
    }
    if (found.stream().noneMatch(Expectation::isOfMain)) {
      found.add(new Expectation(0, "root", "main", new Counts(1, 0, 0), false));
    }
    return new Expectations(found);
  }

  /**
   * What is wrong with some of a profile's threads, a line each; empty where nothing is.
   *
   * @param ignored calls that may be there beside, as {@code caller > callee}
   */
  public List<String> differences(
      Profile profile, Predicate<ThreadProfile> threads, Predicate<String> ignored) {
    List<String> wrong = new ArrayList<>();
    Map<Expectation, Counts> seen = new LinkedHashMap<>();
    List<Expectation> merged = merged();
    merged.forEach(expectation -> seen.put(expectation, Counts.NONE));
    CallCounts.of(profile, threads)
        .byCall()
        .forEach(
            (call, counts) -> {
              List<Expectation> meant = merged.stream().filter(e -> e.matches(call)).toList();
              if (meant.size() == 1) {
                seen.merge(meant.get(0), counts, Counts::plus);
              } else if (!ignored.test(call.toString())) {
                wrong.add(
                    (meant.isEmpty() ? "nobody expects " : "several lines expect ")
                        + call
                        + ": "
                        + counts);
              }
            });
    seen.forEach(
        (expectation, counts) -> {
          if (!expectation.isMetBy(counts)) {
            wrong.add("expected " + expectation + ", but there were " + counts);
          }
        });
    return wrong;
  }

  private List<Expectation> merged() {
    Map<String, Expectation> byCall = new LinkedHashMap<>();
    for (Expectation expectation : all) {
      byCall.merge(
          expectation.caller() + " > " + expectation.callee(), expectation, Expectation::plus);
    }
    return List.copyOf(byCall.values());
  }
}
