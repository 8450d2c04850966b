package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.BudgetUse;
import java.io.IOException;

/** What a budget cost, as a field of an object: in profiles, and in what {@code status} answers. */
public final class BudgetJson {
  private BudgetJson() {}

  /**
   * Writes the field {@code budget}.
   *
   * @throws IOException where the generator cannot write
   */
  public static void write(JsonGenerator json, BudgetUse budget) throws IOException {
    json.writeObjectFieldStart("budget");
    json.writeNumberField("cpu_ns", budget.cpuNanos());
    json.writeNumberField("own_ns", budget.ownNanos());
    if (!budget.isBound()) {
      json.writeNumberField("own_low_ns", budget.ownLowNanos());
    }
    json.writeNumberField("own_high_ns", budget.ownHighNanos());
    json.writeNumberField("exceeded_ns", budget.exceededNanos());
    json.writeNumberField("weaving_ns", budget.weavingNanos());
    json.writeBooleanField("reachable", budget.isReachable());
    json.writeEndObject();
  }
}
