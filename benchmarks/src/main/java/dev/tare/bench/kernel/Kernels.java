package dev.tare.bench.kernel;

import dev.tare.bench.kernel.Kernel.Part;
import java.util.List;

/** All kernels. */
public final class Kernels {
  /** The two kernels whose difference gives the cost of one turn of the common loop body. */
  public static final String SHORT_LOOP = "loop of 100";

  public static final String LONG_LOOP = "loop of 500";

  /** Turns by which those two differ. */
  public static final int LOOP_DIFFERENCE = 400;

  private Kernels() {}

  /** The kernels, shortest bodies first. */
  public static List<Kernel> all() {
    return List.of(
        small("getter", Small::driveNext, "driveNext", 150_000, Small.Link.class, "next"),
        small("mix", Small::driveMix, "driveMix", 100_000, Small.class, "mix"),
        small("divide", Small::driveDivide, "driveDivide", 50_000, Small.class, "divide"),
        small("root", Small::driveRoot, "driveRoot", 30_000, Small.class, "root"),
        loop("loop of 5", Loops::drive5, "drive5", 60_000, "body5"),
        loop("loop of 20", Loops::drive20, "drive20", 15_000, "body20"),
        loop(SHORT_LOOP, Loops::drive100, "drive100", 3_000, "body100"),
        loop(LONG_LOOP, Loops::drive500, "drive500", 600, "body500"),
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
                new Part(Shapes.Circle.class.getName(), "area", 1, 20, true),
                new Part(Shapes.Square.class.getName(), "area", 1, 20, true),
                new Part(Shapes.Triangle.class.getName(), "area", 1, 20, true))),
        new Kernel(
            "nest",
            Nest::driveNest,
            Nest.class.getName(),
            "driveNest",
            300,
            List.of(
                new Part(Nest.class.getName(), "outer", 1, 40, false),
                new Part(Nest.class.getName(), "middle", 2, 80, false),
                new Part(Nest.class.getName(), "inner", 4, 160, true))));
  }

  private static Kernel small(
      String name, Kernel.Drive drive, String driveMethod, int turns, Class<?> in, String method) {
    Part part = new Part(in.getName(), method, 1, 0, true);
    return new Kernel(name, drive, Small.class.getName(), driveMethod, turns, List.of(part));
  }

  private static Kernel loop(
      String name, Kernel.Drive drive, String driveMethod, int turns, String method) {
    Part part = new Part(Loops.class.getName(), method, 1, 0, true);
    return new Kernel(name, drive, Loops.class.getName(), driveMethod, turns, List.of(part));
  }
}
