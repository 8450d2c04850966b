package dev.tare.fleet.ingest;

import dev.tare.profile.SampledTier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.Locale;

/**
 * The first 128 bits of a SHA-256. Files come from machines that may be hostile: what two of them
 * must not be able to make alike needs a hash that nobody finds collisions of.
 *
 * @param high the first 64 bits
 * @param low the next 64 bits
 */
record Hash(long high, long low) {
  /** Of nothing. */
  static final Hash NONE = new Hash(0, 0);

  /** As numbers with signs, which is how engines sort them. */
  static final Comparator<Hash> ORDER =
      Comparator.comparingLong(Hash::high).thenComparingLong(Hash::low);

  /** A digest to fill; {@link #of(MessageDigest)} ends it. */
  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  static Hash of(MessageDigest digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
    return new Hash(bytes.getLong(), bytes.getLong());
  }

  /** Of texts; each with its length, so that no two lists of texts are the same bytes. */
  static Hash of(MessageDigest digest, String... texts) {
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      digest.update(bytes);
    }
    return of(digest);
  }

  /** Of a path, by the path above it, its last method, and what that was when it was sampled. */
  static Hash of(MessageDigest digest, Hash parent, Hash method, SampledTier tier) {
    digest.update(
        ByteBuffer.allocate(4 * Long.BYTES)
            .putLong(parent.high)
            .putLong(parent.low)
            .putLong(method.high)
            .putLong(method.low)
            .flip());
    if (tier != SampledTier.OWN) {
      digest.update((byte) tier.number());
    }
    return of(digest);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%016x%016x", high, low);
  }
}
