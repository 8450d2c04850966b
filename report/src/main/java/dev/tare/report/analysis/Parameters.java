package dev.tare.report.analysis;

import java.util.StringJoiner;

/** What a method takes, as its source would say it, without packages: {@code (int, Line[])}. */
final class Parameters {
  private Parameters() {}

  /** The parameters of this descriptor (JVMS 4.3.3); the descriptor itself where it is none. */
  static String of(String descriptor) {
    if (!descriptor.startsWith("(")) {
      return descriptor;
    }
    StringJoiner parameters = new StringJoiner(", ", "(", ")");
    int at = 1;
    while (at < descriptor.length() && descriptor.charAt(at) != ')') {
      int dimensions = at;
      while (dimensions < descriptor.length() && descriptor.charAt(dimensions) == '[') {
        dimensions++;
      }
      String brackets = "[]".repeat(dimensions - at);
      at = dimensions;
      char kind = at < descriptor.length() ? descriptor.charAt(at) : ' ';
      if (kind == 'L') {
        int end = descriptor.indexOf(';', at);
        if (end < 0) {
          return descriptor;
        }
        String name = descriptor.substring(at + 1, end);
        parameters.add(name.substring(name.lastIndexOf('/') + 1) + brackets);
        at = end + 1;
      } else {
        String primitive = primitive(kind);
        if (primitive.isEmpty()) {
          return descriptor;
        }
        parameters.add(primitive + brackets);
        at++;
      }
    }
    return at < descriptor.length() ? parameters.toString() : descriptor;
  }

  private static String primitive(char kind) {
    return switch (kind) {
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'D' -> "double";
      case 'F' -> "float";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'S' -> "short";
      case 'Z' -> "boolean";
      default -> "";
    };
  }
}
