import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;

/**
 * Puts what was deployed to a folder into the one zip that Maven Central's portal takes, and checks first what the
 * portal checks (https://central.sonatype.org/publish/requirements): sources and Javadoc, checksums, signatures, and
 * what a POM has to say. {@code GNUPGHOME} is where gpg finds the public key.
 *
 * <p>Usage: {@code java .ci/CentralBundle.java REPOSITORY BUNDLE.zip}; exit status 1 with a line for each fault.
 */
class CentralBundle {
  private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");
  private static final List<String> FILES = List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar");
  private static final List<String> IN_A_POM =
      List.of(
          "/project/groupId",
          "/project/artifactId",
          "/project/version",
          "/project/name",
          "/project/description",
          "/project/url",
          "/project/licenses/license/name",
          "/project/licenses/license/url",
          "/project/developers/developer/name",
          "/project/scm/connection",
          "/project/scm/url");
  private static final List<String> NOT_IN_A_POM =
      List.of("/project/parent", "/project/repositories", "/project/distributionManagement");

  private final Path repository;
  private final List<String> faults = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  CentralBundle(Path repository) {
    this.repository = repository;
  }

  public static void main(String[] arguments) throws Exception {
    CentralBundle bundle = new CentralBundle(Path.of(arguments[0]));
    List<Path> poms;
    try (Stream<Path> found = Files.walk(bundle.repository)) {
      poms = found.filter(file -> file.toString().endsWith(".pom")).sorted().toList();
    }
    if (poms.isEmpty()) {
      bundle.faults.add(bundle.repository + " has no POM");
    }
    for (Path pom : poms) {
      bundle.checkArtifact(pom);
    }
    bundle.faults.forEach(System.err::println);
    if (!bundle.faults.isEmpty()) {
      System.exit(1);
    }
    bundle.write(Path.of(arguments[1]));
    System.out.println(
        arguments[1] + ": " + poms.size() + " artifacts, " + bundle.files.size() + " files, each signed file verified");
  }

  private void checkArtifact(Path pom) throws Exception {
    Path folder = pom.getParent();
    String artifact = folder.getParent().getFileName().toString();
    String version = folder.getFileName().toString();
    checkPom(pom, artifact, version);
    for (String end : FILES) {
      Path file = folder.resolve(artifact + "-" + version + end);
      if (!Files.exists(file)) {
        faults.add(file + " is missing");
        continue;
      }
      files.add(file);
      checkSignature(file);
      for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
        checkChecksum(file, checksum.getKey(), checksum.getValue());
      }
    }
  }

  private void checkPom(Path pom, String artifact, String version) throws Exception {
    Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    XPath path = XPathFactory.newInstance().newXPath();
    for (String wanted : IN_A_POM) {
      if (path.evaluate(wanted, xml).isBlank()) {
        faults.add(pom + " has no " + wanted);
      }
    }
    for (String unwanted : NOT_IN_A_POM) {
      if (!path.evaluate("count(" + unwanted + ")", xml).equals("0")) {
        faults.add(pom + " has " + unwanted);
      }
    }
    if (!path.evaluate("/project/artifactId", xml).equals(artifact)
        || !path.evaluate("/project/version", xml).equals(version)) {
      faults.add(pom + " is of another artifact or version");
    }
    if (version.endsWith("-SNAPSHOT")) {
      faults.add(pom + " is of a snapshot");
    }
    if (Files.readString(pom).contains("${")) {
      faults.add(pom + " has a property that nobody fills in");
    }
  }

  private void checkChecksum(Path file, String end, String algorithm) throws Exception {
    Path checksum = file.resolveSibling(file.getFileName() + end);
    byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
    if (!Files.exists(checksum)) {
      faults.add(checksum + " is missing");
    } else if (!Files.readString(checksum).strip().equals(HexFormat.of().formatHex(digest))) {
      faults.add(checksum + " is not that of the file");
    } else {
      files.add(checksum);
    }
  }

  private void checkSignature(Path file) throws IOException, InterruptedException {
    Path signature = file.resolveSibling(file.getFileName() + ".asc");
    if (!Files.exists(signature)) {
      faults.add(signature + " is missing");
      return;
    }
    Process gpg =
        new ProcessBuilder("gpg", "--batch", "--verify", signature.toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(gpg.getInputStream().readAllBytes());
    if (gpg.waitFor() != 0) {
      faults.add(signature + " is not a signature of the file:\n" + said);
    }
    files.add(signature);
  }

  private void write(Path bundle) throws IOException {
    try (OutputStream out = Files.newOutputStream(bundle);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(repository.relativize(file).toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }
}
