package dev.tare.agent.hotspot;

/** The methods that HotSpot has compiled, which are those that are called often, or loop. */
public final class CompiledMethods {
  private static final String LIST = "Compiler.codelist";

  /** What is told of each. */
  public interface Reader {
    /**
     * Such a method.
     *
     * @param className with dots
     */
    void method(String className, String name, String descriptor);
  }

  private CompiledMethods() {}

  /**
   * Tells those that have compiled code at this moment. A method has some once it was called 200
   * times or so ({@code Tier3InvocationThreshold}), until all callers have inlined it. None where
   * the JVM does not say.
   */
  public static void read(Reader reader) {
    DiagnosticCommands.execute(LIST).ifPresent(list -> parse(list, reader));
  }

  /** Lines such as {@code 812 3 0 com.acme.Order.total(I)J [0x.., 0x.. - 0x..]}. */
  static void parse(String list, Reader reader) {
    list.lines()
        .forEach(
            line -> {
              int end = line.lastIndexOf(" [");
              int begin = line.lastIndexOf(' ', end - 1) + 1;
              int descriptor = line.indexOf('(', begin);
              int name = line.lastIndexOf('.', descriptor) + 1;
              if (begin < name && descriptor < end) {
                reader.method(
                    line.substring(begin, name - 1),
                    line.substring(name, descriptor),
                    line.substring(descriptor, end));
              }
            });
  }
}
