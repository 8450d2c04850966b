package dev.tare.it.helidon;

import dev.tare.it.program.HttpLoad;
import io.helidon.webserver.WebServer;

/** Serves as many requests as its argument says, each connection in a virtual thread. */
public final class Served {
  private Served() {}

  public static void main(String[] args) throws InterruptedException {
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .routing(
                routing ->
                    routing.get(
                        "/square/{number}",
                        (request, response) -> {
                          long number =
                              Long.parseLong(request.path().pathParameters().get("number"));
                          response.send(Long.toString(number * number));
                        }))
            .build()
            .start();
    HttpLoad.print(server.port(), Integer.parseInt(args[0]), number -> "/square/" + number);
    server.stop();
  }
}
