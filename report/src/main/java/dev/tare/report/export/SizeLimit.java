package dev.tare.report.export;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Takes so many bytes, and fails at the next. */
public final class SizeLimit extends FilterOutputStream {
  private final long limit;
  private long written;

  /**
   * A limit on what goes to this stream, which stays open.
   *
   * @param limit bytes
   */
  public SizeLimit(OutputStream out, long limit) {
    super(out);
    this.limit = limit;
  }

  /** What is packed into a stream, which has the same limit where it goes to such a one. */
  static OutputStream beforePacking(OutputStream packing, OutputStream target) {
    return target instanceof SizeLimit limited ? new SizeLimit(packing, limited.limit) : packing;
  }

  @Override
  public void write(int value) throws IOException {
    count(1);
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    count(length);
    out.write(bytes, from, length);
  }

  private void count(int bytes) throws IOException {
    written += bytes;
    if (written > limit) {
      throw new ExceededException();
    }
  }

  @Override
  public void close() throws IOException {
    flush();
  }

  /** More was written than the limit. */
  public static final class ExceededException extends IOException {
    ExceededException() {
      super("the size limit is exceeded");
    }
  }
}
