package dev.tare.it.corpus;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A run as a Markdown table, a line for each jar. */
public final class CorpusReport {
  private long classes;
  private long methods;
  private long woven;
  private long verified;
  private long checked;
  private long undefined;
  private long bytes;
  private long cpuNanos;

  private CorpusReport() {}

  /** The report. */
  public static String of(CorpusRun run) {
    Map<String, CorpusReport> jars = new LinkedHashMap<>();
    CorpusReport all = new CorpusReport();
    for (ClassLine line : run.woven().values()) {
      String jar = line.view().replaceAll("!.*", "");
      jars.computeIfAbsent(jar, key -> new CorpusReport()).add(line);
      all.add(line);
    }
    StringBuilder text = new StringBuilder();
    text.append(run.jdk()).append("\n\n");
    text.append("| jar | classes | methods | woven | verified by the JVM | checked by ASM |");
    text.append(" never shown to agents | MB a CPU second |\n|---|---|---|---|---|---|---|---|\n");
    jars.forEach((jar, sums) -> sums.write(jar, text));
    all.write(jars.size() + " jars", text);
    text.append("\nLeft alone:\n\n");
    run.reasons()
        .forEach(
            (reason, count) ->
                text.append(String.format(Locale.ROOT, "- %,d: %s%n", count, reason)));
    text.append(
        String.format(
            Locale.ROOT,
            "%nVerify errors: %d. Loaded otherwise than without the profiler: %d.%n",
            run.complaints().size() + run.verifyErrors(),
            run.differences().size()));
    return text.toString();
  }

  private void add(ClassLine line) {
    classes++;
    methods += line.methods();
    woven += line.woven();
    verified += line.check().equals(ClassLine.VERIFIED) ? 1 : 0;
    checked += line.check().equals(ClassLine.CHECKED) ? 1 : 0;
    undefined += line.check().equals(ClassLine.UNSEEN) ? 1 : 0;
    bytes += line.bytes();
    cpuNanos += line.cpuNanos();
  }

  private void write(String name, StringBuilder to) {
    double megabytes = bytes * 1e-6;
    to.append(
        String.format(
            Locale.ROOT,
            "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %.1f |%n",
            name,
            classes,
            methods,
            woven,
            verified,
            checked,
            undefined,
            cpuNanos == 0 ? 0 : megabytes / (cpuNanos * 1e-9)));
  }
}
