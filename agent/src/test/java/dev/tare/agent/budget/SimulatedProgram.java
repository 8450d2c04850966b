package dev.tare.agent.budget;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A program as numbers: methods that its work calls so often, probes that cost what this program
 * makes them cost, and a CPU clock that is not quite right. All by a seed.
 */
final class SimulatedProgram implements ProgramView, TierSwitch {
  /** Few probes lose little, whatever the shape says. */
  private static final double MOST_BY_PRICE = 150;

  private static final double SECOND = 1e9;

  /** CPU nanoseconds of a step. */
  private static final double STEP = SECOND / 20;

  /** What compilers do in the first moments, by CPU time, and for each class woven again. */
  private static final double COMPILERS_SHARE = 0.8;

  private static final double COMPILED_NANOS = 5e6;

  /** So much of the CPU time is lost after a batch, until all is. */
  private static final double LOST_SHARE = 0.7;

  /** CPU nanoseconds from one sample to the next. */
  private static final double SAMPLE = 4e6;

  /** What makes one program different from another. */
  static final class Shape {
    int methods = 2_000;
    int methodsOfClass = 6;

    /** Calls of all methods in a nanosecond of work: H2 has 0.66. */
    double callsPerWork = 0.66;

    /** How unequally they are called: the n-th most called is called {@code n ^ -skew} as often. */
    double skew = 1.6;

    /** What probes cost by the model. */
    double factor = 1;

    /** How much dearer a probe is where few are left, and 1 for not at all. */
    double exponent = 0.88;

    /** How many times longer work takes at the start, and its probes; both fall in seconds. */
    double coldWork = 4;

    double coldProbes = 5;

    /**
     * Overhead by work where probes cost as much as all else, if it hardly depends on their number;
     * 0 for what {@link #factor} says.
     */
    double flatOverhead;

    /** How much it depends on their number; as a power of what calls cost by their price. */
    double flatExponent;

    double coldSeconds = 1.5;

    /** Standard deviation of the CPU clock's rate, drawn at each reading. */
    double noise = 0.05;

    /** CPU seconds of a phase, of which there are two; 0 for a program of one. */
    double phaseSeconds;

    /** How many classes are loaded in each CPU second. */
    double newClassesPerSecond;

    /** Roots of the program: methods that nothing woven calls. */
    int roots = 3;

    /** Whether all methods are named, so that they keep their probes. */
    boolean named;

    /** Whether its CPU time is sampled. */
    boolean sampled;

    /** By how much more probes cost than samples show. */
    double bySamples = 1.9;

    ProbePrices prices = ProbePrices.full("time", () -> Double.NaN);
  }

  private final Shape shape;
  private final Random random;
  private InitialTiers initial = method -> Tier.TIMED;
  private final List<MethodTraits> traits = new ArrayList<>();
  private double[] rate = new double[0];
  private double[] calls = new double[0];
  private Tier[] tiers = new Tier[0];
  private final BitSet phase = new BitSet();
  private final BitSet roots = new BitSet();
  private final Set<String> stubborn = new HashSet<>();

  private double cpu;
  private double clock;
  private double clockRate = 1;
  private int batches;
  private int largestBatch;
  private double lastBatchSeconds;
  private int raised;
  private double loaded;
  private int refusals;
  private int readings;

  /** CPU time, work and probes, added up at each step: for the truth of any stretch. */
  private final List<double[]> history = new ArrayList<>();

  /** What the compilers did, in CPU nanoseconds of the program. */
  private double compilers;

  private double work;
  private double probes;
  private double rewoven;

  /** What the program still loses to code that is not compiled again yet. */
  private double owed;

  SimulatedProgram(Shape shape, long seed) {
    this.shape = shape;
    random = new Random(seed);
  }

  /** Loads the program's classes. */
  void load(InitialTiers initial) {
    this.initial = initial;
    double sum = 0;
    for (int n = 1; n <= shape.methods; n++) {
      sum += Math.pow(n, -shape.skew);
    }
    List<Integer> order = new ArrayList<>();
    for (int n = 1; n <= shape.methods; n++) {
      order.add(n);
    }
    Collections.shuffle(order, new Random(shape.methods));
    for (int n : order) {
      // As in real programs: what is called often is small.
      double share = Math.pow(n, -shape.skew) / sum;
      add(share * shape.callsPerWork, n < shape.methods / 20 ? 20 : 90, n);
    }
  }

  private void add(double callsPerWork, int size, int number) {
    int method = traits.size();
    if (method == rate.length) {
      int length = Math.max(64, 2 * method);
      rate = Arrays.copyOf(rate, length);
      calls = Arrays.copyOf(calls, length);
      tiers = Arrays.copyOf(tiers, length);
    }
    String name = "C" + method / shape.methodsOfClass;
    boolean leaf = number % 3 == 0;
    MethodTraits added =
        new MethodTraits(
            name,
            "m" + method,
            "()V",
            new CodeTraits(name.hashCode(), size, leaf, number % 7 == 0, shape.named));
    traits.add(added);
    rate[method] = callsPerWork;
    tiers[method] = initial.of(added);
    phase.set(method, number % 2 == 0);
    roots.set(method, method < shape.roots);
  }

  void refuse(String className) {
    stubborn.add(className);
  }

  /** Runs for some CPU time, and lets the controller look. */
  void run(double seconds, BudgetController controller) {
    double end = cpu + seconds * SECOND;
    controller.tick();
    while (cpu < end) {
      step();
      controller.tick();
    }
  }

  private void step() {
    double cold = Math.exp(-cpu / SECOND / shape.coldSeconds);
    double slowness = 1 + (shape.coldWork - 1) * cold;
    double priced = 0;
    double[] now = new double[traits.size()];
    for (int method = 0; method < now.length; method++) {
      now[method] = rate[method] * inPhase(method);
      if (tiers[method] != Tier.MERGED) {
        priced +=
            now[method]
                * shape.prices.nanos(tiers[method], traits.get(method).code().callsNothing());
      }
    }
    double perWork =
        shape.flatOverhead > 0
            ? slowness * flatOverhead(priced / slowness)
            : shape.factor * Math.pow(priced, shape.exponent) * (1 + (shape.coldProbes - 1) * cold);
    double lost = Math.min(owed, LOST_SHARE * STEP);
    owed -= lost;
    double did = (STEP - lost) / (slowness + perWork);
    for (int method = 0; method < now.length; method++) {
      if (tiers[method] != Tier.MERGED) {
        calls[method] += now[method] * did;
      }
    }
    work += did * slowness;
    probes += did * perWork;
    rewoven += lost;
    cpu += STEP;
    compilers += COMPILERS_SHARE * cold * STEP;
    clock += STEP * clockRate;
    history.add(new double[] {cpu, work, probes, rewoven});
    loaded += shape.newClassesPerSecond * STEP / SECOND;
    for (; loaded >= 1; loaded--) {
      for (int i = 0; i < shape.methodsOfClass; i++) {
        double share = Math.pow(20 + random.nextInt(shape.methods), -shape.skew);
        add(share * shape.callsPerWork / 3, i % 2 == 0 ? 20 : 90, random.nextInt(42));
      }
    }
  }

  private double inPhase(int method) {
    if (shape.phaseSeconds == 0) {
      return 1;
    }
    boolean second = (long) (cpu / SECOND / shape.phaseSeconds) % 2 == 1;
    return phase.get(method) == second ? 1.8 : 0.2;
  }

  /** The true overhead from this CPU second on, with what batches cost. */
  double truth(double fromSecond) {
    double[] from = before(fromSecond);
    return (probes - from[2] + rewoven - from[3]) / (work - from[1]);
  }

  private double flatOverhead(double pricedByWork) {
    double overhead = 0;
    for (int i = 0; i < 20; i++) {
      double priced = pricedByWork / (1 + overhead);
      double flat = shape.flatOverhead * Math.pow(priced, shape.flatExponent);
      overhead = Math.min(flat, MOST_BY_PRICE * priced);
    }
    return overhead;
  }

  /** The true overhead of the probes alone from this CPU second on. */
  double truthOfProbes(double fromSecond) {
    double[] from = before(fromSecond);
    return (probes - from[2]) / (work - from[1]);
  }

  private double[] before(double fromSecond) {
    double[] from = {0, 0, 0, 0};
    for (double[] at : history) {
      if (at[0] <= fromSecond * SECOND) {
        from = at;
      }
    }
    return from;
  }

  int batches() {
    return batches;
  }

  int raised() {
    return raised;
  }

  double lastBatchSeconds() {
    return lastBatchSeconds;
  }

  int largestBatch() {
    return largestBatch;
  }

  int refusals() {
    return refusals;
  }

  int readings() {
    return readings;
  }

  /** How many methods have a probe. */
  int probed() {
    return (int) traits.stream().filter(method -> tier(number(method)).hasProbe()).count();
  }

  private static int number(MethodTraits method) {
    return Integer.parseInt(method.name().substring(1));
  }

  @Override
  public long cpuNanos() {
    return (long) clock;
  }

  @Override
  public Reading read() {
    readings++;
    long[] counted = new long[traits.size()];
    for (int method = 0; method < counted.length; method++) {
      counted[method] = (long) calls[method];
    }
    clockRate = Math.max(0.3, 1 + shape.noise * random.nextGaussian());
    long[] self = new long[counted.length];
    return new Reading(cpuNanos(), counted, self, (BitSet) roots.clone(), (long) compilers, now());
  }

  private Instant now() {
    return Instant.ofEpochSecond(0, (long) cpu);
  }

  @Override
  public ProbeSamples samples(Instant from, Instant to, boolean isWarm) {
    if (!shape.sampled) {
      return ProbeSamples.NONE;
    }
    double[] before = before(from.getEpochSecond() + from.getNano() / SECOND);
    double probed = (probes - before[2]) / shape.bySamples;
    double all = probed + work - before[1] + rewoven - before[3];
    double noise = Math.sqrt(probed / SAMPLE) * random.nextGaussian();
    long inProbes = Math.max(0, Math.round(probed / SAMPLE + noise));
    return new ProbeSamples(Math.max(inProbes, Math.round(all / SAMPLE)), inProbes);
  }

  @Override
  public BitSet compiled() {
    return new BitSet();
  }

  @Override
  public MethodTraits traits(int method) {
    return traits.get(method);
  }

  @Override
  public Tier tier(int method) {
    return tiers[method];
  }

  @Override
  public Outcome apply(Map<Integer, Tier> batch) {
    Set<String> classes = new HashSet<>();
    Set<String> refused = new HashSet<>();
    batch.forEach(
        (method, tier) -> {
          String name = traits.get(method).className();
          classes.add(name);
          if (stubborn.contains(name)) {
            refused.add(name);
            refusals++;
          } else {
            raised += tiers[method].isBelow(tier) ? 1 : 0;
            tiers[method] = tier;
          }
        });
    batches++;
    owed += classes.size() * Batches.classNanos(cpu);
    compilers += classes.size() * COMPILED_NANOS;
    largestBatch = Math.max(largestBatch, classes.size());
    lastBatchSeconds = cpu / SECOND;
    return new Outcome(classes.size() - refused.size(), refused);
  }
}
