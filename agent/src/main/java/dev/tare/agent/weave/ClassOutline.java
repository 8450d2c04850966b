package dev.tare.agent.weave;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What a class file says before any code is looked at.
 *
 * <p>The checksum tells a class from others of its name by the names, descriptors and code lengths
 * of its methods. It is the same for the file that the class was loaded from and for the one that a
 * JVM makes of a loaded class when that is transformed again: these differ in constants, attributes
 * and the order of methods.
 */
final class ClassOutline {
  /** JVMS 4.1: bytes of what comes before the interfaces, from the access flags on. */
  private static final int BEFORE_INTERFACES = 6;

  /** JVMS 4.5 and 4.6: bytes of a field or a method before the number of its attributes. */
  private static final int BEFORE_ATTRIBUTES = 6;

  /** JVMS 4.7: bytes of an attribute's name and length. */
  private static final int ATTRIBUTE_HEAD = 6;

  /** JVMS 4.7.3: bytes of a code attribute before the length of the code. */
  private static final int BEFORE_CODE_LENGTH = 10;

  /** The golden ratio, of which multiples are spread over all numbers. */
  private static final int SPREADING = 0x9E3779B9;

  private final ClassReader reader;

  /** For texts: the longest has fewer letters than the file has bytes. */
  private final char[] buffer;

  /** The class's internal name. */
  final String name;

  /** Names and descriptors of the methods that no class can override. */
  final Set<String> finals = new HashSet<>();

  /** As the class's description says. */
  final int checksum;

  /**
   * Of a class file.
   *
   * @param reader of it
   * @param length its bytes
   */
  ClassOutline(ClassReader reader, int length) {
    this.reader = reader;
    buffer = new char[length];
    name = reader.readClass(reader.header + Short.BYTES, buffer);
    checksum = sum();
  }

  /** The internal name of the superclass; null where there is none. */
  @Nullable String superName() {
    return reader.readClass(reader.header + 2 * Short.BYTES, buffer);
  }

  private int sum() {
    int interfaces = reader.header + BEFORE_INTERFACES;
    int fields = interfaces + Short.BYTES + Short.BYTES * reader.readUnsignedShort(interfaces);
    int at = fields + Short.BYTES;
    for (int left = reader.readUnsignedShort(fields); left > 0; left--) {
      at = attributesEnd(at);
    }
    int sum = name.hashCode();
    int ofAll = reader.readUnsignedShort(reader.header) & Opcodes.ACC_FINAL;
    int methods = reader.readUnsignedShort(at);
    at += Short.BYTES;
    for (int left = methods; left > 0; left--) {
      sum += ofMethod(at, ofAll);
      at = attributesEnd(at);
    }
    return spread(sum);
  }

  /** Where a field or a method ends that begins here. */
  private int attributesEnd(int member) {
    int at = member + BEFORE_ATTRIBUTES + Short.BYTES;
    for (int left = attributes(member); left > 0; left--) {
      at = attributeEnd(at);
    }
    return at;
  }

  private int attributes(int member) {
    return reader.readUnsignedShort(member + BEFORE_ATTRIBUTES);
  }

  private int attributeEnd(int attribute) {
    return attribute + ATTRIBUTE_HEAD + reader.readInt(attribute + Short.BYTES);
  }

  /**
   * A method's part of the checksum: 0 for one without code.
   *
   * @param classFlags those of the class that hold for all methods
   */
  private int ofMethod(int method, int classFlags) {
    String methodName = text(method + Short.BYTES);
    String descriptor = text(method + 2 * Short.BYTES);
    int flags = reader.readUnsignedShort(method) | classFlags;
    if ((flags & (Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE)) != 0) {
      finals.add(methodName + descriptor);
    }
    int at = method + BEFORE_ATTRIBUTES + Short.BYTES;
    for (int left = attributes(method); left > 0; left--) {
      if (text(at).equals("Code")) {
        int named = 31 * methodName.hashCode() + descriptor.hashCode();
        return spread(31 * named + reader.readInt(at + BEFORE_CODE_LENGTH));
      }
      at = attributeEnd(at);
    }
    return 0;
  }

  private String text(int offset) {
    return reader.readUTF8(offset, buffer);
  }

  private static int spread(int number) {
    int product = number * SPREADING;
    return product ^ product >>> 16;
  }
}
