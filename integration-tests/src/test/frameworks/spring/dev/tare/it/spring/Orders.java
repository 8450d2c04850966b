package dev.tare.it.spring;

import dev.tare.it.program.HttpLoad;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot web application, asked for orders until it has answered often enough. */
@SpringBootApplication
@RestController
public class Orders {

  /** An order as JSON. */
  public record Order(int number, List<String> lines, long total) {}

  public static void main(String[] args) throws InterruptedException {
    ConfigurableApplicationContext context = start();
    int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    HttpLoad.print(port, Integer.parseInt(args[0]), number -> "/orders/" + number);
    context.close();
  }

  /** The application, serving on a free port. */
  static ConfigurableApplicationContext start() {
    SpringApplication application = new SpringApplication(Orders.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "spring.main.banner-mode", "off",
            "logging.level.root", "OFF",
            "server.tomcat.threads.max", "8"));
    return application.run();
  }

  @GetMapping("/orders/{number}")
  Order order(@PathVariable("number") int number) {
    if (number % 10 == 9) {
      throw new IllegalArgumentException("no order " + number);
    }
    List<String> lines = IntStream.range(0, number % 7).mapToObj(i -> "line " + i).toList();
    return new Order(number, lines, total(number));
  }

  private static long total(int number) {
    return IntStream.rangeClosed(1, number).mapToLong(i -> (long) i * i).sum();
  }

  @org.springframework.web.bind.annotation.ExceptionHandler
  @org.springframework.web.bind.annotation.ResponseStatus(
      org.springframework.http.HttpStatus.NOT_FOUND)
  Map<String, String> failed(IllegalArgumentException e) {
    return Map.of("error", e.getMessage());
  }
}
