package dev.tare.junit.hibernate;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;

/** A row, whose books are loaded when they are asked for. */
@Entity
public class Author {
  @Id private long id;

  @OneToMany(cascade = CascadeType.PERSIST)
  private List<Book> books = new ArrayList<>();

  protected Author() {}

  Author(long id) {
    this.id = id;
    books.add(new Book(id));
  }

  int books() {
    return books.size();
  }
}
