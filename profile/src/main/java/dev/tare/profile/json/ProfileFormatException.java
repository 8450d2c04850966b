package dev.tare.profile.json;

import java.io.IOException;

/**
 * A file is not a profile that can be read, or not what another reader of a {@link JsonCursor}
 * expects. The message is one line that says what is wrong, and where.
 */
public final class ProfileFormatException extends IOException {

  ProfileFormatException(String message) {
    super(message);
  }

  ProfileFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
