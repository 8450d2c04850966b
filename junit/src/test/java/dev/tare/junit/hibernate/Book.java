package dev.tare.junit.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A row. */
@Entity
public class Book {
  @Id private long id;

  protected Book() {}

  Book(long id) {
    this.id = id;
  }

  @Override
  public String toString() {
    return "book " + id;
  }
}
