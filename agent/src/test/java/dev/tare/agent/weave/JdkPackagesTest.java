package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JdkPackagesTest {
  private static final String COMPILER = "com/sun/tools/javac/api/JavacTool";

  private final JdkPackages packages = new JdkPackages();

  @Test
  void classesOfTheJdksToolsAreTold() {
    assertTrue(packages.contain(ClassLoader.getSystemClassLoader(), COMPILER));
  }

  @Test
  void classesOfOtherLoadersAreNotTheJdks() {
    assertFalse(packages.contain(new BytesLoader(), COMPILER));
  }

  @Test
  void classesOfTheApplicationAreNotTheJdks() {
    assertFalse(packages.contain(ClassLoader.getSystemClassLoader(), "com/acme/Order"));
    assertFalse(packages.contain(ClassLoader.getSystemClassLoader(), "com/sun/tools/Order"));
    assertFalse(packages.contain(ClassLoader.getSystemClassLoader(), "Order"));
  }
}
