package dev.tare.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Two class loaders, each of which has every second class of a chain of subclasses, and two threads
 * that load the chains from both sides at the same moment.
 */
public final class ClassesNeedEachOther {
  private static final int CHAINS = 60;
  private static final int LENGTH = 12;
  private static final String PREFIX = "dev.tare.it.program.Link";

  private ClassesNeedEachOther() {}

  public static void main(String[] args) throws InterruptedException {
    int loaded = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      loaded += loadFromBothSides();
    }
    System.out.println(loaded + " classes loaded");
  }

  private static int loadFromBothSides() throws InterruptedException {
    Half even = new Half(0);
    Half odd = new Half(1);
    even.other = odd;
    odd.other = even;
    CountDownLatch start = new CountDownLatch(1);
    List<Class<?>> ends = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int last : new int[] {LENGTH - 2, LENGTH - 1}) {
      Thread thread = new Thread(() -> load(last % 2 == 0 ? even : odd, last, start, ends));
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return even.defined + odd.defined;
  }

  private static void load(Half half, int last, CountDownLatch start, List<Class<?>> ends) {
    try {
      start.await();
      Object made = half.loadClass(PREFIX + last).getDeclaredConstructor().newInstance();
      synchronized (ends) {
        ends.add(made.getClass());
      }
    } catch (ReflectiveOperationException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Defines {@code Link0}, {@code Link2}, ... or {@code Link1}, {@code Link3}, ... */
  private static final class Half extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    private final int rest;
    volatile @Nullable Half other;
    volatile int defined;

    Half(int rest) {
      super(null);
      this.rest = rest;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      int number = Integer.parseInt(name.substring(PREFIX.length()));
      if (number % 2 != rest) {
        return Objects.requireNonNull(other).loadClass(name);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          byte[] classFile = link(number);
          loaded = defineClass(name, classFile, 0, classFile.length);
          count();
        }
        return loaded;
      }
    }

    private synchronized void count() {
      defined = defined + 1;
    }
  }

  private static String internalName(int number) {
    return PREFIX.replace('.', '/') + number;
  }

  /** A subclass of the link before it, with a constructor that calls that one's. */
  private static byte[] link(int number) {
    String superName = number == 0 ? "java/lang/Object" : internalName(number - 1);
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, internalName(number), null, superName, null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(1, 1);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
