package dev.tare.runtime.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * The profiler's own threads. They are in a group of their own beside the application's: one that
 * stops, interrupts or counts the threads of its group does not meet them. {@code Thread.stop},
 * which JDK 20 took away, in the middle of a class's initialisation makes the class unusable for
 * good, also for the thread that writes the profile.
 */
public final class ProfilerThreads {
  private static final String NAME = "tare";

  /** The names of all of them begin so. */
  private static final String PREFIX = "tare-";

  /** The group; below the JVM's own, which has no parent. */
  private static final ThreadGroup GROUP = privileged(new GroupMaker());

  private ProfilerThreads() {}

  /** Whether a thread of this name is one. */
  public static boolean isOne(String threadName) {
    return threadName.startsWith(PREFIX);
  }

  /**
   * A daemon thread that is not started yet and inherits neither thread locals nor a context class
   * loader. Not to be called within a probe.
   */
  public static Thread daemon(String name, Runnable task) {
    return privileged(new ThreadMaker(name, task));
  }

  @SuppressWarnings("removal") // goes away together with the security manager, and its need
  private static <T> T privileged(PrivilegedAction<T> action) {
    return AccessController.doPrivileged(action);
  }

  private static final class GroupMaker implements PrivilegedAction<ThreadGroup> {
    @Override
    public ThreadGroup run() {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      for (ThreadGroup parent = group.getParent(); parent != null; parent = group.getParent()) {
        group = parent;
      }
      return new Group(group);
    }
  }

  /**
   * An exception that ends one of the threads is told here, and not to the application's handler,
   * which may end the JVM.
   */
  private static final class Group extends ThreadGroup {
    Group(ThreadGroup parent) {
      super(parent, NAME);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
      try {
        System.err.println("[tare] warning: thread " + thread.getName() + " has ended: " + thrown);
      } catch (OutOfMemoryError e) {
        return; // Nothing can be told.
      }
    }
  }

  private static final class ThreadMaker implements PrivilegedAction<Thread> {
    private final String name;
    private final Runnable task;

    ThreadMaker(String name, Runnable task) {
      this.name = name;
      this.task = task;
    }

    @Override
    public Thread run() {
      Thread thread = new ProfilerThread(GROUP, name, task);
      // From JDK 19 on, a thread that inherits no thread locals has this one anyway. Before, it
      // would have the caller's, which the application may want to release.
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      return thread;
    }
  }
}
