package dev.tare.agent.control;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a profile could not be written, in a few words. */
public final class FailureReason {
  private FailureReason() {}

  /** The reason, for people to read. */
  public static String of(Throwable failure) {
    if (failure instanceof NoSuchFileException) {
      return "its directory is not there any more";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    String message = failure.getMessage();
    return failure instanceof IOException && message != null ? message : failure.toString();
  }
}
