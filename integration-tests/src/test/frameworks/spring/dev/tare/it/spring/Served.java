package dev.tare.it.spring;

import java.io.IOException;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The web application, for others to ask: prints its port, and ends with its standard input. */
public final class Served {
  private Served() {}

  public static void main(String[] args) throws IOException {
    ConfigurableApplicationContext context = Orders.start();
    int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    System.out.println("port " + port);
    System.out.println("ready");
    int next = System.in.read();
    while (next >= 0 && next != '\n') {
      next = System.in.read();
    }
    System.out.println("done");
    context.close();
  }
}
