package dev.tare.it.bundle.consumer;

import dev.tare.it.bundle.api.Greeting;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Uses the service a hundred times, and cannot see the class that offers it. */
public class Consumer implements BundleActivator {

  @Override
  public void start(BundleContext context) {
    Greeting greeting = context.getService(context.getServiceReference(Greeting.class));
    for (int i = 0; i < 100; i++) {
      System.out.println(greeting.greet("bundle " + i));
    }
    try {
      Class.forName("dev.tare.it.bundle.provider.Provider");
    } catch (ClassNotFoundException e) {
      System.out.println("not seen: " + e.getMessage());
    }
  }

  @Override
  public void stop(BundleContext context) {
    System.out.println("stopped");
  }
}
