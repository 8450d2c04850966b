package dev.tare.agent.bootstrap;

import java.io.IOException;
import java.util.Map;
import jdk.internal.access.SharedSecrets;
import org.objectweb.asm.ClassReader;

/**
 * Defines the runtime's classes, out of the agent's own jar, as classes of the boot loader.
 *
 * <p>A boot class path would do the same with a jar of a fixed name beside the agent's, whoever put
 * it there; the JVM shares fewer classes with its archive then, and warns.
 */
final class BootRuntime {
  private final Map<String, byte[]> missing;

  private BootRuntime(Map<String, byte[]> classFiles) {
    missing = classFiles;
  }

  /** Defines all of them; what they need of each other beside their supertypes is found later. */
  static void define() throws IOException {
    IsolatedLoader loader = (IsolatedLoader) BootRuntime.class.getClassLoader();
    BootRuntime runtime = new BootRuntime(loader.runtimeClassFiles());
    for (String name : runtime.missing.keySet().toArray(String[]::new)) {
      runtime.define(name);
    }
  }

  /** Defines a class behind its supertypes, unless it is defined, or is not the runtime's. */
  private void define(String internalName) {
    byte[] classFile = missing.remove(internalName);
    if (classFile == null) {
      return;
    }
    ClassReader reader = new ClassReader(classFile);
    define(reader.getSuperName());
    for (String superinterface : reader.getInterfaces()) {
      define(superinterface);
    }
    // No Lookup may define a class for the boot loader.
    SharedSecrets.getJavaLangAccess()
        .defineClass(null, internalName.replace('/', '.'), classFile, null, null);
  }
}
