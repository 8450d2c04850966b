package dev.tare.it.felix;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** An OSGi framework that starts the bundles that it is given, and stops. */
public final class BundleHost {
  private BundleHost() {}

  public static void main(String[] args) throws Exception {
    FrameworkFactory factory = ServiceLoader.load(FrameworkFactory.class).iterator().next();
    String storage = Files.createTempDirectory("felix").toString();
    Framework framework =
        factory.newFramework(
            Map.of(
                "org.osgi.framework.storage", storage,
                "org.osgi.framework.bootdelegation", ""));
    framework.start();
    List<Bundle> bundles = new ArrayList<>();
    for (String jar : args) {
      bundles.add(
          framework.getBundleContext().installBundle(new File(jar).toURI().toString()));
    }
    for (Bundle bundle : bundles) {
      bundle.start();
    }
    framework.stop();
    framework.waitForStop(0);
  }
}
