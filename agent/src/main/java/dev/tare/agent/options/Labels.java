package dev.tare.agent.options;

import dev.tare.profile.RunInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What whoever starts a run calls it by, as {@code key:value;key:value}. */
final class Labels {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_.-]{1,40}");

  private Labels() {}

  /**
   * The labels in their order; none of an empty text.
   *
   * @return empty where the text is not written so, where a key comes twice, or where a value is
   *     empty or longer than {@value RunInfo#MAX_LABEL_CHARACTERS} characters
   */
  static Optional<Map<String, String>> parse(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (!text.isEmpty()) {
      for (String label : text.split(";", -1)) {
        int colon = label.indexOf(':');
        String key = colon < 0 ? "" : label.substring(0, colon).strip();
        String value = label.substring(colon + 1).strip();
        if (!KEY.matcher(key).matches() || !isValue(value) || labels.put(key, value) != null) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(Collections.unmodifiableMap(labels));
  }

  private static boolean isValue(String value) {
    return !value.isEmpty()
        && value.length() <= RunInfo.MAX_LABEL_CHARACTERS
        && value.chars().noneMatch(Character::isISOControl);
  }
}
