package com.acme;

class DaoTest {
  @org.junit.jupiter.api.Test
  void loads() {
    Dao.load(7);
  }
}
