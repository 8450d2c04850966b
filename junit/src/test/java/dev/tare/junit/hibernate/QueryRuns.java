package dev.tare.junit.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.junit.MaxCalls;
import dev.tare.junit.TareExtension;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInstance;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/**
 * A test class as a project has it, without bounds; {@link Bounded} is the same with one. {@code
 * dev.tare.bench.TestClassCost} runs both and compares their times.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class QueryRuns {
  private static final int AUTHORS = 20;
  private static final int REPETITIONS = 50;

  private final SessionFactory factory = QuerySamples.library("runs");

  /** Each of the tests asks once. */
  @MaxCalls(method = QuerySamples.QUERY, atMost = 1)
  public static class Bounded extends QueryRuns {}

  @BeforeAll
  void fill() {
    QuerySamples.fill(factory, AUTHORS);
  }

  @AfterAll
  void close() {
    factory.close();
  }

  @RepeatedTest(REPETITIONS)
  void findsAuthorsWithTheirBooks() {
    assertEquals(AUTHORS, QuerySamples.books(factory, "select a from Author a join fetch a.books"));
  }

  @RepeatedTest(REPETITIONS)
  void countsAuthors() {
    long count =
        factory.fromSession(
            session ->
                session
                    .createSelectionQuery("select count(*) from Author", Long.class)
                    .getSingleResult());
    assertEquals(AUTHORS, count);
  }

  /** Runs a class of tests, with or without an agent; prints how many nanoseconds they took. */
  public static void main(String[] arguments) {
    long start = System.nanoTime();
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter(TareExtension.ABSENT, "run")
            .selectors(selectClass(arguments[0]))
            .execute()
            .testEvents();
    long nanos = System.nanoTime() - start;
    if (tests.succeeded().count() != 2 * REPETITIONS) {
      throw new IllegalStateException(tests.failed().list().toString());
    }
    System.out.println("tare-bench tests_ns " + nanos);
  }
}
