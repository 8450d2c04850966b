package dev.tare.it.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent beside the profiler. It writes down which of the included classes others transform
 * again, and may transform them again itself, or make another agent fail to do so.
 */
public final class OtherAgent implements ClassFileTransformer {
  /** Only writes down. */
  public static final String WATCH = "watch";

  /** Transforms all included classes again, 50 times a second or so. */
  public static final String AGAIN = "again";

  /** What comes before the name of the class that cannot be transformed again. */
  public static final String REFUSE = "refuse=";

  /** Before the names of classes that it has transformed again itself. */
  public static final String OWN = "own ";

  private static final long PAUSE_MILLIS = 20;
  private static final String INCLUDED = "dev/tare/it/program/";

  private final Path file;
  private final String refused;
  private @Nullable Thread own;

  private OtherAgent(Path file, String refused) {
    this.file = file;
    this.refused = refused;
  }

  /** Entered before {@code main}, with the file to write to, a semicolon, and what to do. */
  public static void premain(String arguments, Instrumentation instrumentation) throws IOException {
    int end = arguments.lastIndexOf(';');
    String words = arguments.substring(end + 1);
    String refused = words.startsWith(REFUSE) ? words.substring(REFUSE.length()) : "";
    Path file = Files.createFile(Path.of(arguments.substring(0, end)));
    OtherAgent agent = new OtherAgent(file, refused.replace('.', '/'));
    instrumentation.addTransformer(agent, true);
    if (words.equals(AGAIN)) {
      Thread thread = new Thread(() -> agent.transformAgain(instrumentation), "other-agent");
      agent.own = thread;
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void transformAgain(Instrumentation instrumentation) {
    try {
      while (true) {
        Thread.sleep(PAUSE_MILLIS);
        Class<?>[] loadedClasses = instrumentation.getAllLoadedClasses();
        if (loadedClasses == null) {
          return; // The JVM is ending.
        }
        Class<?>[] included =
            Stream.of(loadedClasses)
                .filter(loaded -> loaded.getName().replace('.', '/').startsWith(INCLUDED))
                .filter(loaded -> !loaded.isHidden() && instrumentation.isModifiableClass(loaded))
                .toArray(Class<?>[]::new);
        if (included.length > 0) {
          instrumentation.retransformClasses(included);
        }
      }
    } catch (InterruptedException | UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null || redefined == null || !internalName.startsWith(INCLUDED)) {
      return null;
    }
    boolean isOwn = Thread.currentThread() == own;
    write((isOwn ? OWN : "") + internalName.replace('/', '.') + "\n");
    if (internalName.equals(refused)) {
      return new byte[] {1}; // No JVM makes a class of it.
    }
    return isOwn ? classFile.clone() : null;
  }

  private void write(String line) {
    try {
      Files.writeString(file, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
