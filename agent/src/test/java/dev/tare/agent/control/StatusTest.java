package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.agent.budget.Budget;
import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.budget.OverheadEstimate;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTest {
  private static final OverheadEstimate OVERHEAD = new OverheadEstimate(0.04, 0.06, 0.09);

  private static Status status(Optional<BudgetStatus> budget) {
    return status(budget, "/srv/orders.json");
  }

  private static Status status(Optional<BudgetStatus> budget, String file) {
    return new Status(
        true,
        Instant.EPOCH,
        1_000_000_000,
        List.of(),
        "time from System.nanoTime",
        1,
        2,
        3,
        -1,
        "",
        file,
        -1,
        budget,
        Map.of("mode", "full"));
  }

  private static BudgetStatus budget(int looks) {
    return budget(looks, true);
  }

  private static BudgetStatus budget(int looks, boolean isWatched) {
    return new BudgetStatus(
        new Budget(0.3),
        OVERHEAD,
        OVERHEAD,
        21_400_000_000L,
        800_000_000,
        1_900_000_000,
        true,
        isWatched,
        looks,
        1);
  }

  @Test
  void withABudgetItSaysWhatTheProbesCost() throws IOException {
    Status status = status(Optional.of(budget(3)));
    assertTrue(
        status
            .text()
            .contains(
                "\noverhead "
                    + OVERHEAD.text()
                    + " of a budget of 30%; over it for 1.9 of 21.4 s CPU time, without 0.8 s of"
                    + " weaving"),
        status::text);
    Map<String, Long> numbers = new HashMap<>();
    try (JsonParser json = new JsonFactory().createParser(status.json())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
          numbers.put(json.currentName(), json.getLongValue());
        }
      }
    }
    assertEquals(21_400_000_000L, numbers.get("cpu_ns"));
    assertEquals(1_900_000_000L, numbers.get("exceeded_ns"));
    assertEquals(800_000_000L, numbers.get("weaving_ns"));
  }

  @Test
  void itSaysWhereTheBudgetIsNotKeptAnyMore() {
    String budget = " of a budget of 30%, which is not kept any more";
    Status early = status(Optional.of(budget(0, false)));
    assertTrue(early.text().contains("\noverhead not known yet," + budget + "\n"), early::text);
    Status late = status(Optional.of(budget(3, false)));
    String text = "\noverhead " + OVERHEAD.text() + budget + "; over it for ";
    assertTrue(late.text().contains(text), late::text);
  }

  @Test
  void oneOfSomethingIsNotMany() {
    Status status = status(Optional.empty());
    assertTrue(status.text().contains("\n1 thread, 2 nodes, 3 probes\n"), status::text);
    assertTrue(status.text().contains(" recorded in 0 windows\n"), status::text);
  }

  @Test
  void whereNoProfileWillBeWrittenItNamesNoFile() {
    Status status = status(Optional.empty(), "");
    assertTrue(
        status.text().endsWith("\nno further profile, unless it is started again"), status::text);
    assertFalse(status.json().contains("\"file\""), status::json);
    assertTrue(
        status(Optional.empty()).text().endsWith("\nnext profile in /srv/orders.json"),
        status::text);
  }

  @Test
  void beforeTheFirstLookItSaysThatNothingIsKnown() {
    Status status = status(Optional.of(budget(0)));
    assertTrue(
        status.text().contains("\noverhead not known yet, of a budget of 30%\n"), status::text);
  }

  @Test
  void withoutABudgetItSaysNothingOfIt() {
    Status status = status(Optional.empty());
    assertFalse(status.text().contains("budget"), status::text);
    assertFalse(status.json().contains("budget"), status::json);
  }

  @Test
  void asJsonItHasAllThatIsKnownAndNothingElse() {
    RunInfo.Window window = new RunInfo.Window(Instant.EPOCH, 400_000_000);
    Status all =
        new Status(
            false,
            Instant.EPOCH,
            1_000_000_000,
            List.of(window, window),
            "time from System.nanoTime",
            1,
            2,
            3,
            4,
            "JFR",
            "/srv/\"orders\".json",
            5,
            Optional.empty(),
            Map.of("mode", "full"));
    assertEquals(
        "{'version':'"
            + ProfilerInfo.current().version()
            + "','state':'stopped','since':'1970-01-01T00:00:00Z','since_ns':1000000000,"
            + "'windows':[{'started':'1970-01-01T00:00:00Z','duration_ns':400000000},"
            + "{'started':'1970-01-01T00:00:00Z','duration_ns':400000000}],"
            + "'metric':'time from System.nanoTime','threads':1,'nodes':2,'probes':3,"
            + "'samples':4,'sampling':'JFR','file':'/srv/\\'orders\\'.json','periods':5,"
            + "'settings':{'mode':'full'}}",
        all.json().replace('"', '\''));
    String json = status(Optional.empty()).json();
    assertTrue(json.startsWith("{\"version\":"), json);
    assertTrue(json.contains("\"state\":\"recording\""), json);
    for (String key : List.of("samples", "sampling", "periods", "budget")) {
      assertFalse(json.contains("\"" + key + "\""), json);
    }
  }
}
