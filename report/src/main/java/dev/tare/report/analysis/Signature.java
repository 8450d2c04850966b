package dev.tare.report.analysis;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Descriptors of methods (JVMS 4.3.3) as Java would say them; what is none stays as it is. */
public final class Signature {
  private Signature() {}

  /** What a method takes, without packages: {@code (int, Line[])}. */
  static String parameters(String descriptor) {
    return said(descriptor, type -> parameters(type, ClassDesc::displayName));
  }

  /** What it takes and returns, without packages: {@code (int, Line[]): String}. */
  static String brief(String descriptor) {
    return said(descriptor, type -> whole(type, ClassDesc::displayName));
  }

  /** The same with packages: {@code (int, com.acme.Line[]): java.lang.String}. */
  public static String qualified(String descriptor) {
    return said(descriptor, type -> whole(type, Signature::qualifiedName));
  }

  private static String said(String descriptor, Function<MethodTypeDesc, String> how) {
    MethodTypeDesc type;
    try {
      type = MethodTypeDesc.ofDescriptor(descriptor);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return descriptor; // JDK 25 throws the second for an empty one.
    }
    return how.apply(type);
  }

  private static String whole(MethodTypeDesc type, Function<ClassDesc, String> name) {
    return parameters(type, name) + ": " + name.apply(type.returnType());
  }

  private static String parameters(MethodTypeDesc type, Function<ClassDesc, String> name) {
    return type.parameterList().stream().map(name).collect(Collectors.joining(", ", "(", ")"));
  }

  private static String qualifiedName(ClassDesc type) {
    ClassDesc element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    String folder = element.packageName();
    return folder.isEmpty() ? type.displayName() : folder + "." + type.displayName();
  }
}
