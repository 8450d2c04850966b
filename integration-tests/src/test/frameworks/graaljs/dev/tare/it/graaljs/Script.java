package dev.tare.it.graaljs;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;

/** Runs a script that calls a builtin function as often as its argument says. */
public final class Script {
  private Script() {}

  public static void main(String[] args) {
    String script =
        """
        let sum = 0;
        for (let i = 0; i < %s; i++) {
          sum += Math.hypot(3 * i, 4 * i);
        }
        sum;
        """
            .formatted(args[0]);
    try (Context context =
        Context.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build()) {
      System.out.println(context.eval("js", script));
      context.eval("js", "[1, 2, 3].map(n => n.none.none)");
    } catch (PolyglotException e) {
      System.out.println(e.getMessage());
      System.exit(4);
    }
  }
}
