package dev.tare.fleet.ingest;

import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * What one task does to add paths or methods to the table: of those that the batch met it writes
 * each once, unless the table has it. It keeps hashes alone, and reads rows as it writes them.
 *
 * @param kind paths or methods
 * @param service whose paths; "" of methods, which services share
 * @param met files of what the batch met
 * @param known files of what the table has
 * @param part which of the hashes are this task's, from 0
 * @param parts how many tasks share them
 */
record NewRows(
    Kind kind, String service, List<DataFile> met, List<DataFile> known, int part, int parts)
    implements Serializable {

  /** What is done with a row. */
  private interface Use {
    void of(Group row) throws IOException;
  }

  /**
   * Writes them.
   *
   * @param table whose files these are
   * @param path of the new file
   */
  DataFile write(FleetTable table, Path path, Configuration configuration) throws IOException {
    MessageType schema = Schemas.of(kind);
    List<String> key = Schemas.key(kind);
    List<String> all = schema.getFields().stream().map(Type::getName).toList();
    Set<Hash> missing = new HashSet<>();
    for (DataFile file : met) {
      read(table.path(file), key, configuration, row -> add(row, missing));
    }
    for (DataFile file : known) {
      read(table.path(file), key, configuration, row -> remove(row, missing));
    }
    RowFile<Group> out =
        new RowFile<>(table, path, configuration, schema, Schemas.unlike(kind), NewRows::copy);
    try (out) {
      for (int i = 0; i < met.size() && !missing.isEmpty(); i++) {
        Use use =
            row -> {
              if (remove(row, missing)) {
                out.write(row);
              }
            };
        read(table.path(met.get(i)), all, configuration, use);
      }
    }
    return out.written(kind, service, "");
  }

  private void add(Group row, Set<Hash> missing) {
    Hash hash = hash(row);
    if (Math.floorMod(hash.low(), parts) == part) {
      missing.add(hash);
    }
  }

  /** Whether it was there. Files of the table may have paths of several services. */
  private boolean remove(Group row, Set<Hash> missing) {
    return (kind == Kind.METHODS || row.getString("service", 0).equals(service))
        && missing.remove(hash(row));
  }

  private Hash hash(Group row) {
    String name = kind == Kind.METHODS ? "method" : "path";
    return new Hash(row.getLong(name + "_high", 0), row.getLong(name + "_low", 0));
  }

  private static void read(Path file, List<String> columns, Configuration configuration, Use use)
      throws IOException {
    try (ParquetReader<Group> rows =
        ParquetReader.builder(new Columns(columns), file).withConf(configuration).build()) {
      for (Group row = rows.read(); row != null; row = rows.read()) {
        use.of(row);
      }
    }
  }

  /** Reads some columns, whether or not the file says that each row has them. */
  private static final class Columns extends GroupReadSupport {
    private final List<String> names;

    Columns(List<String> names) {
      this.names = names;
    }

    @Override
    public ReadContext init(InitContext context) {
      MessageType file = context.getFileSchema();
      return new ReadContext(
          new MessageType(file.getName(), names.stream().map(file::getType).toList()));
    }
  }

  private static void copy(Group row, RowFile.Fields fields) {
    MessageType schema = (MessageType) row.getType();
    for (int field = 0; field < schema.getFieldCount(); field++) {
      if (row.getFieldRepetitionCount(field) > 0) {
        switch (schema.getType(field).asPrimitiveType().getPrimitiveTypeName()) {
          case INT64 -> fields.put(field, row.getLong(field, 0));
          case INT32 -> fields.put(field, row.getInteger(field, 0));
          case BOOLEAN -> fields.put(field, row.getBoolean(field, 0));
          default -> fields.put(field, row.getBinary(field, 0));
        }
      }
    }
  }
}
