package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How much of the stack is left to a program that recurses: two depths, woven and not. */
@Order(6)
class StackDepthIT {
  /**
   * A JVM whose methods all run in one way, and the least share of the depth that is to be left in
   * each mode. Found on JDK 17: 0.91 interpreted, 0.62 and 0.71 by C1, 0.67 and 0.50 by C2.
   */
  private record Way(double full, double sampled, List<String> options) {
    double leastShare(Configuration configuration) {
      return configuration.mode().equals("full") ? full : sampled;
    }
  }

  private static final List<Way> WAYS =
      List.of(
          new Way(0.88, 0.88, List.of("-Xint")),
          new Way(0.58, 0.66, List.of("-Xbatch", "-XX:TieredStopAtLevel=1")),
          new Way(0.63, 0.47, List.of("-Xbatch", "-XX:-TieredCompilation")));

  static Stream<Arguments> everyWay() {
    return IntStream.range(0, WAYS.size())
        .boxed()
        .flatMap(
            way ->
                (way % 2 == 0
                        ? Configuration.fullOnTheOldest()
                        : Configuration.sampledOnTheOldest())
                    .map(configuration -> Arguments.of(configuration, WAYS.get(way))));
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void mostOfTheDepthIsLeft(Configuration configuration, Way way) throws IOException {
    JavaRun profiled =
        JavaRun.profiled(
            configuration,
            Programs.profileFile("stack-depth", configuration),
            "include=dev.tare.it.program.*");
    int plain = depth(configuration, JavaRun.on(configuration.jdk()), way);
    int woven = depth(configuration, profiled, way);
    assertTrue(woven >= way.leastShare(configuration) * plain, () -> woven + " of " + plain);
  }

  /** Small methods begin as counted ones, whose time is that of a caller far above. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#fullOnTheOldest")
  void anExceptionTakesNoLongerForEachCallTheDeeperItComesFrom(Configuration configuration)
      throws IOException {
    String times =
        JavaRun.profiled(
                configuration,
                Programs.profileFile("throws-from-depth", configuration),
                "include=dev.tare.it.program.*",
                "budget=100%")
            .options("-XX:-StackTraceInThrowable")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "ThrowsFromDepth")
            .run()
            .succeeded()
            .stdout()
            .strip();
    assertTrue(Double.parseDouble(times) < 4, () -> times + " times as long for each call");
  }

  private static int depth(Configuration configuration, JavaRun run, Way way) {
    return Integer.parseInt(
        run.options(way.options().toArray(String[]::new))
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "RecursesOutOfStack")
            .run()
            .succeeded()
            .stdout()
            .strip());
  }
}
