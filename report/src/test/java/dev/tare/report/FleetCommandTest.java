package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FleetCommandTest {
  @Test
  void whereTheFleetIsIsSaidInOneLineWhateverItIsAsked() {
    Cli cli = new Cli(Path.of("."));
    assertEquals(1, cli.run("fleet", "ingest", "table", "--bin", "3"));
    assertEquals(1, cli.err().lines().count());
    assertTrue(cli.err().startsWith("tare: fleet ingest runs on Apache Spark"), cli.err());
    assertTrue(cli.err().contains("docs/fleet.md"), cli.err());
    assertEquals("", cli.out());
  }
}
