package dev.tare.bench.work;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The H2 database in memory: each round makes two tables, fills, queries and changes them, and
 * drops them again.
 */
final class H2Sql implements Work {
  private static final int CUSTOMERS = 100;
  private static final int ORDERS = 1_000;

  private final Connection connection;

  H2Sql() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:bench");
  }

  @Override
  public long round() {
    try {
      create();
      fill();
      long result = query();
      change();
      result = result * 31 + query();
      drop();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40), city VARCHAR(40))");
      statement.execute(
          "CREATE TABLE purchase (id INT PRIMARY KEY, customer INT, amount DECIMAL(10, 2), note VARCHAR(60),"
              + " FOREIGN KEY (customer) REFERENCES customer (id))");
      statement.execute("CREATE INDEX purchase_amount ON purchase (amount)");
      if (Weight.TURNS > 0) {
        statement.execute("CREATE ALIAS weigh FOR 'dev.tare.bench.work.Weight.weigh'");
      }
    }
  }

  private void fill() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO customer VALUES (?, ?, ?)")) {
      for (int id = 0; id < CUSTOMERS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "customer " + id);
        insert.setString(3, "city " + id % 13);
        insert.executeUpdate();
      }
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO purchase VALUES (?, ?, ?, ?)")) {
      for (int id = 0; id < ORDERS; id++) {
        insert.setInt(1, id);
        insert.setInt(2, id * 7 % CUSTOMERS);
        insert.setBigDecimal(3, java.math.BigDecimal.valueOf(id * 37L % 9_973, 2));
        insert.setString(4, "order " + id + " of customer " + id * 7 % CUSTOMERS);
        insert.executeUpdate();
      }
    }
  }

  private long query() throws SQLException {
    long result =
        sum(
            "SELECT c.city, COUNT(*), SUM(p.amount) FROM customer c JOIN purchase p ON p.customer = c.id"
                + " WHERE p.note LIKE '%order%1%' GROUP BY c.city ORDER BY c.city");
    result +=
        sum(
            "SELECT UPPER(note), id, amount FROM purchase WHERE amount BETWEEN 10 AND 60"
                + " ORDER BY amount DESC, id LIMIT 200");
    result +=
        sum(
            "SELECT name, id, (SELECT MAX(amount) FROM purchase WHERE customer = c.id) FROM customer c"
                + " WHERE id IN (SELECT customer FROM purchase WHERE amount > 50) ORDER BY name");
    if (Weight.TURNS > 0) {
      result += sum("SELECT note, id, weigh(id) FROM purchase ORDER BY id");
    }
    return result;
  }

  private void change() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE purchase SET amount = amount + 1, note = note || '!' WHERE MOD(id, 3) = 0");
      statement.executeUpdate("DELETE FROM purchase WHERE MOD(id, 10) = 9");
    }
  }

  private void drop() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
    }
  }

  /** Over all rows of a result of a text and two numbers: the sum of what they say. */
  private long sum(String sql) throws SQLException {
    long sum = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        sum += rows.getString(1).length() + rows.getLong(2) * 3 + rows.getLong(3);
      }
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
