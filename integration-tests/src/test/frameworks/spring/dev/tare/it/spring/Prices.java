package dev.tare.it.spring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * A web application of which two versions differ in one method: {@code prices.rounds} says how much
 * work {@link #discount} is. Prints its port, and ends with its standard input.
 */
@SpringBootApplication
@RestController
public class Prices {
  private static final int ROUNDS = Integer.getInteger("prices.rounds", 2000);

  /** What a basket costs. */
  public record Basket(int number, List<Long> prices, long sum) {}

  public static void main(String[] args) throws IOException {
    SpringApplication application = new SpringApplication(Prices.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "spring.main.banner-mode", "off",
            "logging.level.root", "OFF",
            "server.tomcat.threads.max", "4"));
    try (ConfigurableApplicationContext context = application.run()) {
      int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
      System.out.println("port " + port);
      System.out.println("ready");
      int next = System.in.read();
      while (next >= 0 && next != '\n') {
        next = System.in.read();
      }
      System.out.println("done");
    }
  }

  @GetMapping("/baskets/{number}")
  Basket basket(@PathVariable("number") int number) {
    List<Long> prices = new ArrayList<>();
    long sum = 0;
    for (int item = 0; item < 5; item++) {
      long price = price(number, item);
      prices.add(price);
      sum += price;
    }
    return new Basket(number, prices, tax(sum));
  }

  private static long price(int number, int item) {
    return 100L * number + item - discount(number, item);
  }

  private static long discount(int number, int item) {
    long seed = number * 31L + item + 1;
    for (int round = 0; round < ROUNDS; round++) {
      // A shift register: C2 of JDK 25 computes many rounds of a linear congruence at once.
      seed ^= seed << 13;
      seed ^= seed >>> 7;
      seed ^= seed << 17;
    }
    return seed >>> 60;
  }

  private static long tax(long sum) {
    long seed = sum;
    for (int round = 0; round < 4000; round++) {
      seed = seed * 6364136223846793005L + 1442695040888963407L;
    }
    return sum + (seed >>> 60);
  }
}
