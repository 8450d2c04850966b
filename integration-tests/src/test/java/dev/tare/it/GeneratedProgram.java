package dev.tare.it;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Source of a program whose methods call one another in many ways, chosen by random numbers; the
 * same for the same seed. It ends, and does the same at each run.
 *
 * <p>No constructor calls another one that throws: what a method without probes catches of {@code
 * super(...)} leaves later calls in a wrong context (docs/limits.md).
 */
final class GeneratedProgram {
  /** The binary name of its class. */
  static final String NAME = "generated.Program";

  private static final int STEPS = 200;
  private static final int CALLS_OF_A_STEP = 300;
  private static final int DEEPEST = 9;
  private static final int MOST_NESTED = 3;

  private enum Kind {
    STATIC("static"),
    PRIVATE_STATIC("private static"),
    SYNCHRONIZED_STATIC("static synchronized"),
    PRIVATE("private"),
    FINAL("final"),
    OVERRIDDEN("");

    private final String modifiers;

    Kind(String modifiers) {
      this.modifiers = modifiers;
    }

    boolean isStatic() {
      return modifiers.contains("static");
    }
  }

  /** A method; overridden ones are numbered alike in all classes. */
  private record Method(String name, Kind kind, boolean isLeaf) {}

  private final SplittableRandom random;
  private final List<List<Method>> classes = new ArrayList<>();
  private final StringBuilder source = new StringBuilder();
  private int variables;

  private GeneratedProgram(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The source file of the program with this seed. */
  static String source(long seed) {
    GeneratedProgram program = new GeneratedProgram(seed);
    program.write();
    return program.source.toString();
  }

  private void write() {
    int count = 4 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      List<Method> methods = new ArrayList<>();
      for (int j = 3 + random.nextInt(5); j > 0; j--) {
        Kind kind = pick(Kind.values());
        String name = "m" + j + (kind == Kind.OVERRIDDEN ? "" : "Of" + i);
        methods.add(new Method(name, kind, random.nextInt(4) == 0));
      }
      classes.add(methods);
    }
    source.append("package generated;\n\npublic final class Program {\n");
    source.append("static long seed = 1; static int left; static int sum;\n");
    source.append("static int random(int ways) {\n");
    source.append("seed = seed * 6364136223846793005L + 1442695040888963407L;\n");
    source.append("return (int) ((seed >>> 33) % ways); }\n");
    source.append("static final class Guard implements AutoCloseable {\n");
    source.append("@Override public void close() { sum++; } }\n");
    source.append("interface Function { int of(int d); }\n");
    source.append("interface Face { int one(int d);\n");
    source.append("static int two(int d) {").append(body(-1, true)).append("}\n");
    source.append("default int three(int d) {").append(body(-1, false)).append("} }\n");
    for (int i = 0; i < count; i++) {
      writeClass(i);
    }
    source.append("static int step() { left = ").append(CALLS_OF_A_STEP);
    source.append("; int d = ").append(DEEPEST).append(", s = 0;\n");
    source.append(times(6, () -> statement(-1, true, 0)));
    source.append("return s; }\npublic static void main(String[] args) {\n");
    source.append("for (int i = 0; i < ").append(STEPS).append("; i++) {\n");
    source.append("try { sum += step(); } catch (IllegalStateException e) { sum--; } } } }\n");
  }

  private void writeClass(int number) {
    String name = "C" + number;
    String above = number > 0 && random.nextBoolean() ? "C" + random.nextInt(number) : "";
    source.append("static class ").append(name);
    source.append(above.isEmpty() ? "" : " extends " + above).append(" implements Face {\n");
    source.append("static final ").append(name).append("[] ALL = {new ").append(name);
    source.append("(-1), new ").append(name).append("(-1)};\n");
    source.append(name).append("(int d) {").append(above.isEmpty() ? "" : "super(d - 1);");
    source.append(" sum += d; }\n");
    source.append("public int one(int d) {").append(body(number, false)).append("}\n");
    for (Method method : classes.get(number)) {
      source.append(method.kind.modifiers).append(" int ").append(method.name);
      source.append("(int d) {");
      source.append(method.isLeaf ? "return d * 3;" : body(number, method.kind.isStatic()));
      source.append("}\n");
    }
    source.append("}\n");
  }

  private String body(int ofClass, boolean isStatic) {
    String statements =
        times(
            1 + random.nextInt(4),
            () -> statement(ofClass, isStatic, random.nextInt(MOST_NESTED + 1)));
    return "if (d < 0 || --left < 0) { return d; }\nint s = d;\n" + statements + "return s; ";
  }

  private String statement(int ofClass, boolean isStatic, int nested) {
    int variable = variables++;
    Supplier<String> inner =
        () ->
            "{ "
                + times(1 + random.nextInt(2), () -> statement(ofClass, isStatic, nested - 1))
                + "}";
    String call = "s += " + call(ofClass, isStatic) + ";\n";
    if (nested <= 0) {
      return call;
    }
    return switch (random.nextInt(15)) {
      case 0 -> "if (" + condition() + ") " + inner.get() + " else " + inner.get() + "\n";
      case 1 -> "if (" + condition() + ") " + inner.get() + "\n";
      case 2 -> loop(variable, "3") + inner.get() + "\n";
      case 3 -> loop(variable, "random(4)") + inner.get() + "\n";
      case 4 -> "int v" + variable + " = 2; do " + inner.get() + countDown(variable);
      case 5 -> "try " + inner.get() + " catch (" + caught() + " e) { s ^= 3; }\n";
      case 6 -> "try " + inner.get() + " finally " + inner.get() + "\n";
      case 7 -> "switch (random(3)) { case 0: " + call + "case 1: " + call + "break; default: }\n";
      case 8 -> "if (random(9) == 0) { throw new IllegalStateException(); }\n";
      case 9 -> "if (random(7) == 0) { return s; }\n";
      case 10 -> "s += " + condition() + " ? " + call(ofClass, isStatic) + " : s;\n";
      case 11 -> lambda(variable);
      case 12 -> loop(variable, "4") + "{ if (" + condition() + ") { continue; }\n" + call + "}\n";
      case 13 -> "try (Guard v" + variable + " = new Guard()) " + inner.get() + "\n";
      default -> "synchronized (Program.class) " + inner.get() + "\n";
    };
  }

  private static String loop(int variable, String times) {
    String name = "v" + variable;
    return "for (int " + name + " = 0; " + name + " < " + times + "; " + name + "++) ";
  }

  private static String countDown(int variable) {
    return " while (--v" + variable + " > 0);\n";
  }

  private String lambda(int variable) {
    String name = "v" + variable;
    String body = call(-1, true).replace("d - 1", name + "d - 1");
    return ("Function " + name + " = " + name + "d -> 1 + " + body + ";\n")
        + ("s += " + name + ".of(d - 1);\n");
  }

  private String caught() {
    return pick("IllegalStateException", "Error", "Throwable");
  }

  private String condition() {
    return pick("random(3) == 0", "(d & 1) == 0", "s > 9", "(s & 2) == 0");
  }

  /** Any method that may be called from there. */
  private String call(int ofClass, boolean isStatic) {
    int any = random.nextInt(classes.size());
    boolean isOwn = !isStatic && ofClass >= 0 && random.nextBoolean();
    int number = isOwn ? ofClass : any;
    String object = isOwn ? "this" : "C" + number + ".ALL[random(2)]";
    Method method = classes.get(number).get(random.nextInt(classes.get(number).size()));
    return switch (random.nextInt(8)) {
      case 0 -> "new C" + number + "(d - 1).one(d - 1)";
      case 1 -> "Face.two(d - 1)";
      case 2 -> object + ".three(d - 1)";
      case 3 -> "((Face) " + object + ").one(d - 1)";
      default -> (method.kind.isStatic() ? "C" + number : object) + "." + method.name + "(d - 1)";
    };
  }

  private static String times(int count, Supplier<String> text) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(text.get());
    }
    return all.toString();
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }
}
