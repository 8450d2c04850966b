package dev.tare.agent.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Hashes of parts of the profiler, which the build puts beside the classes when it packs them. */
public final class PackedHash {
  private PackedHash() {}

  /**
   * One of the hashes; empty where classes are not packed, as in unit tests.
   *
   * @param beside a class of the package that the hash is in
   * @param name the resource's name
   */
  public static Optional<String> of(Class<?> beside, String name) {
    try (InputStream packed = beside.getResourceAsStream(name)) {
      return packed == null
          ? Optional.empty()
          : Optional.of(new String(packed.readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
