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
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file that is written column by column, each with the encoding that fits it: a fifth of
 * the time that Parquet's own writer takes row by row (docs/adr/0113).
 */
final class ColumnFile implements Closeable {
  private static final int PAGE_ROWS = 1 << 17;
  private static final int SLAB_BYTES = 1 << 12;
  private static final int MAX_SLAB_BYTES = 1 << 20;
  private static final CompressionCodecName CODEC = CompressionCodecName.ZSTD;

  private final FleetTable table;
  private final Path path;
  private final MessageType schema;
  private final ParquetFileWriter file;
  private final CodecFactory codecs;
  private final BytesInputCompressor compressor;
  private final ByteBufferAllocator allocator = HeapByteBufferAllocator.getInstance();
  private final DeltaBinaryPackingValuesWriterForLong deltas =
      new DeltaBinaryPackingValuesWriterForLong(SLAB_BYTES, MAX_SLAB_BYTES, allocator);
  private final RunLengthBitPackingHybridEncoder levels =
      new RunLengthBitPackingHybridEncoder(1, SLAB_BYTES, MAX_SLAB_BYTES, allocator);
  private int groupRows;
  private int column;
  private long rows;

  ColumnFile(FleetTable table, Path path, Configuration configuration, MessageType schema)
      throws IOException {
    this.table = table;
    this.path = path;
    this.schema = schema;
    file =
        new ParquetFileWriter(
            HadoopOutputFile.fromPath(path, configuration),
            schema,
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE, // the least size of a block; HDFS refuses great ones
            0,
            null,
            ParquetProperties.builder().build());
    codecs = new CodecFactory(configuration, MAX_SLAB_BYTES);
    compressor = codecs.getCompressor(CODEC);
    file.start();
  }

  /** Begins rows, whose columns follow in the order of the schema. */
  void begin(int count) throws IOException {
    groupRows = count;
    column = 0;
    file.startBlock(count);
  }

  /** Ends the rows. */
  void end() throws IOException {
    file.endBlock();
    rows += groupRows;
  }

  /** A column in which all rows have this text. */
  void text(Binary value) throws IOException {
    texts(new int[groupRows], List.of(value));
  }

  /**
   * A column of few texts.
   *
   * @param codes the place of a row's text among the values; less than 0: the row has none
   */
  void texts(int[] codes, List<Binary> values) throws IOException {
    PlainValuesWriter plain = new PlainValuesWriter(SLAB_BYTES, MAX_SLAB_BYTES, allocator);
    values.forEach(plain::writeBytes);
    Statistics<?> statistics = statistics();
    values.forEach(statistics::updateStats);
    coded(codes, plain, values.size(), statistics);
  }

  /** A column of numbers that come again and again; the same for numbers. */
  void coded(int[] codes, long[] values) throws IOException {
    PlainValuesWriter plain = new PlainValuesWriter(SLAB_BYTES, MAX_SLAB_BYTES, allocator);
    Statistics<?> statistics = statistics();
    for (long value : values) {
      plain.writeLong(value);
      statistics.updateStats(value);
    }
    coded(codes, plain, values.length, statistics);
  }

  /** Pages of a column share statistics that hold for all of them. */
  private void coded(int[] codes, PlainValuesWriter values, int count, Statistics<?> range)
      throws IOException {
    startColumn();
    try (values) {
      BytesInput dictionary = values.getBytes();
      file.writeDictionaryPage(
          new DictionaryPage(
              compressor.compress(dictionary), (int) dictionary.size(), count, Encoding.PLAIN));
    }
    int width = BytesUtils.getWidthFromMaxInt(Math.max(0, count - 1));
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(width, SLAB_BYTES, MAX_SLAB_BYTES, allocator)) {
      for (int from = 0; from < groupRows; from += PAGE_ROWS) {
        int to = Math.min(from + PAGE_ROWS, groupRows);
        int nulls = 0;
        for (int place = from; place < to; place++) {
          if (codes[place] < 0) {
            nulls++;
          } else {
            encoder.writeInt(codes[place]);
          }
        }
        levels.reset();
        if (nulls > 0 && nulls < to - from) {
          for (int place = from; place < to; place++) {
            levels.writeInt(codes[place] < 0 ? 0 : 1);
          }
        }
        BytesInput known = known(to - from, nulls);
        Statistics<?> statistics = range.copy();
        statistics.incrementNumNulls(nulls);
        BytesInput data =
            BytesInput.concat(BytesInput.from(new byte[] {(byte) width}), encoder.toBytes());
        page(to - from, nulls, known, Encoding.RLE_DICTIONARY, data, statistics);
        encoder.reset();
      }
    }
    endColumn();
  }

  /**
   * A column of numbers of which neighbours are alike.
   *
   * @param numbers by row; 0 where it ends before
   * @param has whether a row has one; empty: none
   */
  void numbers(long[] numbers, boolean[] has) throws IOException {
    startColumn();
    for (int from = 0; from < groupRows; from += PAGE_ROWS) {
      int to = Math.min(from + PAGE_ROWS, groupRows);
      int count = 0;
      long least = Long.MAX_VALUE;
      long greatest = Long.MIN_VALUE;
      for (int row = from; row < Math.min(to, has.length); row++) {
        if (has[row]) {
          long number = row < numbers.length ? numbers[row] : 0;
          deltas.writeLong(number);
          least = Math.min(least, number);
          greatest = Math.max(greatest, number);
          count++;
        }
      }
      int nulls = to - from - count;
      Statistics<?> statistics = statistics();
      statistics.incrementNumNulls(nulls);
      levels.reset();
      if (count > 0) {
        statistics.updateStats(least);
        statistics.updateStats(greatest);
        for (int row = from; nulls > 0 && row < to; row++) {
          levels.writeInt(has[row] ? 1 : 0);
        }
      }
      BytesInput known = known(to - from, nulls);
      BytesInput data = deltas.getBytes();
      page(to - from, nulls, known, Encoding.DELTA_BINARY_PACKED, data, statistics);
      deltas.reset();
    }
    endColumn();
  }

  private Statistics<?> statistics() {
    return Statistics.createStats(schema.getType(column));
  }

  private void startColumn() throws IOException {
    file.startColumn(schema.getColumns().get(column), groupRows, CODEC);
  }

  private void endColumn() throws IOException {
    file.endColumn();
    column++;
  }

  /** The definition levels of so many rows: one run where all are alike, else what was written. */
  private BytesInput known(int count, int nulls) throws IOException {
    if (schema.getColumns().get(column).getMaxDefinitionLevel() == 0) {
      return BytesInput.empty();
    }
    return nulls > 0 && nulls < count
        ? levels.toBytes()
        : BytesInput.concat(
            BytesInput.fromUnsignedVarInt(count << 1),
            BytesInput.from(new byte[] {(byte) (nulls == 0 ? 1 : 0)}));
  }

  private void page(
      int count,
      int nulls,
      BytesInput known,
      Encoding encoding,
      BytesInput data,
      Statistics<?> statistics)
      throws IOException {
    ColumnDescriptor of = schema.getColumns().get(column);
    file.writeDataPageV2(
        count,
        nulls,
        count,
        BytesInput.empty(),
        known,
        encoding,
        compressor.compress(data),
        true,
        (int) data.size(),
        statistics,
        null,
        null,
        SizeStatistics.noopBuilder(of.getPrimitiveType(), 0, of.getMaxDefinitionLevel()).build());
  }

  @Override
  public void close() throws IOException {
    try (levels) {
      deltas.close();
      codecs.release();
      file.end(Map.of());
    }
  }

  /** The file, once it is closed. */
  DataFile written(Kind kind, String service, String hour) throws IOException {
    return table.written(path, kind, service, hour, rows);
  }
}
