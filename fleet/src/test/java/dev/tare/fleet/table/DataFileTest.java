package dev.tare.fleet.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataFileTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "batches/000003/nodes/service=orders/hour=2026-11-23T01/0-17.parquet",
        "batches/000003/nodes/service=batches/hour=2026-11-23T01/0-17.parquet",
        "batches/000003/profiles/0-17.parquet",
        "file:///data/batches/my-batches/batches/000003/profiles/0-17.parquet"
      })
  void aBinIsItsBatchAndItsFile(String path) {
    assertEquals("000003/0-17.parquet", DataFile.bin(path));
  }
}
