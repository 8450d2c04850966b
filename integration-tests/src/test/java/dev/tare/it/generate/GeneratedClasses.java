package dev.tare.it.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassWriter;

/**
 * All generated classes. Each has a {@code static int run(int)}, through which the targets call it.
 */
public final class GeneratedClasses {
  /** Their package, as class files name it. */
  static final String PACKAGE = "dev/tare/it/targets/generated/";

  private GeneratedClasses() {}

  /** Writes them below a folder that goes onto the class path. */
  public static void writeTo(Path folder) throws IOException {
    write(folder, "Version45", OldVersions.withSubroutine());
    write(folder, "Version49", OldVersions.of(49));
    write(folder, "Version50", OldVersions.of(50));
    write(folder, "Version52", OldVersions.of(52));
    write(folder, "AllArguments", Wide.allArguments());
    write(folder, "ManyLocals", Wide.manyLocals());
    write(folder, "JumpToTheStart", JumpToTheStart.write());
    write(
        folder, "AlmostTooLargeForAClassFile", OfSize.write("AlmostTooLargeForAClassFile", 65_530));
    write(folder, "AlmostTooLargeToCompile", OfSize.write("AlmostTooLargeToCompile", 7_995));
  }

  private static void write(Path folder, String name, ClassWriter writer) throws IOException {
    writer.visitEnd();
    Path file = folder.resolve(PACKAGE + name + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
  }
}
