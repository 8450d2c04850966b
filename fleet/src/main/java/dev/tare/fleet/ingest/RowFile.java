package dev.tare.fleet.ingest;

import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * A small Parquet file that is written row by row, in the order in which it is given them.
 *
 * @param <T> what a row is made of
 */
final class RowFile<T> implements Closeable {
  private static final int DICTIONARY_BYTES = 16 << 20;

  private static final long ROW_GROUP_BYTES = 64L << 20;

  private final FleetTable table;
  private final Path path;
  private final ParquetWriter<T> writer;
  private long rows;

  /** Writes a row's fields. */
  interface Shape<T> {
    void write(T row, Fields fields);
  }

  RowFile(
      FleetTable table,
      Path path,
      Configuration configuration,
      MessageType schema,
      List<String> unlike,
      Shape<T> shape)
      throws IOException {
    this.table = table;
    this.path = path;
    Builder<T> builder =
        new Builder<>(HadoopOutputFile.fromPath(path, configuration), schema, shape)
            .withConf(configuration)
            .withWriteMode(ParquetFileWriter.Mode.CREATE)
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withDictionaryPageSize(DICTIONARY_BYTES)
            .withDictionaryEncoding(true);
    for (String column : unlike) {
      builder.withDictionaryEncoding(column, false);
    }
    writer = builder.build();
  }

  void write(T row) throws IOException {
    writer.write(row);
    rows++;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** The file, once it is closed. */
  DataFile written(Kind kind, String service, String hour) throws IOException {
    return table.written(path, kind, service, hour, rows);
  }

  /** The fields of a row, in the order of the schema. */
  static final class Fields {
    private final MessageType schema;
    private final RecordConsumer out;

    private Fields(MessageType schema, RecordConsumer out) {
      this.schema = schema;
      this.out = out;
    }

    void put(int field, long value) {
      String name = schema.getFieldName(field);
      out.startField(name, field);
      out.addLong(value);
      out.endField(name, field);
    }

    void put(int field, int value) {
      String name = schema.getFieldName(field);
      out.startField(name, field);
      out.addInteger(value);
      out.endField(name, field);
    }

    void put(int field, boolean value) {
      String name = schema.getFieldName(field);
      out.startField(name, field);
      out.addBoolean(value);
      out.endField(name, field);
    }

    void put(int field, Binary value) {
      String name = schema.getFieldName(field);
      out.startField(name, field);
      out.addBinary(value);
      out.endField(name, field);
    }
  }

  private static final class Builder<T> extends ParquetWriter.Builder<T, Builder<T>> {
    private final MessageType schema;
    private final Shape<T> shape;

    Builder(OutputFile file, MessageType schema, Shape<T> shape) {
      super(file);
      this.schema = schema;
      this.shape = shape;
    }

    @Override
    protected Builder<T> self() {
      return this;
    }

    @Override
    protected WriteSupport<T> getWriteSupport(ParquetConfiguration configuration) {
      return new Rows<>(schema, shape);
    }

    @Override
    @Deprecated // abstract still, in place of the one above
    protected WriteSupport<T> getWriteSupport(Configuration configuration) {
      return new Rows<>(schema, shape);
    }
  }

  private static final class Rows<T> extends WriteSupport<T> {
    private final MessageType schema;
    private final Shape<T> shape;
    private RecordConsumer out;
    private Fields fields;

    @SuppressWarnings("NullAway.Init") // prepareForWrite comes before any row
    Rows(MessageType schema, Shape<T> shape) {
      this.schema = schema;
      this.shape = shape;
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    @Deprecated // abstract still, in place of the one above
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
      fields = new Fields(schema, consumer);
    }

    @Override
    public void write(T row) {
      out.startMessage();
      shape.write(row, fields);
      out.endMessage();
    }
  }
}
