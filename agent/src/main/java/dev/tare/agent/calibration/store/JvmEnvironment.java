package dev.tare.agent.calibration.store;

import dev.tare.agent.calibration.hotspot.RunningCollector;
import dev.tare.profile.ProfilerInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * The JVM and the machine, as far as overheads depend on them.
 *
 * @param cpuModel as the operating system names it
 */
public record JvmEnvironment(Supplier<String> cpuModel) {
  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  /** Written when the jar is packed: a hash of the runtime's classes and the native library. */
  private static final String PROBES = "probes.hash";

  /** Flags that change what compilers make of probes, or how objects lie in memory. */
  private static final Pattern FLAG =
      Pattern.compile(
          "-X(int|comp|mixed|batch)"
              + "|-XX:[+-]?(\\w*(Inlin|Compil|Tier|Unroll|Profil|JVMCI|Escape|Compressed|Compact)\\w*"
              + "|Use\\w*GC|Use(AVX|SSE|SVE)|ObjectAlignmentInBytes|LoopStripMiningIter\\w*"
              + "|UseCountedLoopSafepoints|CICompiler\\w*)(=.*)?");

  /** Which compilers there are, as {@code java.vm.info} says; whether classes are shared aside. */
  String compilation() {
    return System.getProperty("java.vm.info", "").replace(", sharing", "");
  }

  /** The flags that were given, sorted. */
  String flags() {
    String[] arguments = VM.getRuntimeArguments(); // Null where there are none.
    return Stream.of(arguments == null ? new String[0] : arguments)
        .filter(argument -> FLAG.matcher(argument).matches())
        .distinct()
        .sorted()
        .collect(Collectors.joining(" "));
  }

  String collector() {
    return RunningCollector.name();
  }

  /** The bytes of a reference, and of an object before its first field: both can be compressed. */
  String pointers() {
    Unsafe unsafe = Unsafe.getUnsafe();
    return "references of "
        + unsafe.arrayIndexScale(Object[].class)
        + " bytes, headers of "
        + unsafe.objectFieldOffset(Integer.class, "value");
  }

  String clockSource() {
    try {
      return Files.readString(CLOCK_SOURCE).strip();
    } catch (IOException e) {
      return System.getProperty("os.name", "") + "'s"; // Not Linux: the system has the one.
    }
  }

  String profilerVersion() {
    return ProfilerInfo.current().version();
  }

  /** Of the classes that woven code calls, and those that they call. */
  String probeBytecode(int facadeHash) {
    try (InputStream packed = JvmEnvironment.class.getResourceAsStream(PROBES)) {
      String runtime =
          packed == null
              ? "not packed"
              : new String(packed.readAllBytes(), StandardCharsets.UTF_8).strip();
      return runtime + " " + Integer.toHexString(facadeHash);
    } catch (IOException e) {
      throw new IllegalStateException(PROBES, e);
    }
  }
}
