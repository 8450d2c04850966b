package dev.tare.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDK to measure on.
 *
 * @param home where it is
 * @param feature its feature release ({@code 17})
 * @param version its version ({@code 17.0.15+6})
 */
public record JdkHome(Path home, int feature, String version) {
  private static final Pattern FEATURE = property("java\\.specification\\.version");
  private static final Pattern VERSION = property("java\\.vm\\.version");

  private static Pattern property(String name) {
    return Pattern.compile("^ *" + name + " = (\\S+)", Pattern.MULTILINE);
  }

  /** The JDK at this place, asked for its version. */
  public static JdkHome at(Path home) throws IOException, InterruptedException {
    String java = home.resolve("bin").resolve("java").toString();
    Process process =
        new ProcessBuilder(java, "-XshowSettings:properties", "-version")
            .redirectErrorStream(true)
            .start();
    String settings;
    try (var output = process.getInputStream()) {
      settings = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    process.waitFor();
    return new JdkHome(
        home,
        Integer.parseInt(first(FEATURE, settings, home)),
        first(VERSION, settings, home).replaceAll("-.*", ""));
  }

  private static String first(Pattern pattern, String settings, Path home) throws IOException {
    Matcher matcher = pattern.matcher(settings);
    if (!matcher.find()) {
      throw new IOException("no JDK at " + home + ": it said " + settings);
    }
    return matcher.group(1);
  }

  /** Its {@code java} launcher. */
  public String launcher() {
    return home.resolve("bin").resolve("java").toString();
  }
}
