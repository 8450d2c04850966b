package dev.tare.counters;

import com.kenai.jffi.internal.StubLoader;
import dev.tare.runtime.clock.NativeReading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Loads the library of readings, and JNR-FFI's, out of the jar.
 *
 * <p>A library can only be loaded from a file. Each JVM writes its own, into a directory that it
 * makes for the purpose and that nobody else may enter, loads it and deletes both at once: what is
 * loaded stays. So nothing is left behind, and nothing is shared between JVMs that start together,
 * or with whoever else may write to the same place.
 */
public final class NativeLibrary {
  /** Where it is to be written, in place of the usual places. */
  public static final String DIRECTORY_PROPERTY = "tare.native.directory";

  /** How the reason begins of a jar that was built without a C compiler. */
  static final String NOT_BUILT = "this jar was built without";

  private static final String READINGS = "libtare.so";
  private static final String JFFI = "libjffi-1.2.so";
  private static final String JFFI_PATH_PROPERTY = "jffi.boot.library.path";

  /** Null before the first attempt; "" where it is loaded, else why it is not. */
  private static @Nullable String readingsOutcome;

  private static @Nullable String jffiOutcome;

  /** From where the library of readings was loaded. */
  private static @Nullable Path usable;

  private NativeLibrary() {}

  /**
   * Loads both, once; later calls give the same answer.
   *
   * @return empty if they are loaded, else the reason why they are not
   */
  public static Optional<String> load() {
    return load(NativeReading::load);
  }

  /**
   * The same.
   *
   * @param how is told the file of the library of readings
   */
  static synchronized Optional<String> load(Consumer<String> how) {
    Optional<String> noReadings = loadReadings(how);
    if (noReadings.isPresent()) {
      return noReadings;
    }
    if (jffiOutcome == null) {
      jffiOutcome = loadJffi();
    }
    return failure(jffiOutcome);
  }

  /**
   * Loads the library of readings alone, for those that JNR-FFI opens no event for; once.
   *
   * @param how is told the file
   * @return empty if it is loaded, else the reason why it is not
   */
  static synchronized Optional<String> loadReadings(Consumer<String> how) {
    if (readingsOutcome == null) {
      readingsOutcome = loadFirst(how);
    }
    return failure(readingsOutcome);
  }

  private static Optional<String> failure(String outcome) {
    return outcome.isEmpty() ? Optional.empty() : Optional.of(outcome);
  }

  private static String loadFirst(Consumer<String> how) {
    Optional<String> processor = processor();
    if (processor.isEmpty()) {
      return "no native library for "
          + System.getProperty("os.name")
          + " on "
          + System.getProperty("os.arch");
    }
    String readings = "/native/linux-" + processor.get() + "/" + READINGS;
    if (NativeLibrary.class.getResource(readings) == null) {
      return NOT_BUILT + " the native library for " + processor.get();
    }
    List<String> failures = new ArrayList<>();
    for (Path directory : directories(failures)) {
      try {
        loadFrom(directory, readings, READINGS, file -> how.accept(file.toString()));
        usable = directory;
        return "";
      } catch (IOException | UnsatisfiedLinkError e) {
        failures.add(directory + ": " + messageOf(e));
      }
    }
    return String.join("; ", failures)
        + "; name a directory that may be written and run from with -D"
        + DIRECTORY_PROPERTY;
  }

  /** It tries only once; by now it is known which directory will do. */
  private static String loadJffi() {
    try {
      loadFrom(
          Objects.requireNonNull(usable),
          "/jni/" + processor().orElseThrow() + "-Linux/" + JFFI,
          JFFI,
          file -> loadJffi(Objects.requireNonNull(file.getParent())));
      return "";
    } catch (IOException | UnsatisfiedLinkError e) {
      return "JNR-FFI: " + messageOf(e);
    }
  }

  private static Optional<String> processor() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return Optional.empty();
    }
    return switch (System.getProperty("os.arch", "")) {
      case "amd64" -> Optional.of("x86_64");
      case "aarch64" -> Optional.of("aarch64");
      default -> Optional.empty();
    };
  }

  private static List<Path> directories(List<String> failures) {
    String named = System.getProperty(DIRECTORY_PROPERTY);
    List<Path> directories = new ArrayList<>();
    for (String name :
        named != null
            ? new String[] {named}
            : new String[] {
              System.getProperty("java.io.tmpdir"), System.getProperty("user.home"), "/dev/shm"
            }) {
      try {
        directories.add(Path.of(name).toAbsolutePath());
      } catch (InvalidPathException e) {
        failures.add(name + ": no path");
      }
    }
    return directories;
  }

  private static void loadFrom(Path parent, String resource, String name, Consumer<Path> load)
      throws IOException {
    Path directory = PrivateDirectory.create(parent);
    try {
      Path file = directory.resolve(name);
      try {
        copy(resource, file);
        load.accept(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } finally {
      Files.delete(directory);
    }
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the jar lacks " + resource);
      }
      Files.copy(in, file);
    }
  }

  /**
   * JNR-FFI loads its own library when its first class initialises, from where a property says. The
   * application may use JNR-FFI too, and must not see that property for longer than that takes.
   */
  private static void loadJffi(Path directory) {
    String before = System.setProperty(JFFI_PATH_PROPERTY, directory.toString());
    try {
      if (!StubLoader.isLoaded()) {
        throw new UnsatisfiedLinkError(messageOf(StubLoader.getFailureCause()));
      }
    } finally {
      if (before == null) {
        System.clearProperty(JFFI_PATH_PROPERTY);
      } else {
        System.setProperty(JFFI_PATH_PROPERTY, before);
      }
    }
  }

  /** The first line: jffi puts whole stack traces into its messages. */
  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }
}
