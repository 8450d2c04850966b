package dev.tare.junit.hibernate;

import dev.tare.junit.MaxCalls;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Asks for authors and their books; run by another test, and not found by the build. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class QuerySamples {
  private static final int AUTHORS = 20;
  static final String QUERY = "org.h2.jdbc.JdbcPreparedStatement#executeQuery";

  private final SessionFactory factory = library("samples");

  static SessionFactory library(String database) {
    return new Configuration()
        .addAnnotatedClass(Author.class)
        .addAnnotatedClass(Book.class)
        .setProperty("hibernate.connection.url", "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1")
        .setProperty("hibernate.hbm2ddl.auto", "create")
        .buildSessionFactory();
  }

  /** Authors, each with a book. */
  static void fill(SessionFactory factory, int authors) {
    factory.inTransaction(
        session -> {
          for (int id = 1; id <= authors; id++) {
            session.persist(new Author(id));
          }
        });
  }

  @BeforeAll
  void fill() {
    fill(factory, AUTHORS);
  }

  @AfterAll
  void close() {
    factory.close();
  }

  /** One query for the authors, and one more for each author's books. */
  @Test
  @MaxCalls(method = QUERY, atMost = 1)
  void asksForEachAuthorsBooks() {
    Assertions.assertEquals(AUTHORS, books(factory, "from Author"));
  }

  @Test
  @MaxCalls(method = QUERY, atMost = 1)
  void asksOnce() {
    Assertions.assertEquals(AUTHORS, books(factory, "select a from Author a join fetch a.books"));
  }

  static int books(SessionFactory factory, String query) {
    return factory.fromSession(
        session ->
            session.createSelectionQuery(query, Author.class).list().stream()
                .mapToInt(Author::books)
                .sum());
  }
}
