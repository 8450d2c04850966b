package dev.tare.it.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A row. */
@Entity
public class Book {
  @Id private long id;
  private String title;
  private int pages;

  protected Book() {}

  Book(long id, String title, int pages) {
    this.id = id;
    this.title = title;
    this.pages = pages;
  }

  @Override
  public String toString() {
    return id + " " + title + " " + pages;
  }
}
