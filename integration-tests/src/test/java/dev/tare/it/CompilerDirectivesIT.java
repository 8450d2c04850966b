package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.RunningJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** C2 compiles nothing that weaves, and all of the application that it would compile anyhow. */
class CompilerDirectivesIT {
  /** The agent gives its directives beside the application's start. */
  private static final int TRIES = 100;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void theWeaverAloneIsLeftToC1(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("compiler-directives", configuration);
    RunningJvm jvm =
        Programs.profiled(configuration, file, "CallsUntilItsEnd").start().awaitLine("ready");
    String directives = jvm.diagnose("Compiler.directives_print");
    for (int i = 0; i < TRIES && !directives.contains("Exclude:true"); i++) {
      directives = jvm.diagnose("Compiler.directives_print");
    }
    jvm.terminate().await();
    String found = directives;
    assertTrue(found.contains("dev/tare/agent/weave/*.*"), found);
    assertTrue(found.contains("dev/tare/libs/asm/*.*"), found);
    assertTrue(found.contains("Exclude:true"), found);
    assertFalse(found.contains("objectweb"), found);
  }
}
