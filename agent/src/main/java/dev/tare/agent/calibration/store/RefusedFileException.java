package dev.tare.agent.calibration.store;

import java.io.IOException;

/**
 * A calstats file that is not to be used. The message says why, without the file's name, so that it
 * can follow it: {@code is of another JVM version: 17.0.15+6, here 25.0.3+9}.
 */
public final class RefusedFileException extends IOException {
  private static final long serialVersionUID = 1;

  RefusedFileException(String message) {
    super(message);
  }
}
