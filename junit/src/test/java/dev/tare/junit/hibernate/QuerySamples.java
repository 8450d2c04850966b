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
  private static final String QUERY = "org.h2.jdbc.JdbcPreparedStatement#executeQuery";

  private final SessionFactory factory =
      new Configuration()
          .addAnnotatedClass(Author.class)
          .addAnnotatedClass(Book.class)
          .setProperty("hibernate.connection.url", "jdbc:h2:mem:library;DB_CLOSE_DELAY=-1")
          .setProperty("hibernate.hbm2ddl.auto", "create")
          .buildSessionFactory();

  @BeforeAll
  void fill() {
    factory.inTransaction(
        session -> {
          for (int id = 1; id <= AUTHORS; id++) {
            session.persist(new Author(id));
          }
        });
  }

  @AfterAll
  void close() {
    factory.close();
  }

  /** One query for the authors, and one more for each author's books. */
  @Test
  @MaxCalls(method = QUERY, atMost = 1)
  void asksForEachAuthorsBooks() {
    Assertions.assertEquals(AUTHORS, books("from Author"));
  }

  @Test
  @MaxCalls(method = QUERY, atMost = 1)
  void asksOnce() {
    Assertions.assertEquals(AUTHORS, books("select a from Author a join fetch a.books"));
  }

  private int books(String query) {
    return factory.fromSession(
        session ->
            session.createSelectionQuery(query, Author.class).list().stream()
                .mapToInt(Author::books)
                .sum());
  }
}
