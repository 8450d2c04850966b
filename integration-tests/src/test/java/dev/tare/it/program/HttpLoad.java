package dev.tare.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Asks a web server on this machine for so many pages, from several threads at once. */
public final class HttpLoad {
  private static final int THREADS = 4;

  private final int port;
  private final IntFunction<String> path;
  private final String[] answers;
  private final AtomicInteger next = new AtomicInteger();

  private HttpLoad(int port, int requests, IntFunction<String> path) {
    this.port = port;
    this.path = path;
    answers = new String[requests];
  }

  /**
   * Prints what the server answered, in an order that does not depend on the threads.
   *
   * @param path the path of a request by its number
   */
  public static void print(int port, int requests, IntFunction<String> path)
      throws InterruptedException {
    HttpLoad load = new HttpLoad(port, requests, path);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(load::ask, "client-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < requests; i++) {
      System.out.println(path.apply(i) + " -> " + load.answers[i]);
    }
  }

  private void ask() {
    for (int i = next.getAndIncrement(); i < answers.length; i = next.getAndIncrement()) {
      try {
        answers[i] = get(port, path.apply(i));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Status and text of one page. */
  public static String get(int port, String path) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return status + " " + text.strip();
    }
  }
}
