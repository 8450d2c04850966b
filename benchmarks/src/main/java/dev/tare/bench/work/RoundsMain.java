package dev.tare.bench.work;

import java.io.IOException;
import java.sql.SQLException;

/**
 * A program of equal work in each run: {@code RoundsMain WORK ROUNDS} does so many rounds of a work
 * and ends.
 */
public final class RoundsMain {
  private RoundsMain() {}

  public static void main(String[] args) throws IOException, SQLException {
    try (Work work = WorkMain.open(args[0])) {
      for (int round = Integer.parseInt(args[1]); round > 0; round--) {
        Rounds.measured(work);
      }
    }
  }
}
