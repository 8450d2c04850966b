package dev.tare.fleet;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system on which the first files of sums cannot be written. */
public final class FlakyFiles extends LocalFileSystem {
  private static final AtomicInteger FAILURES = new AtomicInteger();

  /** How many files fail from now on. */
  static void failures(int count) {
    FAILURES.set(count);
  }

  /** How many are still to fail. */
  static int left() {
    return Math.max(0, FAILURES.get());
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    fail(path);
    return super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    fail(path);
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  private static void fail(Path path) throws IOException {
    if (path.toString().contains("/sums/") && FAILURES.getAndDecrement() > 0) {
      throw new IOException("no space left on device, says the test");
    }
  }
}
