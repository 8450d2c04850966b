package dev.tare.counters;

import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.off_t;
import jnr.ffi.types.size_t;
import org.jspecify.annotations.Nullable;

/**
 * The C library's calls that counters need, each with its error as a negative result.
 *
 * <p>May be used once {@link NativeLibrary} has loaded.
 */
class LibC {
  /** The functions, by their C names. */
  public interface Functions {
    long syscall(long number, @In byte[] attr, int thread, int processor, int group, long flags);

    // Pointers here, not longs: of six arguments that are all numbers jffi 1.3.15 passes the last
    // one wrongly, and the C library refuses the offset that arrives.
    Pointer mmap(
        @Nullable Pointer address,
        @size_t long length,
        int protection,
        int flags,
        int descriptor,
        @off_t long offset);

    int munmap(long address, @size_t long length);

    int ioctl(int descriptor, long request, long argument);

    long read(int descriptor, @Out long[] buffer, @size_t long length);

    int close(int descriptor);

    int getpagesize();

    int sched_setaffinity(int thread, @size_t long length, @In byte[] mask);

    int sched_getaffinity(int thread, @size_t long length, @Out byte[] mask);
  }

  private static final int PROT_READ = 1;
  private static final int MAP_SHARED = 1;

  private final Functions functions;
  private final Runtime runtime;
  private final long pageSize;

  LibC() {
    // Not by its development name, "c": that one is a text file where compilers are installed.
    functions = LibraryLoader.create(Functions.class).failImmediately().load("libc.so.6");
    runtime = Runtime.getRuntime(functions);
    pageSize = functions.getpagesize();
  }

  /** Four bytes of memory, as a number. */
  static int intAt(long address) {
    return MemoryIO.getInstance().getInt(address);
  }

  /** A descriptor, or a negative error. */
  int perfEventOpen(byte[] attr, int thread, long flags) {
    long number = System.getProperty("os.arch", "").equals("aarch64") ? 241 : 298;
    return (int) result(functions.syscall(number, attr, thread, -1, -1, flags));
  }

  /** The address of the descriptor's first page, or a negative error. */
  long mapPage(int descriptor) {
    return result(functions.mmap(null, pageSize, PROT_READ, MAP_SHARED, descriptor, 0).address());
  }

  int unmapPage(long address) {
    return (int) result(functions.munmap(address, pageSize));
  }

  int ioctl(int descriptor, long request) {
    return (int) result(functions.ioctl(descriptor, request, 0));
  }

  /** How many bytes were read, or a negative error. */
  int read(int descriptor, long[] buffer) {
    return (int) result(functions.read(descriptor, buffer, (long) buffer.length * Long.BYTES));
  }

  int close(int descriptor) {
    return (int) result(functions.close(descriptor));
  }

  /** Where the calling thread may run; the mask has one bit for each processor. */
  int affinity(byte[] mask) {
    return (int) result(functions.sched_getaffinity(0, mask.length, mask));
  }

  int setAffinity(byte[] mask) {
    return (int) result(functions.sched_setaffinity(0, mask.length, mask));
  }

  /**
   * How far behind the thread pointer the C library has registered each thread's {@code struct
   * rseq}, in bytes; 0: it has not (glibc before 2.35, or told not to by its tunables).
   */
  static long restartableSequenceOffset() {
    Library process = Library.getDefault();
    long size = process.getSymbolAddress("__rseq_size");
    long offset = process.getSymbolAddress("__rseq_offset");
    if (size == 0 || offset == 0) {
      return 0;
    }
    MemoryIO memory = MemoryIO.getInstance();
    return memory.getInt(size) == 0 ? 0 : memory.getLong(offset);
  }

  private long result(long returned) {
    return returned == -1 ? -runtime.getLastError() : returned;
  }
}
