package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is in {@code profiler.jar}, and at which of its two floors. */
class PackedJarIT {
  private static final Path JAR = Path.of("target", "profiler.jar");
  private static final Set<String> ENTRY_CLASSES =
      Set.of(
          "dev/tare/agent/bootstrap/AgentMain.class",
          "dev/tare/agent/bootstrap/CommandMain.class",
          "dev/tare/agent/bootstrap/DefaultTimeZone.class",
          "dev/tare/agent/bootstrap/JfrPreload.class",
          "dev/tare/agent/bootstrap/IsolatedAgent.class",
          "dev/tare/agent/bootstrap/IsolatedLoader.class",
          "dev/tare/api/Block.class",
          "dev/tare/api/MeasuredCalls.class",
          "dev/tare/api/Measurement.class",
          "dev/tare/api/Profiler.class",
          "dev/tare/api/Recorded.class");

  @Test
  void atTheTopStandTheRuntimeAndTheEntryClassesAlone() throws IOException {
    Set<String> others = new TreeSet<>();
    Set<String> entries = new TreeSet<>();
    for (String name : files()) {
      if (ENTRY_CLASSES.contains(name)) {
        entries.add(name);
      } else if (!name.startsWith("dev/tare/runtime/")
          && !name.startsWith("META-INF/")
          && !name.startsWith("isolated/")) {
        others.add(name);
      }
    }
    assertEquals(Set.of(), others);
    assertEquals(new TreeSet<>(ENTRY_CLASSES), entries);
  }

  @Test
  void noApplicationFindsAnIsolatedClassByAccident() throws IOException {
    List<String> isolated = files().stream().filter(name -> name.startsWith("isolated/")).toList();
    assertEquals(List.of(), isolated.stream().filter(name -> name.endsWith(".class")).toList());
    for (String needed :
        List.of(
            "isolated/dev/tare/agent/lifecycle/Agent.classdata",
            "isolated/dev/tare/profile/Profile.classdata",
            "isolated/dev/tare/report/Main.classdata",
            "isolated/dev/tare/libs/asm/ClassReader.classdata",
            "isolated/com/fasterxml/jackson/core/JsonGenerator.classdata",
            "isolated/picocli/CommandLine.classdata")) {
      assertTrue(isolated.contains(needed), needed);
    }
    assertEquals(List.of(), isolated.stream().filter(name -> name.contains("objectweb")).toList());
  }

  @Test
  void whatRunsInTheApplicationIsThereOnce() throws IOException {
    for (String name : files()) {
      assertTrue(
          !name.startsWith("isolated/dev/tare/runtime/")
              && !name.startsWith("isolated/dev/tare/agent/bootstrap/AgentMain")
              && !name.startsWith("isolated/dev/tare/agent/bootstrap/IsolatedLoader"),
          name);
    }
  }

  @Test
  void nothingAtTheTopOffersAService() throws IOException {
    assertEquals(
        List.of(), files().stream().filter(name -> name.startsWith("META-INF/services/")).toList());
  }

  @Test
  void theManifestNamesBothEntriesAndNoOtherFile() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertEquals("dev.tare.agent.bootstrap.CommandMain", manifest.getValue("Main-Class"));
      assertEquals("dev.tare.agent.bootstrap.AgentMain", manifest.getValue("Premain-Class"));
      assertEquals("dev.tare.agent.bootstrap.AgentMain", manifest.getValue("Agent-Class"));
      assertNull(manifest.getValue("Boot-Class-Path"));
      assertNull(manifest.getValue("Class-Path"));
      assertEquals("true", manifest.getValue("Can-Retransform-Classes"));
      assertEquals("true", manifest.getValue("Can-Redefine-Classes"));
      assertEquals("Tare", manifest.getValue("Implementation-Title"));
    }
  }

  private static Set<String> files() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return new TreeSet<>(
          jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList());
    }
  }
}
