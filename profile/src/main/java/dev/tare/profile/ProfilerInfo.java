package dev.tare.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The profiler that wrote a profile.
 *
 * @param name its name
 * @param version its version
 */
public record ProfilerInfo(String name, String version) {

  /** This profiler, in the version that it was built as. */
  public static ProfilerInfo current() {
    return Built.PROFILER;
  }

  /** Read once, when it is asked for: a jar is searched for it. */
  private static final class Built {
    private static final ProfilerInfo PROFILER = read();

    private static ProfilerInfo read() {
      Properties built = new Properties();
      try (InputStream in = ProfilerInfo.class.getResourceAsStream("version.properties")) {
        if (in == null) {
          throw new IllegalStateException(
              "version.properties is missing beside " + ProfilerInfo.class);
        }
        built.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new ProfilerInfo("Tare", built.getProperty("version", "unknown"));
    }
  }
}
