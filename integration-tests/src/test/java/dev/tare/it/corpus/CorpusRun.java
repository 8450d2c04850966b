package dev.tare.it.corpus;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.json.ProfileReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The corpus loaded twice on one JDK, without the profiler and with it.
 *
 * @param jdk the JDK
 * @param plain what became of each class without the profiler, by {@link ClassLine#key}
 * @param woven the same with it
 * @param leftAlone methods with code and without a probe
 * @param skipped what the profile says was left alone
 */
public record CorpusRun(
    Jdk jdk,
    Map<String, ClassLine> plain,
    Map<String, ClassLine> woven,
    Set<LeftAlone> leftAlone,
    List<SkippedMethod> skipped) {

  /**
   * A method of a class.
   *
   * @param className binary name
   * @param method name and descriptor; empty for all methods
   */
  record LeftAlone(String className, String method) {}

  /** Classes whose woven form was seen, by the JVM's verifier or by ASM, and is right. */
  public long soundWovenClasses() {
    return woven.values().stream().filter(ClassLine::isSeenAndSound).count();
  }

  /** Methods with probes. */
  public long wovenMethods() {
    return woven.values().stream().mapToLong(ClassLine::woven).sum();
  }

  /** Loads all classes of these folders' jars. */
  public static CorpusRun of(Jdk jdk, String name, List<Path> folders) throws IOException {
    Path output = Workspace.output("corpus/" + name);
    Path profile = output.resolve(jdk.feature() + ".json");
    Path plain = output.resolve("plain-" + jdk.feature() + ".txt");
    Path woven = output.resolve("woven-" + jdk.feature() + ".txt");
    Path observer = observer(output);
    load(JavaRun.on(jdk), plain, folders);
    Outcome outcome =
        load(
            JavaRun.on(jdk)
                .agent(observer, "before")
                .profiler("exclude=dev.tare.it.*,file=" + profile)
                .agent(observer, "behind"),
            woven,
            folders);
    if (outcome.profilerLines().size() != 2) {
      throw new AssertionError(outcome.toString());
    }
    Set<LeftAlone> leftAlone = new HashSet<>();
    Profile written = ProfileReader.read(profile);
    return new CorpusRun(
        jdk, lines(plain, new HashSet<>()), lines(woven, leftAlone), leftAlone, written.skipped());
  }

  private static Outcome load(JavaRun run, Path lines, List<Path> folders) {
    List<String> arguments = new ArrayList<>(List.of(lines.toString()));
    folders.forEach(folder -> arguments.add(folder.toString()));
    // On the boot class path our ASM is not woven, and that of the corpus is.
    return run.verifyingAll()
        .options("-Xmx3g", "-Xbootclasspath/a:" + asm(), "-Xlog:disable")
        .patience(Duration.ofHours(1))
        .classPath(Workspace.classes())
        .main(LoadCorpus.class.getName(), arguments.toArray(String[]::new))
        .run()
        .succeeded();
  }

  private static String asm() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.contains("/org/ow2/asm/"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The observer's class is on the class path: its jar says no more than that it is an agent. */
  private static Path observer(Path output) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Observer.class.getName());
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    Path jar = output.resolve("observer.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  private static Map<String, ClassLine> lines(Path file, Set<LeftAlone> leftAlone)
      throws IOException {
    Map<String, ClassLine> lines = new LinkedHashMap<>();
    for (String text : Files.readAllLines(file)) {
      if (text.startsWith(LoadCorpus.LEFT_ALONE)) {
        String[] parts = text.substring(LoadCorpus.LEFT_ALONE.length()).split("\t", -1);
        leftAlone.add(new LeftAlone(parts[0], parts[1]));
      } else {
        ClassLine line = ClassLine.parse(text);
        lines.put(line.key(), line);
      }
    }
    return lines;
  }

  /** Classes that loaded, or failed to load, otherwise than without the profiler. */
  public List<String> differences() {
    List<String> differences = new ArrayList<>();
    woven.forEach(
        (key, line) -> {
          if (!isAsPlain(line)) {
            ClassLine before = plain.get(key);
            differences.add(
                key
                    + ": "
                    + line.outcome()
                    + "; plain: "
                    + (before == null ? "" : before.outcome()));
          }
        });
    return differences;
  }

  private boolean isAsPlain(ClassLine line) {
    ClassLine before = plain.get(line.key());
    return before != null && before.outcomeKind().equals(line.outcomeKind());
  }

  /** How many of them the JVM's verifier refused, and not without the profiler. */
  public long verifyErrors() {
    return woven.values().stream()
        .filter(line -> line.outcomeKind().equals(VerifyError.class.getName()))
        .filter(line -> !isAsPlain(line))
        .count();
  }

  /** What the weaver left alone for another reason than a limit, or code that nothing reaches. */
  public List<String> failures() {
    return skipped.stream()
        .filter(
            method ->
                !method
                    .reason()
                    .matches(
                        "(method|class) too large.*|method has no local.*"
                            + "|code that nothing reaches: .*"))
        .map(SkippedMethod::toString)
        .toList();
  }

  /** What ASM found wrong with woven classes that the JVM could not link. */
  public List<String> complaints() {
    return woven.values().stream()
        .filter(line -> !line.isSound())
        .map(line -> line.key() + ": " + line.check())
        .toList();
  }

  /** Methods without a probe of which the profile does not say why. */
  public List<String> unaccounted() {
    Set<LeftAlone> listed = new HashSet<>();
    for (SkippedMethod method : skipped) {
      listed.add(new LeftAlone(method.className(), method.name() + method.descriptor()));
    }
    return leftAlone.stream()
        .filter(method -> !isNamedAsTheJdk(method.className))
        .filter(method -> !listed.contains(method))
        .filter(method -> !listed.contains(new LeftAlone(method.className, "")))
        .map(LeftAlone::toString)
        .toList();
  }

  /** What the profiler does not weave unless it is named, wherever it lies. */
  static boolean isNamedAsTheJdk(String className) {
    return className.matches("(java|jdk|sun|com\\.sun\\.proxy)\\..*");
  }

  /** How many methods or classes were left alone for each reason. */
  public Map<String, Long> reasons() {
    Map<String, Long> reasons = new LinkedHashMap<>();
    for (SkippedMethod method : skipped) {
      String reason = method.reason().replaceAll(" \\(.*", "");
      reasons.merge((method.name().isEmpty() ? "whole class: " : "") + reason, 1L, Long::sum);
    }
    long jdk = leftAlone.stream().filter(method -> isNamedAsTheJdk(method.className)).count();
    if (jdk > 0) {
      reasons.put("named as a class of the JDK", jdk);
    }
    return reasons;
  }
}
