package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of methods without probes, where their callers count or imply them. */
@Execution(ExecutionMode.CONCURRENT)
class ImpliedCallsIT {
  private static final String PROGRAM = Programs.PACKAGE + "CalledWithoutProbes";
  private static final int CLASSES = 3;

  /** In a nanosecond: a dozen methods cost too much if they are counted, and flat they do not. */
  private static final double FLAT_CALLS = 1.5e-4;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#fullOnTheOldest")
  void callsThatAreToldAsDerivedAreThoseOfARunWithAllProbes(Configuration configuration)
      throws IOException {
    Profile all = run(configuration, "budget=off");
    Path learned = Workspace.output("implied").resolve(configuration.fileName() + ".tsv");
    Files.writeString(learned, learned(all, 10, TargetClasses.of(configuration.jdk()).classes()));
    Profile few = run(configuration, "budget=10%,budgetlearn=" + learned);

    Set<String> merged = new HashSet<>();
    for (MethodInfo method : few.methods()) {
      boolean isBare = isBare(method.className(), method.name());
      assertEquals(isBare ? MethodInfo.MERGED : MethodInfo.TIMED, method.tier(), method::toString);
      if (isBare) {
        merged.add(method.qualifiedName());
      }
    }
    Map<String, Calls> told = calls(few, merged::contains);
    Map<String, Calls> truth = calls(all, merged::contains);
    Set<String> known = new TreeSet<>();
    told.forEach(
        (context, calls) -> {
          long expected = truth.getOrDefault(context, Calls.NONE).low;
          String text = context + ": " + calls + ", truly " + expected;
          assertTrue(calls.low <= expected && expected <= calls.high, text);
          if (calls.isKnown) {
            assertEquals(expected, calls.low, text);
            if (isBare("", context.substring(context.lastIndexOf('.') + 1))) {
              known.add(context.substring(context.lastIndexOf(' ') + 1));
            }
          }
        });
    truth.forEach(
        (context, calls) ->
            assertTrue(
                told.containsKey(context) || context.contains("bare") || context.contains("Bare"),
                () -> context + " is missing"));
    assertEquals(expected(), known, told::toString);
  }

  /** Of flat methods the sum over all contexts is exact, of those that are known the parts too. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#sampledOnTheOldest")
  void flatCallsAreThoseOfARunWithAllProbes(Configuration configuration) throws IOException {
    Profile all = run(configuration, "budget=off");
    Path learned = Workspace.output("flat").resolve(configuration.fileName() + ".tsv");
    Path classes = TargetClasses.of(configuration.jdk()).classes();
    Files.writeString(learned, learned(all, FLAT_CALLS, classes));
    Profile few = run(configuration, "budget=10%,budgetlearn=" + learned);

    Map<String, Long> truth = sums(all);
    Map<String, Long> told = sums(few);
    for (MethodInfo method : few.methods()) {
      boolean isBare = isBare(method.className(), method.name());
      if (!method.className().isEmpty()) {
        assertEquals(isBare ? MethodInfo.FLAT : MethodInfo.TIMED, method.tier(), method::toString);
      }
    }
    told.keySet().removeIf(name -> name.startsWith("<"));
    assertEquals(truth, told);
  }

  private static Map<String, Long> sums(Profile profile) {
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    Map<String, Long> calls = new TreeMap<>();
    for (int i = 0; i < sums.methods(); i++) {
      calls.merge(profile.methods().get(i).qualifiedName(), sums.calls(i), Long::sum);
    }
    return calls;
  }

  /** Each has a context, at least, in which its calls are known. */
  private static Set<String> expected() {
    Set<String> names = new TreeSet<>();
    Stream.of("Leaf", "Other", "Once", "Throwing", "First", "Second", "Third", "Argument", "Number")
        .map(name -> PROGRAM + ".bare" + name)
        .forEach(names::add);
    names.add(PROGRAM + "$Child.bareOwn");
    return names;
  }

  private static boolean isBare(String className, String method) {
    return method.startsWith("bare") || className.endsWith("$BareBase");
  }

  private static Profile run(Configuration configuration, String options) throws IOException {
    Path file = Programs.profileFile("implied", configuration);
    JavaRun.profiled(configuration, file, "include=" + PROGRAM + "*", options)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .verifyingAll()
        .main(PROGRAM)
        .run()
        .succeeded();
    return Programs.read(file);
  }

  /** As if an earlier run had met the bare methods so often, and the others hardly ever. */
  private static String learned(Profile profile, double bareCalls, Path classes)
      throws IOException {
    StringBuilder lines = new StringBuilder("tare-rates 8\nprofiler\t");
    lines.append(ProfilerInfo.current().version()).append("\nmain\t").append(PROGRAM).append('\n');
    lines.append("price\tsampled\t60\n");
    Map<String, StringBuilder> byClass = new HashMap<>();
    for (MethodInfo method : profile.methods()) {
      byClass
          .computeIfAbsent(method.className(), name -> new StringBuilder())
          .append(
              isBare(method.className(), method.name()) ? "method\t" + bareCalls : "method\t1e-12")
          .append("\t0\t0\t--t\t" + method.name() + method.descriptor() + '\n');
    }
    assertEquals(CLASSES, byClass.size(), byClass::toString);
    for (Map.Entry<String, StringBuilder> found : byClass.entrySet()) {
      CRC32 crc = new CRC32();
      crc.update(Files.readAllBytes(classes.resolve(found.getKey().replace('.', '/') + ".class")));
      lines.append("class\t").append(Long.toHexString(crc.getValue())).append('\t');
      lines.append(found.getKey()).append('\n').append(found.getValue());
    }
    return lines.toString();
  }

  /** Calls in a context, of all threads. */
  private record Calls(long low, long high, boolean isKnown) {
    static final Calls NONE = new Calls(0, 0, true);

    Calls plus(Calls other) {
      boolean isBounded = high != CallTree.UNBOUNDED && other.high != CallTree.UNBOUNDED;
      return new Calls(
          low + other.low,
          isBounded ? high + other.high : CallTree.UNBOUNDED,
          isKnown && other.isKnown);
    }
  }

  /**
   * By context: the methods with probes on the way, and those without right above the method, if it
   * has none itself.
   */
  private static Map<String, Calls> calls(Profile profile, Predicate<String> isMerged) {
    Map<String, Calls> calls = new HashMap<>();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      String[] probed = new String[tree.size()];
      String[] whole = new String[tree.size()];
      probed[0] = "";
      whole[0] = "";
      List<MethodInfo> methods = profile.methods();
      for (int node = 1; node < tree.size(); node++) {
        int parent = tree.parent(node);
        String name = methods.get(tree.method(node)).qualifiedName();
        boolean isBare = isMerged.test(name);
        probed[node] = isBare ? probed[parent] : probed[parent] + " " + name;
        whole[node] = isBare ? whole[parent] + " " + name : probed[node];
        boolean isKnown = tree.callsKind(node).number() <= CallsKind.DERIVED.number();
        Calls found = new Calls(tree.callsLow(node), tree.callsHigh(node), isKnown);
        calls.merge(whole[node], found, Calls::plus);
      }
    }
    return calls;
  }
}
