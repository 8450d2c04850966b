package dev.tare.fleet.ingest;

import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.json.ProfileFormatException;
import dev.tare.profile.json.ProfileReader;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A file of any file system, read as a profile, with the hash of its text: the same profile is the
 * same, gzipped or not, under any name.
 *
 * @param profile what is in it
 * @param id hash of its text
 */
record ProfileFile(Profile profile, Hash id) {
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Reads a whole file.
   *
   * @param maxTextBytes a longer text is refused: gzipped, a small file may be of any length
   * @throws BrokenProfileException where it is no profile that can go into the table
   * @throws IOException where it cannot be read, which may be otherwise the next time
   */
  static ProfileFile read(String path, Configuration configuration, long maxTextBytes)
      throws IOException, BrokenProfileException {
    return reading(
        path,
        configuration,
        opened -> {
          MessageDigest digest = Hash.digest();
          Limited text = new Limited(new DigestInputStream(inflated(opened), digest), maxTextBytes);
          Profile profile = ProfileReader.read(text);
          text.transferTo(OutputStream.nullOutputStream());
          return new ProfileFile(profile, Hash.of(digest));
        });
  }

  /** Reads no more of a file than tells which run it is of: what follows goes unseen. */
  static RunInfo readRun(String path, Configuration configuration, long maxTextBytes)
      throws IOException, BrokenProfileException {
    return reading(
        path,
        configuration,
        opened -> ProfileReader.readRun(new Limited(inflated(opened), maxTextBytes)));
  }

  private interface Reading<T> {
    T read(InputStream opened) throws IOException, BrokenProfileException;
  }

  private static <T> T reading(String path, Configuration configuration, Reading<T> reading)
      throws IOException, BrokenProfileException {
    Path file = new Path(path);
    try (InputStream opened = file.getFileSystem(configuration).open(file)) {
      return reading.read(opened);
    } catch (ProfileFormatException e) {
      throw new BrokenProfileException(String.valueOf(e.getMessage()));
    } catch (EOFException e) {
      throw new BrokenProfileException("truncated: the gzip data ends too early");
    } catch (ZipException e) {
      throw new BrokenProfileException("damaged gzip data: " + e.getMessage());
    } catch (TooLongException e) {
      throw new BrokenProfileException(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // No reader has foreseen everything that a hostile file may hold.
      throw new BrokenProfileException("cannot be read: " + e);
    }
  }

  private static InputStream inflated(InputStream opened)
      throws IOException, BrokenProfileException {
    BufferedInputStream in = new BufferedInputStream(opened, BUFFER_BYTES);
    if (!isGzipped(in)) {
      return in;
    }
    BufferedInputStream text =
        new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES);
    if (isGzipped(text)) {
      // The reader of profiles would inflate it to any length.
      throw new BrokenProfileException("not a profile: gzipped twice");
    }
    return text;
  }

  private static boolean isGzipped(BufferedInputStream in) throws IOException {
    in.mark(2);
    boolean gzipped = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzipped;
  }

  /** Ends a text that is too long. */
  private static final class Limited extends FilterInputStream {
    private final long limit;
    private long count;

    Limited(InputStream in, long limit) {
      super(in);
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      counted(value < 0 ? value : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return counted(super.read(bytes, from, length));
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    private int counted(int read) throws IOException {
      if (read > 0) {
        count += read;
        if (count > limit) {
          throw new TooLongException(
              "longer than "
                  + limit / 1_000_000
                  + " MB (--max-text): fold small nodes by minshare");
        }
      }
      return read;
    }
  }

  /** Passes through the reader as it is. */
  private static final class TooLongException extends RuntimeException {
    TooLongException(String message) {
      super(message);
    }
  }
}
