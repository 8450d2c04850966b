package com.acme;

/** Loads once. */
public class DaoTest {
  @org.junit.Test
  public void loads() {
    Dao.load(7);
  }
}
