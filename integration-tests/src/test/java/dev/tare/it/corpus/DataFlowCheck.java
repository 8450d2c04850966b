package dev.tare.it.corpus;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.util.CheckClassAdapter;

/** ASM's own check of a class file, for classes that the JVM cannot link for want of others. */
final class DataFlowCheck {
  private DataFlowCheck() {}

  /** What is wrong with a woven class file and was not with the class file before; or null. */
  static @Nullable String complaint(Weaving weaving) {
    String complaint = complaint(weaving.after());
    return complaint == null || complaint(weaving.before()) != null ? null : complaint;
  }

  private static @Nullable String complaint(byte[] classFile) {
    try {
      new ClassReader(classFile)
          .accept(
              new CheckClassAdapter(new ClassVisitor(org.objectweb.asm.Opcodes.ASM9) {}, true),
              ClassReader.SKIP_DEBUG);
      return null;
    } catch (RuntimeException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      return text.toString().lines().limit(3).reduce((a, b) -> a + " " + b.strip()).orElse("?");
    }
  }
}
