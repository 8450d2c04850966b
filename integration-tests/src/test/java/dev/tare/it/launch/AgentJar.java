package dev.tare.it.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar that makes a class of the class path an agent, which may transform classes again. */
public final class AgentJar {
  private AgentJar() {}

  /** Writes the jar, which has nothing but a manifest. */
  public static Path of(Class<?> agent, Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve(agent.getSimpleName() + ".jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }
}
