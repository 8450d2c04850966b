package dev.tare.agent.weave;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** The {@code code_length} of each method of a class file (JVMS 4.7.3), by name and descriptor. */
final class CodeLengths {
  private final ClassReader file;
  private final char[] buffer;
  private final Map<String, Integer> lengths = new HashMap<>();
  private int at;

  private CodeLengths(byte[] classFile) {
    file = new ClassReader(classFile);
    buffer = new char[file.getMaxStringLength()];
    at = file.header + 6; // access, this, super
    at += 2 + 2 * file.readUnsignedShort(at);
    for (int fields = u2(); fields > 0; fields--) {
      at += 6;
      skipAttributes();
    }
    for (int methods = u2(); methods > 0; methods--) {
      String name = file.readUTF8(at + 2, buffer) + file.readUTF8(at + 4, buffer);
      at += 6;
      for (int attributes = u2(); attributes > 0; attributes--) {
        if ("Code".equals(file.readUTF8(at, buffer))) {
          lengths.put(name, file.readInt(at + 10));
        }
        at += 6 + file.readInt(at + 2);
      }
    }
  }

  static Map<String, Integer> of(byte[] classFile) {
    return new CodeLengths(classFile).lengths;
  }

  private int u2() {
    int value = file.readUnsignedShort(at);
    at += 2;
    return value;
  }

  private void skipAttributes() {
    for (int attributes = u2(); attributes > 0; attributes--) {
      at += 6 + file.readInt(at + 2);
    }
  }
}
