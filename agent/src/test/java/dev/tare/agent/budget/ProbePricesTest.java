package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbePricesTest {
  @Test
  void inSampledModeWhatTheSearchTakesLongerIsAddedToEachCall() {
    Iterator<Double> measured = List.of(41.5, Double.NaN, -3.0).iterator();
    ProbePrices prices = ProbePrices.sampled(measured::next);
    assertEquals(9, prices.nanos(Tier.COUNTED, false), "before the first measurement");
    prices.measure();
    assertEquals(50.5, prices.nanos(Tier.COUNTED, false));
    assertEquals(46.5, prices.nanos(Tier.COUNTED, true), "an entry alone");
    assertEquals(50.5, prices.nanos(Tier.TIMED, true), "has an exit");
    assertEquals(0, prices.nanos(Tier.MERGED, false));
    prices.measure();
    assertEquals(50.5, prices.nanos(Tier.COUNTED, false), "too few calls were timed");
    prices.measure();
    assertEquals(9, prices.nanos(Tier.COUNTED, false), "never less than nothing");
  }

  @Test
  void inFullModeTheLeastOfManyReadingsCounts() {
    double[] nanos = {Double.NaN, 90, 70, 0, 400};
    int[] asked = new int[1];
    ProbePrices prices = ProbePrices.full("time", () -> nanos[asked[0]++ % nanos.length]);
    assertEquals(69, prices.nanos(Tier.TIMED, false));
    prices.measure();
    assertEquals(79, prices.nanos(Tier.TIMED, false));
    assertEquals(18, prices.nanos(Tier.COUNTED, false));
    assertEquals(5, prices.nanos(Tier.COUNTED, true));
  }

  @Test
  void coldCodeLosesHalfAsMuchWithASixteenthOfTheCalls() {
    PriceFit.Stretch all = new PriceFit.Stretch(2e9, 2e9);
    PriceFit.Stretch few = new PriceFit.Stretch(2e9, 2e9 / 16);
    ProbePrices full = ProbePrices.full("time", () -> 20);
    assertEquals(1.25, full.coldOverhead(all), 1e-9);
    assertEquals(0.625, full.coldOverhead(few), 1e-9);
    assertEquals(0.3, ProbePrices.sampled(() -> 0).coldOverhead(few), 1e-9);
    PriceFit.Stretch hardlyAny = new PriceFit.Stretch(2e9, 2e4);
    assertEquals(1e-3, full.coldOverhead(hardlyAny), 1e-9);
  }
}
