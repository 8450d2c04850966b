package dev.tare.fleet.table;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tare.fleet.FleetException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLockTest {
  @TempDir private Path folder = Path.of(".");

  /** Between the moment when a file that is overwritten is empty, and its first byte, waits. */
  private static final class WaitingFiles extends RawLocalFileSystem {
    private final CountDownLatch isEmpty = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out =
          super.create(path, overwrite, bufferSize, replication, blockSize, progress);
      isEmpty.countDown();
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return out;
    }
  }

  @Test
  void whoLooksWhileItIsRenewedDoesNotTakeItForLost() throws Exception {
    try (WaitingFiles files = new WaitingFiles()) {
      files.initialize(URI.create("file:///"), new Configuration());
      TableLock lock =
          TableLock.take(files, files.makeQualified(new org.apache.hadoop.fs.Path(folder.toUri())));
      Thread renewing = new Thread(lock::renew);
      renewing.start();
      files.isEmpty.await();
      FutureTask<Void> looking = new FutureTask<>(() -> lookAndGiveBack(lock));
      Thread looks = new Thread(looking);
      looks.start();
      while (looks.getState() != Thread.State.BLOCKED && !looking.isDone()) {
        Thread.onSpinWait();
      }
      files.mayGoOn.countDown();
      looking.get();
      renewing.join();
      assertFalse(folder.resolve(TableLock.FILE).toFile().exists());
    }
  }

  private static Void lookAndGiveBack(TableLock lock) throws IOException, FleetException {
    lock.check();
    lock.close();
    return null;
  }
}
