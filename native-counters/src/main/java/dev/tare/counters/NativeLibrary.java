package dev.tare.counters;

import com.kenai.jffi.internal.StubLoader;
import dev.tare.runtime.clock.NativeReading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
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

  private static final String READINGS = "libtare.so";
  private static final String JFFI = "libjffi-1.2.so";
  private static final String JFFI_PATH_PROPERTY = "jffi.boot.library.path";

  /** Outcomes of the only attempt; null before it, empty where it is loaded. */
  @SuppressWarnings("NullableOptional") // Three states.
  private static @Nullable Optional<MissingLibrary> readingsOutcome;

  @SuppressWarnings("NullableOptional")
  private static @Nullable Optional<MissingLibrary> jffiOutcome;

  /** From where the library of readings was loaded. */
  private static @Nullable Path usable;

  private NativeLibrary() {}

  /**
   * Loads both, once; later calls give the same answer.
   *
   * @return empty if they are loaded, else why they are not
   */
  public static Optional<MissingLibrary> load() {
    return load(NativeReading::load);
  }

  /**
   * The same.
   *
   * @param how is told the file of the library of readings
   */
  static synchronized Optional<MissingLibrary> load(Consumer<String> how) {
    Optional<MissingLibrary> noReadings = loadReadings(how);
    if (noReadings.isPresent()) {
      return noReadings;
    }
    if (jffiOutcome == null) {
      jffiOutcome = loadJffi();
    }
    return jffiOutcome;
  }

  /**
   * Loads the library of readings alone, for those that JNR-FFI opens no event for; once.
   *
   * @param how is told the file
   * @return empty if it is loaded, else why it is not
   */
  static synchronized Optional<MissingLibrary> loadReadings(Consumer<String> how) {
    if (readingsOutcome == null) {
      readingsOutcome = loadFirst(how);
    }
    return readingsOutcome;
  }

  private static Optional<MissingLibrary> loadFirst(Consumer<String> how) {
    Optional<String> processor = processor();
    if (processor.isEmpty()) {
      return Optional.of(
          MissingLibrary.Cause.PLATFORM.because(
              "no native library for "
                  + System.getProperty("os.name")
                  + " on "
                  + System.getProperty("os.arch")));
    }
    String readings = "/native/linux-" + processor.get() + "/" + READINGS;
    if (NativeLibrary.class.getResource(readings) == null) {
      return Optional.of(
          MissingLibrary.Cause.NOT_BUILT.because(
              "this jar was built without the native library for " + processor.get()));
    }
    List<String> failures = new ArrayList<>();
    for (Path directory : directories(failures)) {
      Optional<MissingLibrary> failure =
          loadFrom(directory, readings, READINGS, file -> how.accept(file.toString()));
      if (failure.isEmpty()) {
        usable = directory;
        return failure;
      }
      if (failure.get().cause() == MissingLibrary.Cause.C_LIBRARY) {
        return failure; // From another directory it would be the same.
      }
      failures.add(directory + ": " + failure.get().reason());
    }
    return Optional.of(MissingLibrary.Cause.DIRECTORY.because(String.join("; ", failures)));
  }

  /** It tries only once; by now it is known which directory will do. */
  private static Optional<MissingLibrary> loadJffi() {
    return loadFrom(
            Objects.requireNonNull(usable),
            "/jni/" + processor().orElseThrow() + "-Linux/" + JFFI,
            JFFI,
            file -> loadJffi(Objects.requireNonNull(file.getParent())))
        .map(missing -> missing.cause().because("JNR-FFI: " + missing.reason()));
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

  /**
   * Loads it from a directory of its own.
   *
   * @return empty if it is loaded, else why not: the same in each run, without that directory's
   *     name
   */
  private static Optional<MissingLibrary> loadFrom(
      Path parent, String resource, String name, Consumer<Path> load) {
    Path directory;
    try {
      directory = PrivateDirectory.create(parent);
    } catch (IOException e) {
      return Optional.of(MissingLibrary.Cause.DIRECTORY.because(messageOf(e)));
    }
    Path file = directory.resolve(name);
    try {
      copy(resource, file);
      load.accept(file);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(MissingLibrary.Cause.DIRECTORY.because(messageOf(e)));
    } catch (UnsatisfiedLinkError e) {
      return Optional.of(MissingLibrary.of(messageOf(e).replace(directory + "/", "")));
    } finally {
      delete(file);
      delete(directory);
    }
  }

  /** If it can be: a file server keeps what is mapped, under another name, until it is not. */
  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // What was to be loaded is loaded, or not for another reason.
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

  /**
   * The first line, since jffi puts whole stack traces into its messages; of a file, what is wrong
   * with it and not its path.
   */
  private static String messageOf(Throwable failure) {
    String message =
        failure instanceof FileSystemException ofFile ? ofFile.getReason() : failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }
}
