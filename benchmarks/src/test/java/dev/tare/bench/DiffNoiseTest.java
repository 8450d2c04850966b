package dev.tare.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiffNoiseTest {

  @Test
  void rowsWithAMarkAreSureWithAPercentageAndWithout() {
    String printed =
        """
        method  self before    after    change       +-  change     calls before  after
        A.m3             ≈0  3.98 ms  +3.98 ms   253 us       -  !           100    100
        A.m5        5.91 ms  7.28 ms  +1.37 ms   310 us  +23.2%  !           100    100
        A.m28       29.3 ms  28.9 ms   -407 us  1.27 ms   -1.4%  ~           100    100
        calls are the same in all runs
        ~ : no more than varies from run to run, or than the overhead leaves uncertain
        ! : surely different, runs evened out; of equal programs one comparison in twenty shows one
        """;
    List<String> sure =
        printed
            .lines()
            .filter(DiffNoise::isSure)
            .map(row -> row.substring(0, row.indexOf(' ')))
            .toList();
    assertEquals(List.of("A.m3", "A.m5"), sure);
  }
}
