package dev.tare.agent.weave;

/** Why a method, or a whole class, that was to be woven was left as it was. */
public enum SkipReason {
  /** JVMS 4.7.3: {@code code_length} is below 65536. */
  METHOD_TOO_LARGE("method too large: probes would take it past 65535 bytes"),
  /** HotSpot's {@code HugeMethodLimit}: what is longer stays interpreted for ever. */
  METHOD_TOO_LARGE_TO_COMPILE(
      "method too large: probes would take it past 8000 bytes, which HotSpot does not compile"),
  /** JVMS 6.5: {@code goto} and the like reach 32767 bytes; ASM makes only so many longer. */
  TOO_MANY_WIDE_JUMPS("method too large: probes would make too many of its jumps too far"),
  /** JVMS 4.3.3, 4.7.3: at most 65535 local variables. */
  TOO_MANY_LOCALS("method has no local variable left for a probe"),
  /** JVMS 4.11: {@code constant_pool_count} is below 65536. */
  CLASS_TOO_LARGE("class too large: no room in its constant pool"),
  /** A class file that ASM cannot read. */
  UNREADABLE("class file not understood"),
  /** Loaded before the agent was, and the JVM refused to transform it: it may not link. */
  NOT_WOVEN_AGAIN("loaded class not woven"),
  /** A fault of ours. */
  WEAVER_FAILED("weaving failed");

  private final String text;

  SkipReason(String text) {
    this.text = text;
  }

  /** The reason in words, as the profile gives it. */
  public String text() {
    return text;
  }
}
