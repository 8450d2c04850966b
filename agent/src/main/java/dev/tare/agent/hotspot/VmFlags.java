package dev.tare.agent.hotspot;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import jdk.internal.loader.BootLoader;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * HotSpot's own flags, where it keeps them. It exports tables of its fields for the serviceability
 * agent ({@code vmStructs.hpp}), which name the array of {@code JVMFlag}s. Another JVM has no such
 * tables, and then there is no flag.
 */
public final class VmFlags {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  static final String ALL_DESCRIBED = "DebugNonSafepoints";

  /** What the names of a table, and of the places of its entries' parts, begin with. */
  private static final String TYPES = "gHotSpotVMType";

  private static final String FIELDS = "gHotSpotVMStruct";

  private static final List<String> SYMBOLS =
      List.of(
          TYPES + "s",
          TYPES + "EntryArrayStride",
          TYPES + "EntryTypeNameOffset",
          TYPES + "EntrySizeOffset",
          FIELDS + "s",
          FIELDS + "EntryArrayStride",
          FIELDS + "EntryTypeNameOffset",
          FIELDS + "EntryFieldNameOffset",
          FIELDS + "EntryIsStaticOffset",
          FIELDS + "EntryOffsetOffset",
          FIELDS + "EntryAddressOffset");

  private VmFlags() {}

  /**
   * Has compilers say of each instruction which line it belongs to, and not of calls and loops
   * alone, as {@code -XX:+DebugNonSafepoints} does: without it, a sample of inlined code is charged
   * to where the last safepoint was. Holds for what is compiled from now on. Nothing changes where
   * the JVM's arguments name the flag.
   */
  public static void describeAllInstructions() {
    if (Arrays.stream(arguments()).noneMatch(arg -> arg.contains(ALL_DESCRIBED))) {
      address(ALL_DESCRIBED).ifPresent(found -> UNSAFE.putByte(found, (byte) 1));
    }
  }

  /**
   * Whether the JVM acts on an {@link OutOfMemoryError} before anything can catch it: ends itself,
   * dumps the heap or runs a command.
   */
  public static boolean actsOnOutOfMemory() {
    return sayToActOnOutOfMemory(arguments());
  }

  /** Whether the JVM does with these arguments. */
  static boolean sayToActOnOutOfMemory(String... arguments) {
    return Arrays.stream(arguments)
        .anyMatch(arg -> arg.contains("OnOutOfMemoryError") && !arg.startsWith("-XX:-"));
  }

  private static String[] arguments() {
    String[] arguments = VM.getRuntimeArguments(); // Null where there are none.
    return arguments == null ? new String[0] : arguments;
  }

  /** Where a flag's value is; none where this JVM has no such flag, or no tables. */
  static OptionalLong address(String name) {
    if (SYMBOLS.stream().anyMatch(symbol -> symbol(symbol) == 0)) {
      return OptionalLong.empty();
    }
    long size = sizeOfFlag();
    long flags = field("flags");
    long count = field("numFlags");
    long names = field("_name");
    long addresses = field("_addr");
    if (size == 0 || flags == 0 || count == 0 || names == addresses) {
      return OptionalLong.empty();
    }
    long first = UNSAFE.getAddress(flags);
    for (long i = 0; i < UNSAFE.getAddress(count); i++) {
      long flag = first + i * size;
      if (is(name, UNSAFE.getAddress(flag + names))) {
        return OptionalLong.of(UNSAFE.getAddress(flag + addresses));
      }
    }
    return OptionalLong.empty();
  }

  private static long sizeOfFlag() {
    long entry = entryOfFlag(TYPES, type -> true);
    return entry == 0 ? 0 : UNSAFE.getLong(entry + value(TYPES + "EntrySizeOffset"));
  }

  /** The address of a static field of a flag, the offset of another; 0 where there is none. */
  private static long field(String name) {
    long names = value(FIELDS + "EntryFieldNameOffset");
    long entry = entryOfFlag(FIELDS, field -> is(name, UNSAFE.getAddress(field + names)));
    if (entry == 0) {
      return 0;
    }
    return UNSAFE.getInt(entry + value(FIELDS + "EntryIsStaticOffset")) != 0
        ? UNSAFE.getAddress(entry + value(FIELDS + "EntryAddressOffset"))
        : UNSAFE.getLong(entry + value(FIELDS + "EntryOffsetOffset"));
  }

  /** The address of the first such entry of a table that tells of flags; 0 where there is none. */
  private static long entryOfFlag(String table, LongPredicate isWanted) {
    long stride = value(table + "EntryArrayStride");
    long typeNames = value(table + "EntryTypeNameOffset");
    for (long entry = UNSAFE.getAddress(symbol(table + "s"));
        UNSAFE.getAddress(entry + typeNames) != 0;
        entry += stride) {
      if (is("JVMFlag", UNSAFE.getAddress(entry + typeNames)) && isWanted.test(entry)) {
        return entry;
      }
    }
    return 0;
  }

  private static long value(String symbol) {
    return UNSAFE.getLong(symbol(symbol));
  }

  /** The address of what the JVM's library exports; 0 where it exports no such name. */
  private static long symbol(String name) {
    return BootLoader.getNativeLibraries().find(name);
  }

  /** Whether these are the bytes at an address up to a 0; at no address, as of the last flag. */
  private static boolean is(String text, long address) {
    for (int i = 0; address != 0 && i < text.length(); i++) {
      if (UNSAFE.getByte(address + i) != text.charAt(i)) {
        return false; // Most texts differ in the first byte.
      }
    }
    return address != 0 && UNSAFE.getByte(address + text.length()) == 0;
  }
}
