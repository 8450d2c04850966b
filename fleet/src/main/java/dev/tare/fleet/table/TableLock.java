package dev.tare.fleet.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.fleet.FleetException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The right to write to a table: a file in its folder that says who has it. Its owner writes it
 * anew every minute. Another process takes it over where the owner is known to have ended, or has
 * not written it for ten minutes.
 *
 * <p>The file is made by one step that fails where it is there. Local folders and HDFS have that
 * step. In an object store that has none, of two processes that begin in the same second both may
 * go on; {@link #check} then tells one of them, and a commit is never replaced by another.
 */
public final class TableLock implements Closeable {
  /** The file's name, in the table's folder. */
  public static final String FILE = "ingestion.lock";

  /** An owner that has not written for so long has ended. */
  static final Duration MAX_SILENCE = Duration.ofMinutes(10);

  private static final Duration BETWEEN = Duration.ofMinutes(1);
  private static final Logger LOG = Logger.getLogger(TableLock.class.getName());
  private static final JsonFactory JSON = new JsonFactory();

  private final FileSystem files;
  private final Path path;
  private final LockOwner owner;
  private final Thread heartbeat;

  private TableLock(FileSystem files, Path path, LockOwner owner) {
    this.files = files;
    this.path = path;
    this.owner = owner;
    heartbeat = new Thread(this::renewEachMinute, "tare-fleet-lock");
    heartbeat.setDaemon(true);
    heartbeat.start();
  }

  /**
   * Takes it.
   *
   * @throws FleetException where another process has it
   */
  static TableLock take(FileSystem table, Path root) throws IOException, FleetException {
    // A file of checksums beside it would outlive a lock that a user deletes.
    FileSystem files =
        table instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : table;
    files.mkdirs(root);
    Path path = new Path(root, FILE);
    LockOwner owner = LockOwner.ofThisProcess(Instant.now().truncatedTo(ChronoUnit.MILLIS));
    byte[] text = text(owner);
    if (!create(files, path, text)) {
      removeIfAbandoned(files, path);
      if (!create(files, path, text)) {
        throw new FleetException(path + ": another process took it at the same moment");
      }
    }
    return new TableLock(files, path, owner);
  }

  /** Makes the file, unless it is there. */
  private static boolean create(FileSystem files, Path path, byte[] text) throws IOException {
    try {
      if (path.toUri().getScheme().equals("file")) {
        // Hadoop's local file system looks first and creates then.
        Files.write(java.nio.file.Path.of(path.toUri()), text, StandardOpenOption.CREATE_NEW);
      } else {
        try (OutputStream out = files.create(path, false)) {
          out.write(text);
        }
      }
      return true;
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      return false;
    }
  }

  private static void removeIfAbandoned(FileSystem files, Path path)
      throws IOException, FleetException {
    try {
      Instant written = Instant.ofEpochMilli(files.getFileStatus(path).getModificationTime());
      LockOwner other = read(files, path);
      boolean isSilent = written.plus(MAX_SILENCE).isBefore(Instant.now());
      if (!isSilent && !other.hasEnded()) {
        throw new FleetException(
            path.getParent()
                + ": "
                + other.description()
                + " has been writing since "
                + other.since().truncatedTo(ChronoUnit.SECONDS)
                + ": wait for its end, or delete "
                + path
                + " if it has ended");
      }
      files.delete(path, false);
    } catch (FileNotFoundException | NoSuchFileException e) {
      LOG.log(Level.FINE, "released meanwhile", e);
    }
  }

  /**
   * Looks whether this process has it still: another one takes it where this one was stopped for
   * long.
   *
   * @throws FleetException where it has it no more
   */
  synchronized void check() throws IOException, FleetException {
    if (!isMine()) {
      throw new FleetException(
          path + ": another process has taken it meanwhile: run this ingestion again");
    }
  }

  private boolean isMine() throws IOException {
    try {
      return owner.equals(read(files, path));
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private void renewEachMinute() {
    try {
      while (true) {
        Thread.sleep(BETWEEN.toMillis());
        renew();
      }
    } catch (InterruptedException e) {
      LOG.log(Level.FINE, "given back", e);
    }
  }

  /** Writes the file anew, which is empty for a moment: nobody of this process reads it then. */
  synchronized void renew() {
    try {
      if (isMine()) {
        try (OutputStream out = files.create(path, true)) {
          out.write(text(owner));
        }
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, "not renewed; the next minute may be better", e);
    }
  }

  /** Gives it back. */
  @Override
  public synchronized void close() throws IOException {
    // No renewal goes on that this could stop half-way, and the next one sees that the file is
    // gone.
    heartbeat.interrupt();
    if (isMine()) {
      files.delete(path, false);
    }
  }

  static byte[] text(LockOwner owner) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("host", owner.host());
      json.writeStringField("machine", owner.machine());
      json.writeNumberField("pid", owner.pid());
      json.writeStringField("started", owner.started());
      json.writeStringField("since", owner.since().toString());
      json.writeEndObject();
    }
    return text.toByteArray();
  }

  /** What the file says; of one that is not whole, somebody who is taken to be writing it. */
  private static LockOwner read(FileSystem files, Path path) throws IOException {
    String host = "";
    String machine = "";
    String started = "";
    Instant since = Instant.EPOCH;
    long pid = 0;
    try (InputStream in = files.open(path);
        JsonParser json = JSON.createParser(in)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        json.nextToken();
        switch (key) {
          case "host" -> host = json.getText();
          case "machine" -> machine = json.getText();
          case "started" -> started = json.getText();
          case "since" -> since = Instant.parse(json.getText());
          case "pid" -> pid = json.getLongValue();
          default -> json.skipChildren();
        }
      }
    } catch (JsonProcessingException | DateTimeParseException e) {
      LOG.log(Level.FINE, "not whole", e);
    }
    return new LockOwner(host, machine, pid, started, since);
  }
}
