package dev.tare.bench.run;

import dev.tare.bench.work.EventQueue;
import dev.tare.bench.work.Fib;
import dev.tare.bench.work.InterfaceLoop;
import dev.tare.bench.work.Interpreter;
import dev.tare.bench.work.Megamorphic;
import dev.tare.bench.work.Rounds;
import dev.tare.bench.work.Routines;
import dev.tare.bench.work.SearchTree;
import dev.tare.bench.work.Weight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The works, and which classes of theirs are instrumented. */
public enum WorkKind {
  FIB,
  LOOP,
  SHAPES,
  TREE,
  INTERPRETER,
  EVENTS,
  ROUTINES,
  H2,
  ECJ;

  /** As {@link dev.tare.bench.work.WorkMain} knows it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Every class of the work, with {@link Rounds}, which tells the rounds that count from the
   * warm-up.
   */
  public Target target() throws IOException {
    List<String> classes = new ArrayList<>();
    classes.add(Rounds.class.getName());
    String include =
        switch (this) {
          case FIB -> addNest(classes, Fib.class.getName());
          case LOOP -> addNest(classes, InterfaceLoop.class.getName());
          case SHAPES ->
              addNest(classes, Megamorphic.class.getName())
                  + ":"
                  + addNest(classes, "dev.tare.bench.work.Shape");
          case TREE -> addNest(classes, SearchTree.class.getName());
          case INTERPRETER -> addNest(classes, Interpreter.class.getName());
          case EVENTS -> addNest(classes, EventQueue.class.getName());
          case ROUTINES ->
              addNest(classes, Routines.class.getName())
                  + ":"
                  + addNest(classes, Weight.class.getName());
          case H2 -> {
            classes.add(Weight.class.getName());
            classes.addAll(ClassJar.holding("org.h2.Driver").classNames());
            yield "org.h2.*:" + Weight.class.getName();
          }
          case ECJ -> {
            classes.addAll(
                ClassJar.holding("org.eclipse.jdt.core.compiler.batch.BatchCompiler").classNames());
            yield "org.eclipse.*";
          }
        };
    // By name, so that no budget takes their readings away: profiles are read by these calls.
    String marker = Rounds.class.getName();
    return new Target(include + ":" + marker + "#warmUp:" + marker + "#measured", classes);
  }

  private static String addNest(List<String> classes, String className) throws IOException {
    classes.addAll(ClassJar.holding(className).nest(className));
    return className + ":" + className + "$*";
  }
}
