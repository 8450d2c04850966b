package dev.tare.it.program;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database at work, in rounds of equal work: {@code CountedSql WARM_UP_ROUNDS ROUNDS [alone]}.
 * Under the profiler the call tree tells the rounds that count from those before. Without, as
 * {@code alone} and with the profiler's jar on the class path, it prints the truth: the
 * instructions of each round that counts.
 */
public final class CountedSql {
  private static final int CUSTOMERS = 25;
  private static final int ORDERS = 250;

  private final Connection connection;

  private CountedSql(Connection connection) {
    this.connection = connection;
  }

  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:counted")) {
      CountedSql work = new CountedSql(connection);
      long sum = 0;
      for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
        sum = work.warmUp();
      }
      boolean alone = arguments.length > 2;
      for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
        long before = alone ? InstructionCounter.read() : 0;
        long result = work.measured();
        if (alone) {
          System.out.println("round " + (InstructionCounter.read() - before));
        }
        if (result != sum) {
          throw new IllegalStateException(result + " is not " + sum);
        }
      }
    }
  }

  private long warmUp() throws SQLException {
    return round();
  }

  private long measured() throws SQLException {
    return round();
  }

  private long round() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40))");
      statement.execute(
          "CREATE TABLE purchase (id INT PRIMARY KEY, customer INT, amount INT, note VARCHAR(60))");
      statement.execute("CREATE INDEX purchase_amount ON purchase (amount)");
      fill();
      long sum =
          sum(
              statement,
              "SELECT c.name, COUNT(*), SUM(p.amount) FROM customer c JOIN purchase p"
                  + " ON p.customer = c.id WHERE p.note LIKE '%order%1%' GROUP BY c.name");
      statement.executeUpdate("UPDATE purchase SET amount = amount + 1 WHERE MOD(id, 3) = 0");
      statement.executeUpdate("DELETE FROM purchase WHERE MOD(id, 10) = 9");
      sum +=
          sum(
              statement,
              "SELECT UPPER(note), id, amount FROM purchase WHERE amount BETWEEN 10 AND 6000"
                  + " ORDER BY amount DESC, id");
      statement.execute("DROP ALL OBJECTS");
      return sum;
    }
  }

  private void fill() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO customer VALUES (?, ?)")) {
      for (int id = 0; id < CUSTOMERS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "customer " + id);
        insert.executeUpdate();
      }
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO purchase VALUES (?, ?, ?, ?)")) {
      for (int id = 0; id < ORDERS; id++) {
        insert.setInt(1, id);
        insert.setInt(2, id * 7 % CUSTOMERS);
        insert.setInt(3, id * 37 % 9_973);
        insert.setString(4, "order " + id);
        insert.executeUpdate();
      }
    }
  }

  /** Over all rows of a result of a text and two numbers: the sum of what they say. */
  private static long sum(Statement statement, String sql) throws SQLException {
    long sum = 0;
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        sum += rows.getString(1).length() + rows.getLong(2) * 3 + rows.getLong(3);
      }
    }
    return sum;
  }
}
