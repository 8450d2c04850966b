package dev.tare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code fleet}: says where that is, since this jar does not contain it. */
@Command(
    name = "fleet",
    description = "Profiles of many JVMs in a table: an application of its own, on Apache Spark.",
    versionProvider = Main.Version.class)
final class FleetCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws ReportException {
    throw new ReportException(
        "fleet"
            + (arguments.isEmpty() ? "" : " " + arguments.get(0))
            + " runs on Apache Spark, which this jar does not contain: './mvnw -Pfleet -pl fleet"
            + " -am package' builds fleet/target/tare-fleet, whose bin/tare-fleet takes the same"
            + " arguments (docs/fleet.md)");
  }
}
