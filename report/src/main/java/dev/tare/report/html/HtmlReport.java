package dev.tare.report.html;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.diff.ProfileDiff;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A profile as one page that holds all that it needs: style, scripts, libraries and data.
 *
 * <p>Names from the profile are inside the packed data alone, never in the page's own text, and the
 * page's content policy lets nothing run but the scripts that were put in here, and nothing be
 * loaded.
 */
public final class HtmlReport {
  private static final List<String> LIBRARIES =
      List.of("lib/d3/d3.min.js", "lib/tabulator/tabulator.min.js");
  private static final List<String> SCRIPTS =
      List.of(
          "format.js",
          "data.js",
          "tree.js",
          "sums.js",
          "bottomup.js",
          "fold.js",
          "model.js",
          "facts.js",
          "rows.js",
          "address.js",
          "tooltip.js",
          "heading.js",
          "panel.js",
          "tables.js",
          "controls.js",
          "keys.js",
          "flame.js",
          "page.js",
          "diff.js",
          "open.js");
  private static final List<String> STYLES =
      List.of("lib/tabulator/tabulator_simple.min.css", "page.css");
  private static final int BUFFER_BYTES = 1 << 16;

  private HtmlReport() {}

  /**
   * Writes a profile's page, and leaves the stream open.
   *
   * @param profile the chosen threads, with values as they are in the file
   * @param seen the same, as it was asked for, and its values as they are in the file, too
   * @param uncertainty by how much values of what was asked for may be wrong
   * @param isWall whether it opens with wall time also where waiting is known
   */
  public static void write(
      Profile profile, Profile seen, Uncertainty uncertainty, boolean isWall, OutputStream out)
      throws IOException {
    write(PageData.of(profile, seen, uncertainty, isWall), out);
  }

  /** Writes the page of this comparison, and leaves the stream open. */
  public static void write(ProfileDiff diff, OutputStream out) throws IOException {
    write(PageData.of(diff), out);
  }

  private static void write(PageData data, OutputStream out) throws IOException {
    List<String> scripts = new ArrayList<>();
    for (String library : LIBRARIES) {
      scripts.add(resource(library));
    }
    StringBuilder own = new StringBuilder("\"use strict\";\n");
    for (String script : SCRIPTS) {
      own.append(resource(script));
    }
    scripts.add(own.toString());
    StringBuilder style = new StringBuilder();
    for (String sheet : STYLES) {
      style.append(resource(sheet)).append('\n');
    }
    StringBuilder hashes = new StringBuilder();
    StringBuilder elements = new StringBuilder();
    for (String script : scripts) {
      hashes.append(" 'sha256-").append(sha256(script)).append('\'');
      elements.append("<script>").append(script).append("</script>\n");
    }
    String[] page = resource("page.html").split("<!--data-->", -1);
    String before =
        page[0].replace("/*style*/", style).replace("/*script-hashes*/", hashes.toString());
    String after = page[1].replace("<!--scripts-->", elements);
    OutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
    buffered.write(before.getBytes(StandardCharsets.UTF_8));
    pack(data, buffered);
    buffered.write(after.getBytes(StandardCharsets.UTF_8));
    buffered.flush();
  }

  private static void pack(PageData data, OutputStream out) throws IOException {
    OutputStream text = Base64.getEncoder().wrap(new LeftOpen(out));
    try (OutputStream zipped = new GZIPOutputStream(text, BUFFER_BYTES)) {
      data.writeTo(new BufferedOutputStream(zipped, BUFFER_BYTES));
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + HtmlReport.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String sha256(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Base64 writes its last bytes when it is closed; the page goes on after them. */
  private static final class LeftOpen extends FilterOutputStream {
    LeftOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
