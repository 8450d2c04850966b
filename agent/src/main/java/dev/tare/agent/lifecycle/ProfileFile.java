package dev.tare.agent.lifecycle;

import dev.tare.agent.cache.NameLock;
import dev.tare.agent.control.CommandRefused;
import dev.tare.agent.control.FailureReason;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.FileName;
import dev.tare.agent.options.Option;
import dev.tare.agent.options.OptionException;
import dev.tare.profile.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The files that profiles go to; known to be writable before the application starts. */
public final class ProfileFile {
  /** The lock is held for as long as a file is renamed. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * File systems take their times from a clock that ticks 100 to 1,000 times a second. No JVM comes
   * to its agent within two ticks, so the run before has ended earlier.
   */
  private static final long TICKS_MILLIS = 20;

  private final AgentOptions options;
  private final FileName name;

  /** Files that are no older belong to this run. */
  private final Instant runStarted;

  /** Where the only profile of a recording goes instead; null once the recording has ended. */
  private volatile @Nullable Path recorded;

  /** What this JVM wrote, and may replace. */
  private final Map<Path, NameLock.Identity> written = new ConcurrentHashMap<>();

  /** Of which it was said why they have another name. */
  private final Set<Path> told = ConcurrentHashMap.newKeySet();

  private ProfileFile(
      AgentOptions options, FileName name, Instant runStarted, @Nullable Path recorded) {
    this.options = options;
    this.name = name;
    this.runStarted = runStarted;
    this.recorded = recorded;
  }

  /**
   * The files of a run.
   *
   * @param recording where the profile of a recording goes, also if the JVM ends before it does;
   *     null where there is none
   * @throws OptionException where the first one cannot be written
   * @throws CommandRefused where that is no fault of the options
   */
  static ProfileFile at(AgentOptions options, RunIdentity run, @Nullable Path recording)
      throws OptionException, CommandRefused {
    FileName name = new FileName(run.pid(), run.started(), run.host());
    // Periods have files of their own.
    Path recorded = options.everyNanos == 0 ? recording : null;
    Path path = recorded == null ? options.path(name, "1") : recorded;
    if (Files.isDirectory(path) || !AtomicFile.mayBeReplaced(path) || !AtomicFile.canWrite(path)) {
      if (isInUnnamedDirectory(path)) {
        throw new CommandRefused(
            "not profiling, because the locale has no name for the working directory, where "
                + options.file()
                + " would be: set LC_ALL=C.UTF-8");
      }
      throw Option.FILE.wrong(recorded == null ? options.file() : recorded.toString());
    }
    Instant started = run.started().minusMillis(TICKS_MILLIS);
    if (Files.isRegularFile(path) && TestFork.isOne(System.getProperty("sun.java.command", ""))) {
      started = TestFork.runStarted().orElse(started);
    }
    return new ProfileFile(options, name, started, recorded);
  }

  /**
   * Whether it is in the working directory, whose name has letters that the locale does not know:
   * the JVM has others in their place, and looks for relative paths in a directory that is not
   * there.
   */
  private static boolean isInUnnamedDirectory(Path path) {
    Path directory = Path.of("").toAbsolutePath();
    return path.startsWith(directory) && !Files.isDirectory(directory);
  }

  /** From here on profiles go where the options say: the recording's profile is written. */
  void recordingEnds() {
    recorded = null;
  }

  /**
   * The path by the options, or that of the recording.
   *
   * @param number which of the profiles, where there are several
   */
  Path path(String number) throws OptionException {
    Path only = recorded;
    return only == null ? options.path(name, number) : only;
  }

  /**
   * Renames a profile that was written. Where another JVM wrote the file since this one started, or
   * since the run began that both are forks of, the process id is added: a program with the agent
   * in its environment may start others, whose profiles are not to be lost. A file of an earlier
   * run is replaced. JVMs do this one after the other, with a process id in the name, too: in
   * containers that share a directory it tells none apart. The process id is also added where the
   * file cannot be replaced, for another user made it meanwhile in a directory with the sticky bit,
   * or it is mounted by itself.
   *
   * @param temporary what the profile is called as yet, in the same directory
   * @param wanted the path by {@link #path}
   * @return the name that it has
   */
  Path place(Path temporary, Path wanted) throws IOException {
    NameLock lock;
    try {
      lock = NameLock.take(wanted, PATIENCE_NANOS);
    } catch (IOException e) {
      return rename(temporary, wanted, 0); // A file system without locks.
    }
    if (lock == null) {
      return rename(temporary, wanted, 1);
    }
    try {
      return rename(temporary, wanted, 0);
    } finally {
      NameLock.release(lock);
    }
  }

  private Path rename(Path temporary, Path wanted, int firstAddition) throws IOException {
    Path path = free(wanted, firstAddition);
    if (!path.equals(wanted)) {
      return renameAside(
          temporary,
          path,
          "another JVM has written " + wanted + ", so this one's profile has another name");
    }
    try {
      return rename(temporary, wanted);
    } catch (IOException e) {
      return renameAside(
          temporary,
          free(wanted, 1),
          wanted + " cannot be replaced, so the profile has another name: " + FailureReason.of(e));
    }
  }

  private Path renameAside(Path temporary, Path path, String why) throws IOException {
    rename(temporary, path);
    if (told.add(path)) {
      Console.say(why);
    }
    return path;
  }

  private Path rename(Path temporary, Path path) throws IOException {
    NameLock.Identity identity = NameLock.Identity.of(temporary);
    AtomicFile.rename(temporary, path);
    written.put(path, identity);
    return path;
  }

  /** The first name, from this addition on, that no other JVM has taken. */
  private Path free(Path wanted, int firstAddition) {
    int addition = firstAddition;
    Path path = withAddition(wanted, addition);
    while (isOfAnotherJvm(path)) {
      path = withAddition(wanted, ++addition);
    }
    return path;
  }

  /** With the process id, and a number where that of another machine or container is the same. */
  private Path withAddition(Path wanted, int addition) {
    if (addition == 0) {
      return wanted;
    }
    String id = "-" + name.pid() + (addition == 1 ? "" : "-" + addition);
    return Path.of(FileName.beforeEndings(wanted.toString(), id));
  }

  private boolean isOfAnotherJvm(Path path) {
    try {
      if (!Files.isRegularFile(path)) {
        return false;
      }
      NameLock.@Nullable Identity own = written.get(path);
      NameLock.Identity there = NameLock.Identity.of(path);
      return !there.isSame(own) && there.modified().toInstant().isAfter(runStarted);
    } catch (IOException e) {
      return false; // It is gone.
    }
  }
}
