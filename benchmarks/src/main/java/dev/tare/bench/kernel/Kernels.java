package dev.tare.bench.kernel;

import dev.tare.bench.kernel.Kernel.Part;
import java.util.List;

/** All kernels. */
public final class Kernels {
  private static final String LOOP = "loop of ";

  /** The two kernels whose difference gives the cost of one turn of the common loop body. */
  public static final String SHORT_LOOP = LOOP + Loops.SHORT_TURNS;

  public static final String LONG_LOOP = LOOP + Loops.LONG_TURNS;

  /** Turns by which those two differ. */
  public static final int LOOP_DIFFERENCE = Loops.LONG_TURNS - Loops.SHORT_TURNS;

  private Kernels() {}

  /** The kernels, shortest bodies first. */
  public static List<Kernel> all() {
    return List.of(
        small("getter", Small::driveNext, "driveNext", 150_000, Small.Link.class, "next"),
        small("mix", Small::driveMix, "driveMix", 100_000, Small.class, "mix"),
        small("divide", Small::driveDivide, "driveDivide", 50_000, Small.class, "divide"),
        small("root", Small::driveRoot, "driveRoot", 30_000, Small.class, "root"),
        loop(Loops.LEAST_TURNS, Loops::drive5, 60_000),
        loop(Loops.FEW_TURNS, Loops::drive20, 15_000),
        loop(Loops.SHORT_TURNS, Loops::drive100, 3_000),
        loop(Loops.LONG_TURNS, Loops::drive500, 600),
        new Kernel(
            "fib",
            Recursion::driveFib,
            Recursion.class.getName(),
            "driveFib",
            100,
            List.of(new Part(Recursion.class.getName(), "fib", Recursion.CALLS, 0, false))),
        new Kernel(
            "shapes",
            Shapes::driveShapes,
            Shapes.class.getName(),
            "driveShapes",
            5_000,
            List.of(
                new Part(Shapes.Circle.class.getName(), "area", 1, Shapes.TURNS, true),
                new Part(Shapes.Square.class.getName(), "area", 1, Shapes.TURNS, true),
                new Part(Shapes.Triangle.class.getName(), "area", 1, Shapes.TURNS, true))),
        new Kernel(
            "nest",
            Nest::driveNest,
            Nest.class.getName(),
            "driveNest",
            300,
            List.of(
                new Part(Nest.class.getName(), "outer", 1, Nest.OUTER_TURNS, false),
                new Part(Nest.class.getName(), "middle", 2, Nest.MIDDLE_TURNS, false),
                new Part(Nest.class.getName(), "inner", 4, Nest.INNER_TURNS, true))));
  }

  private static Kernel small(
      String name, Kernel.Drive drive, String driveMethod, int turns, Class<?> in, String method) {
    Part part = new Part(in.getName(), method, 1, 0, true);
    return new Kernel(name, drive, Small.class.getName(), driveMethod, turns, List.of(part));
  }

  private static Kernel loop(int bodyTurns, Kernel.Drive drive, int turns) {
    String in = Loops.class.getName();
    Part part = new Part(in, "body" + bodyTurns, 1, 0, true);
    return new Kernel(LOOP + bodyTurns, drive, in, "drive" + bodyTurns, turns, List.of(part));
  }
}
