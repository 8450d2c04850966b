package dev.tare.agent.control.client;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Which compilations a JVM has in use, by their numbers: what {@code jcmd PID Compiler.codelist}
 * lists. The first transformation of loaded classes may throw all of them away: HotSpot did not
 * note, while it compiled them, which classes each depends on ({@code
 * JvmtiExport::all_dependencies_are_recorded}).
 */
final class CompiledCode {
  /** Each line begins with the compilation's number, its tier and its state; 0 is in use. */
  private static final String IN_USE = "0";

  private final Set<String> inUse = new HashSet<>();

  private CompiledCode() {}

  /** Asks the JVM. Where it does not say, or this JDK has no such call, there is none. */
  static CompiledCode of(VirtualMachine jvm) throws IOException {
    CompiledCode code = new CompiledCode();
    try (InputStream list =
            (InputStream)
                Class.forName("sun.tools.attach.HotSpotVirtualMachine")
                    .getMethod("executeJCmd", String.class)
                    .invoke(jvm, "Compiler.codelist");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.strip().split(" +", 4);
        if (words.length == 4 && words[2].equals(IN_USE)) {
          code.inUse.add(words[0]);
        }
      }
    } catch (ReflectiveOperationException e) {
      if (e instanceof InvocationTargetException && e.getCause() instanceof IOException cause) {
        throw cause;
      }
    }
    return code;
  }

  /** How much of it is gone, in words. */
  String lossUntil(CompiledCode later) {
    if (inUse.isEmpty()) {
      return "what became of compiled code is not known";
    }
    long gone = inUse.stream().filter(number -> !later.inUse.contains(number)).count();
    return String.format(
        Locale.ROOT,
        "of %,d compiled methods %,d %s thrown away%s",
        inUse.size(),
        gone,
        gone == 1 ? "was" : "were",
        gone * 2 > inUse.size() ? ", and will be compiled again" : "");
  }
}
