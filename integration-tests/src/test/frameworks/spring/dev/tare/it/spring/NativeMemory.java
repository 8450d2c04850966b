package dev.tare.it.spring;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the JVM says of its own memory outside the heap: {@code -XX:NativeMemoryTracking}. */
final class NativeMemory {
  private static final Pattern KIND =
      Pattern.compile("-\\s+([A-Z][\\w ]+?) \\(reserved=\\d+KB, committed=(\\d+)KB.*");

  private NativeMemory() {}

  /** Bytes that it has committed, by what they are for; empty where it does not keep the account. */
  static Map<String, Long> committed() {
    String summary;
    try {
      summary =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "vmNativeMemory",
                      new Object[] {new String[] {"summary", "scale=KB"}},
                      new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    Map<String, Long> committed = new TreeMap<>();
    summary
        .lines()
        .map(KIND::matcher)
        .filter(Matcher::matches)
        .forEach(kind -> committed.put(kind.group(1), 1024 * Long.parseLong(kind.group(2))));
    return committed;
  }
}
