package dev.tare.bench.kernel;

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
        new Kernel(
            "getter",
            Small::driveNext,
            "driveNext",
            150_000,
            List.of(new Kernel.Part(Small.Link.class.getName(), "next", 1, 0))),
        Kernel.single("mix", Small::driveMix, "driveMix", 100_000, Small.class, "mix"),
        Kernel.single("divide", Small::driveDivide, "driveDivide", 50_000, Small.class, "divide"),
        Kernel.single("root", Small::driveRoot, "driveRoot", 30_000, Small.class, "root"),
        Kernel.single("loop of 5", Loops::drive5, "drive5", 60_000, Loops.class, "body5"),
        Kernel.single("loop of 20", Loops::drive20, "drive20", 15_000, Loops.class, "body20"),
        Kernel.single(SHORT_LOOP, Loops::drive100, "drive100", 3_000, Loops.class, "body100"),
        Kernel.single(LONG_LOOP, Loops::drive500, "drive500", 600, Loops.class, "body500"),
        new Kernel(
            "fib",
            Recursion::driveFib,
            "driveFib",
            100,
            List.of(new Kernel.Part(Recursion.class.getName(), "fib", Recursion.CALLS, 0))),
        new Kernel(
            "shapes",
            Shapes::driveShapes,
            "driveShapes",
            5_000,
            List.of(
                new Kernel.Part(Shapes.Circle.class.getName(), "area", 1, 20),
                new Kernel.Part(Shapes.Square.class.getName(), "area", 1, 20),
                new Kernel.Part(Shapes.Triangle.class.getName(), "area", 1, 20))),
        new Kernel(
            "nest",
            Nest::driveNest,
            "driveNest",
            300,
            List.of(
                new Kernel.Part(Nest.class.getName(), "outer", 1, 40),
                new Kernel.Part(Nest.class.getName(), "middle", 2, 80),
                new Kernel.Part(Nest.class.getName(), "inner", 4, 160))));
  }
}
