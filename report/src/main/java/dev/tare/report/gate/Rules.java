package dev.tare.report.gate;

import dev.tare.profile.NamePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of rules, one a line. Empty lines, and lines that begin with {@code #}, are passed over.
 *
 * <pre>
 * calls com.acme.Dao#load &lt;= 1
 * calls com.acme.Dao#* &lt;= base
 * sum calls com.acme.* &lt;= 1.05 * base + 10
 * self com.acme.Parser#* &lt;= 1.1 * base
 * total com.acme.Main#main &lt;= 2s
 * </pre>
 */
public final class Rules {
  private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";

  /** Where a relation begins, a name ends, unless it is one as {@code <init>}. */
  private static final String METHODS = "(?<methods>(?:[^\\s<>=]|<[a-z*]+>)+)";

  private static final Pattern RULE =
      Pattern.compile(
          "(?<sum>sum\\s+)?(?<measure>\\w+)\\s+"
              + METHODS
              + "\\s*(?<sign>[<>=!]+)\\s*(?<bound>.+)");

  private static final Pattern OF_BASE =
      Pattern.compile(
          "(?:" + NUMBER + "\\s*\\*\\s*)?base(?:\\s*([+-])\\s*" + NUMBER + "\\s*(ns|us|ms|s|))?");
  private static final Pattern CONSTANT = Pattern.compile(NUMBER + "\\s*(ns|us|ms|s|)");
  private static final Map<String, Double> NANOS =
      Map.of("", 1.0, "ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

  private final List<Rule> rules;

  private Rules(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads the lines of a file.
   *
   * @throws RuleException where a line is no rule, or there is none
   */
  public static Rules of(List<String> lines) throws RuleException {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(rule(line, i + 1));
      }
    }
    if (rules.isEmpty()) {
      throw new RuleException("there is no rule");
    }
    return new Rules(rules);
  }

  /** Whether any of them names the base. */
  public boolean needBase() {
    return rules.stream().anyMatch(Rule::needsBase);
  }

  /**
   * Whether the sums of profiles are not enough to decide them: of totals, whose error is below.
   */
  public boolean needNodes() {
    return rules.stream().anyMatch(rule -> rule.measure().isNested());
  }

  List<Rule> all() {
    return rules;
  }

  private static Rule rule(String line, int number) throws RuleException {
    Matcher rule = RULE.matcher(line);
    if (!rule.matches()) {
      throw wrong(line, number, "expected: [sum] calls|self|total|alloc METHODS <= BOUND");
    }
    Measure measure = measure(rule.group("measure"), line, number);
    boolean isSum = rule.group("sum") != null;
    if (isSum && measure.isNested()) {
      throw wrong(line, number, "a total contains those of called methods: say sum self");
    }
    Relation relation = relation(rule.group("sign"), line, number);
    if (relation == Relation.EQUAL && !measure.isExact()) {
      throw wrong(line, number, "only calls are the same from run to run; say <= or >=");
    }
    String bound = rule.group("bound").strip();
    Matcher ofBase = OF_BASE.matcher(bound);
    Matcher constant = CONSTANT.matcher(bound);
    double factor = 0;
    double added;
    String unit;
    if (ofBase.matches()) {
      factor = ofBase.group(1) == null ? 1 : Double.parseDouble(ofBase.group(1));
      String amount = ofBase.group(3);
      double sign = "-".equals(ofBase.group(2)) ? -1 : 1;
      added = amount == null ? 0 : sign * Double.parseDouble(amount);
      unit = ofBase.group(4) == null ? "" : ofBase.group(4);
    } else if (constant.matches()) {
      added = Double.parseDouble(constant.group(1));
      unit = constant.group(2);
    } else {
      throw wrong(line, number, "a bound is '10', '20ms', 'base', '1.1 * base' or 'base + 3'");
    }
    if (measure.isExact() && !unit.isEmpty()) {
      throw wrong(line, number, "calls have no unit");
    }
    return new Rule(
        line,
        number,
        measure,
        isSum,
        new NamePatterns(NamePatterns.split(rule.group("methods"))),
        relation,
        factor,
        added * NANOS.getOrDefault(unit, 1.0),
        unit);
  }

  private static Measure measure(String word, String line, int number) throws RuleException {
    for (Measure measure : Measure.values()) {
      if (measure.name().toLowerCase(Locale.ROOT).equals(word)) {
        return measure;
      }
    }
    throw wrong(line, number, "'" + word + "' is none of calls, self, total and alloc");
  }

  private static Relation relation(String sign, String line, int number) throws RuleException {
    for (Relation relation : Relation.values()) {
      if (relation.sign.equals(sign)) {
        return relation;
      }
    }
    if (sign.equals("=")) {
      return Relation.EQUAL;
    }
    throw wrong(line, number, "'" + sign + "' is none of <=, <, >=, > and ==");
  }

  private static RuleException wrong(String line, int number, String reason) {
    return new RuleException(line, number, reason);
  }
}
