package dev.tare.it.bundle.provider;

import dev.tare.it.bundle.api.Greeting;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Offers the service. */
public class Provider implements BundleActivator, Greeting {

  @Override
  public void start(BundleContext context) {
    context.registerService(Greeting.class, this, null);
  }

  @Override
  public void stop(BundleContext context) {}

  @Override
  public String greet(String name) {
    return "Hello, " + name;
  }
}
