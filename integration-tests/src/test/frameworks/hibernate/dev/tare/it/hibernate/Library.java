package dev.tare.it.hibernate;

import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Inserts as many rows as its argument says into a database in memory, and asks for them. */
public final class Library {
  private Library() {}

  public static void main(String[] args) {
    int books = Integer.parseInt(args[0]);
    try (SessionFactory factory =
        new Configuration()
            .addAnnotatedClass(Book.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:library;DB_CLOSE_DELAY=-1")
            .setProperty("hibernate.hbm2ddl.auto", "create")
            .buildSessionFactory()) {
      factory.inTransaction(
          session -> {
            for (int number = 0; number < books; number++) {
              session.persist(new Book(number, "Volume " + number, 100 + number % 17));
            }
          });
      factory.inSession(
          session -> {
            List<Book> thick =
                session
                    .createSelectionQuery("from Book where pages = 116 order by id", Book.class)
                    .list();
            thick.forEach(System.out::println);
            System.out.println(
                session
                    .createSelectionQuery("select sum(pages) from Book", Long.class)
                    .getSingleResult());
          });
    }
  }
}
