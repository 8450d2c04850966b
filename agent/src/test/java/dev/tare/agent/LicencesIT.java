package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The licence texts in {@code profiler.jar}, compared with what the libraries bring. */
class LicencesIT {
  private static final Path JAR = Path.of("target", "profiler.jar");

  /**
   * Of libraries whose jars have no licence file: the SHA-256 of the text with single blanks.
   * Compared on 2026-11-23 with ASM's sources, jnr-x86asm's file LICENSE at the tag 1.0.2, and
   * jni/libffi/LICENSE of jffi 1.4.
   */
  private static final Map<String, String> COMPARED =
      Map.of(
          "asm",
          "96ec15ec1f5631af75ffee498ef99cb15b8a218f5286bec0101f6dd897da4b8f",
          "jnr-x86asm",
          "fbbc69428cdcfdce7f0ee54d489167c2eb9861b9bdbe417e40b70714ead48f6e",
          "libffi",
          "42ba306a8d373d8d2cc1b24d0439f3f9737bb9e1ac277e3c98bc1d5407734798");

  private static final Pattern ARTIFACT =
      Pattern.compile("pkg:maven/(?<group>[^/]+)/(?<name>[^@]+)@(?<version>[^?]+)");
  private static final Pattern LISTED =
      Pattern.compile("^ {2}(?<names>[^():]+) \\((?<group>[\\w.]+)\\),", Pattern.MULTILINE);
  private static final Pattern LICENCE_FILE = Pattern.compile(".*(LICENSE|NOTICE|COPYING)[^/]*");

  private static String thirdParty = "";
  private static String texts = "";

  @BeforeAll
  static void readTheTexts() throws IOException {
    thirdParty = entry(JAR, "META-INF/THIRD-PARTY");
    texts = words(thirdParty) + words(entry(JAR, "META-INF/LICENSE"));
  }

  @Test
  void eachPackedArtifactIsListedAndNoOther() throws IOException {
    Set<String> listed = new TreeSet<>();
    Matcher line = LISTED.matcher(thirdParty);
    while (line.find()) {
      for (String name : line.group("names").split(", ", -1)) {
        listed.add(line.group("group") + ":" + name);
      }
    }
    Set<String> packed = new TreeSet<>();
    for (Matcher artifact : packedArtifacts()) {
      packed.add(artifact.group("group") + ":" + artifact.group("name"));
    }
    assertEquals(packed, listed);
  }

  @Test
  void eachLicenceFileOfAPackedArtifactIsThereWordForWord() throws IOException {
    List<String> jars = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    int found = 0;
    for (Matcher artifact : packedArtifacts()) {
      String name = artifact.group("name") + "-" + artifact.group("version");
      for (String jar : jars) {
        if (Path.of(jar).getFileName().toString().matches(Pattern.quote(name) + "(-\\w+)?\\.jar")) {
          found += assertTextsAreThere(Path.of(jar), file -> file.startsWith("META-INF/"));
        }
      }
    }
    assertTrue(found >= 6, "those of jackson-core and fastcsv, found: " + found);
  }

  @Test
  void theLicencesOfThePagesLibrariesAreThereWordForWord() throws IOException {
    assertEquals(
        2, assertTextsAreThere(JAR, file -> file.startsWith("isolated/dev/tare/report/html/lib/")));
  }

  @Test
  void textsThatNoJarHasAreAsTheyWereCompared() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (Map.Entry<String, String> compared : COMPARED.entrySet()) {
      byte[] text = words(section(compared.getKey())).strip().getBytes(StandardCharsets.UTF_8);
      assertEquals(
          compared.getValue(), HexFormat.of().formatHex(digest.digest(text)), compared.getKey());
    }
  }

  @Test
  void eachListedTextFollows() {
    String list = thirdParty.substring(0, thirdParty.indexOf("\n--- "));
    list = list.substring(list.indexOf("Under licences whose texts follow:"));
    for (String name :
        List.of("asm", "jnr-x86asm", "libffi", "fastcsv", "d3", "tabulator", "FastDoubleParser")) {
      assertTrue(Pattern.compile("^  " + name, Pattern.MULTILINE).matcher(list).find(), name);
      assertTrue(section(name).contains("Copyright"), name);
    }
  }

  /** What stands under a library's name. */
  private static String section(String name) {
    Matcher section =
        Pattern.compile(
                "^--- " + name + "[ ,].*?\\n(?<text>.*?)(?=^--- |\\z)",
                Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(thirdParty);
    assertTrue(section.find(), name);
    return section.group("text");
  }

  private static int assertTextsAreThere(Path jar, Predicate<String> isMeant) throws IOException {
    int found = 0;
    try (JarFile open = new JarFile(jar.toFile())) {
      for (ZipEntry entry : open.stream().toList()) {
        String name = entry.getName();
        if (isMeant.test(name) && LICENCE_FILE.matcher(name).matches()) {
          assertTrue(texts.contains(words(text(open, entry))), jar.getFileName() + ": " + name);
          found++;
        }
      }
    }
    return found;
  }

  /** The libraries in the jar's own list of what is packed. */
  private static List<Matcher> packedArtifacts() throws IOException {
    List<Matcher> artifacts = new ArrayList<>();
    try (JsonParser json =
        new JsonFactory().createParser(entry(JAR, "META-INF/dependencies.cdx.json"))) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.VALUE_STRING && "purl".equals(json.currentName())) {
          Matcher artifact = ARTIFACT.matcher(json.getText());
          assertTrue(artifact.lookingAt(), json.getText());
          if (!artifact.group("group").equals("dev.tare")) {
            artifacts.add(artifact);
          }
        }
      }
    }
    return artifacts;
  }

  private static String entry(Path jar, String name) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      return text(open, open.getJarEntry(name));
    }
  }

  private static String text(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Line ends and indentation are not part of a licence. */
  private static String words(String text) {
    return " " + text.strip().replaceAll("\\s+", " ") + " ";
  }
}
