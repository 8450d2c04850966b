package dev.tare.it.program;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The example of JEP 509: one thread makes ten fast requests, again and again, another in the same
 * time one slow request. Both wait for most of it; the first has ten times as much to do.
 */
public final class HttpRequests {
  private static final int ROUNDS = 30;
  private static final byte[] BODY = "word ".repeat(20_000).getBytes(StandardCharsets.US_ASCII);

  private static volatile int words;

  private HttpRequests() {}

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/fast", exchange -> answer(exchange, 10));
    server.createContext("/slow", exchange -> answer(exchange, 100));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    server.setExecutor(executor);
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    Thread fast = new Thread(() -> again(() -> tenFastRequests(address)), "fast");
    Thread slow = new Thread(() -> again(() -> oneSlowRequest(address)), "slow");
    fast.start();
    slow.start();
    fast.join();
    slow.join();
    server.stop(0);
    executor.shutdown();
    System.out.println(words + " words in the last answer");
  }

  private static void again(Runnable requests) {
    for (int i = 0; i < ROUNDS; i++) {
      requests.run();
    }
  }

  private static void tenFastRequests(String address) {
    for (int i = 0; i < 10; i++) {
      request(address + "/fast");
    }
  }

  private static void oneSlowRequest(String address) {
    request(address + "/slow");
  }

  private static void request(String address) {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      words = countWords(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int countWords(String text) {
    return text.split(" ").length;
  }

  private static void answer(HttpExchange exchange, long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    exchange.sendResponseHeaders(200, BODY.length);
    exchange.getResponseBody().write(BODY);
    exchange.close();
  }
}
