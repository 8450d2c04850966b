package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class loaders that let a class see next to nothing: bundles, modules, web applications. */
@Order(5)
class FrameworksIT {
  private static final int REQUESTS = 200;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void aWebArchiveInTomcat(Configuration configuration) throws IOException {
    Profile profile = WebArchive.program("tomcat", REQUESTS).profile(configuration);
    // The last squares are 0, 1, ... 199, and so many calls more each; and a constructor.
    assertEquals(
        1 + REQUESTS + REQUESTS * (REQUESTS + 1L) / 2,
        RealProgram.calls(profile, "dev.tare.it.war.Squares"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void bundlesInFelix(Configuration configuration) throws IOException {
    Path felix = Workspace.program("felix");
    Path host = SourceFolder.compile("felix", felix);
    Path classes = SourceFolder.compile("bundles", felix);
    Path api = bundle(classes, "api", "", "dev.tare.it.bundle.api");
    Path provider = bundle(classes, "provider", "dev.tare.it.bundle.api,org.osgi.framework", "");
    Path consumer = bundle(classes, "consumer", "dev.tare.it.bundle.api,org.osgi.framework", "");
    RealProgram program =
        new RealProgram(
            "felix",
            run ->
                run.classPath(host, felix.resolve("org.apache.felix.framework.jar"))
                    .main(
                        "dev.tare.it.felix.BundleHost",
                        api.toString(),
                        provider.toString(),
                        consumer.toString()));
    Profile profile = program.profile(configuration);
    // A constructor, start, stop, and a hundred greetings.
    assertEquals(103, RealProgram.calls(profile, "dev.tare.it.bundle.provider.Provider"));
    assertEquals(3, RealProgram.calls(profile, "dev.tare.it.bundle.consumer.Consumer"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void modulesOfJboss(Configuration configuration) throws IOException {
    Path classes = SourceFolder.compile("jboss");
    Path modules = Workspace.output("jboss-modules");
    module(modules, classes, "greeting", "");
    module(
        modules,
        classes,
        "main",
        """
          <main-class name="dev.tare.it.jboss.main.Main"/>
          <dependencies><module name="dev.tare.it.jboss.greeting"/></dependencies>
        """);
    RealProgram program =
        new RealProgram(
            "jboss",
            run ->
                run.options(
                        "-jar",
                        Workspace.program("jboss-modules").resolve("jboss-modules.jar").toString())
                    .main("-mp", modules.toString(), "dev.tare.it.jboss.main"));
    Profile profile = program.profile(configuration);
    assertEquals(100, RealProgram.calls(profile, "dev.tare.it.jboss.greeting.Greeting"));
    assertTrue(RealProgram.calls(profile, "org.jboss.modules.ModuleClassLoader") > 0);
  }

  private static Path bundle(Path classes, String name, String imports, String exports)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.putValue("Bundle-ManifestVersion", "2");
    attributes.putValue("Bundle-SymbolicName", "dev.tare.it." + name);
    attributes.putValue("Bundle-Version", "1.0.0");
    String part = "dev/tare/it/bundle/" + name;
    if (imports.isEmpty()) {
      attributes.putValue("Export-Package", exports);
    } else {
      String activator = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      attributes.putValue("Import-Package", imports);
      attributes.putValue("Bundle-Activator", part.replace('/', '.') + "." + activator);
    }
    Path jar = Workspace.output("bundles").resolve(name + ".jar");
    return SourceFolder.pack(jar, manifest, classes, part, "");
  }

  private static void module(Path modules, Path classes, String name, String more)
      throws IOException {
    String part = "dev/tare/it/jboss/" + name;
    Path folder = Files.createDirectories(modules.resolve(part).resolve("main"));
    SourceFolder.pack(folder.resolve("module.jar"), new Manifest(), classes, part, "");
    Files.writeString(
        folder.resolve("module.xml"),
        """
        <module xmlns="urn:jboss:module:1.9" name="%s">
          <resources><resource-root path="module.jar"/></resources>
        %s</module>
        """
            .formatted(part.replace('/', '.'), more));
  }
}
