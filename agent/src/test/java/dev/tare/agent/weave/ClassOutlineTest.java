package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** What a class file may be without being another class, and what makes it one. */
class ClassOutlineTest {
  private static int checksum(byte[] classFile) {
    return new ClassOutline(new ClassReader(classFile), classFile.length).checksum;
  }

  /** The class with its members in another order, other constants and fewer attributes. */
  private static byte[] madeAgain(ClassNode read) {
    ClassWriter writer = new ClassWriter(0);
    Collections.reverse(read.methods);
    read.accept(writer);
    return writer.toByteArray();
  }

  private static byte[] sample(String method, int instructions) {
    return SampleClass.of(
        Opcodes.ACC_STATIC, method, "()V", (MethodVisitor code) -> returning(code, instructions));
  }

  private static void returning(MethodVisitor code, int instructions) {
    for (int i = 1; i < instructions; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  @Test
  void ofAFileThatIsMadeOfTheLoadedClassItIsTheSame() {
    byte[] classFile = WeaverWarmUp.rehearsed();
    ClassNode read = new ClassNode();
    new ClassReader(classFile).accept(read, ClassReader.SKIP_DEBUG);
    byte[] again = madeAgain(read);
    assertFalse(Arrays.equals(classFile, again));
    assertEquals(checksum(classFile), checksum(again));
  }

  @Test
  void anotherMethodOrAnotherLengthIsAnotherClass() {
    int one = checksum(sample("one", 1));
    assertEquals(one, checksum(sample("one", 1)));
    assertNotEquals(one, checksum(sample("two", 1)));
    assertNotEquals(one, checksum(sample("one", 2)));
  }

  @Test
  void realClassesAreSpread() throws IOException {
    Map<String, byte[]> classes = RealClassesTest.module("jdk.compiler");
    Set<Integer> sums = new HashSet<>();
    int[] parts = new int[8];
    for (byte[] classFile : classes.values()) {
      int sum = checksum(classFile);
      sums.add(sum);
      parts[Math.floorMod(sum, parts.length)]++;
    }
    assertEquals(classes.size(), sums.size());
    int fewest = Arrays.stream(parts).min().orElseThrow();
    assertFalse(fewest < classes.size() / 16, () -> Arrays.toString(parts));
  }
}
