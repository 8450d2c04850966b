package dev.tare.agent.hotspot;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The methods that HotSpot has compiled, which are those that are called often, or loop. */
public final class CompiledMethods {
  private static final String LIST = "Compiler.codelist";

  private CompiledMethods() {}

  /**
   * Those that have compiled code at this moment, each as {@code com.acme.Order.total(I)J}. A
   * method has some once it was called 200 times or so ({@code Tier3InvocationThreshold}), until
   * all callers have inlined it. Empty where the JVM does not say.
   */
  public static Set<String> now() {
    return DiagnosticCommands.execute(LIST).map(CompiledMethods::parse).orElse(Set.of());
  }

  /** Lines such as {@code 812 3 0 com.acme.Order.total(I)J [0x.., 0x.. - 0x..]}. */
  static Set<String> parse(String list) {
    Set<String> methods = new HashSet<>();
    list.lines().forEach(line -> method(line).ifPresent(methods::add));
    return methods;
  }

  private static Optional<String> method(String line) {
    int end = line.lastIndexOf(" [");
    int begin = line.lastIndexOf(' ', end - 1) + 1;
    return end > begin && line.indexOf('(', begin) > begin
        ? Optional.of(line.substring(begin, end))
        : Optional.empty();
  }
}
