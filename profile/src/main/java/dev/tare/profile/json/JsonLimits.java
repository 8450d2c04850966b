package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * The JSON factory that profiles are read with. In version 1 each call of a path is two nested
 * levels, and Jackson's own limit is 1,000.
 */
final class JsonLimits {
  /**
   * Nested levels: calls 131,000 deep in version 1, twice what the fleet takes. The parser keeps an
   * object for each, here 15 MB.
   */
  private static final int MAX_LEVELS = 1 << 18;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(MAX_LEVELS).build())
          .build();

  private JsonLimits() {}
}
