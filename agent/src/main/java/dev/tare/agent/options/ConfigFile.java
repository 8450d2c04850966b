package dev.tare.agent.options;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties file that {@code config} names. Whoever may write it must not gain more by it than
 * options: it is read up to a length, and where others than this user may write it, it does not say
 * where files go.
 */
final class ConfigFile {
  static final int MAX_BYTES = 1 << 20;

  /** Options that name files which are written. */
  private static final List<Option> PATHS =
      List.of(Option.FILE, Option.CALSTATS, Option.BUDGETLEARN);

  /** A link, itself root's, to what belongs to this process's user; only Linux has it. */
  private static final Path SELF = Path.of("/proc/self");

  private static final int ROOT = 0;

  private ConfigFile() {}

  /**
   * Its keys and values, none of them checked but for where files go. Of a key that is there more
   * than once, the last value.
   *
   * @param repeated such keys are added to it
   */
  static Map<String, String> read(String name, Set<String> repeated) throws OptionException {
    Properties properties = new TellingProperties(repeated);
    boolean ofOthers;
    try {
      Path path = Path.of(name);
      ofOthers = isOfOthers(path);
      properties.load(new StringReader(text(bytes(path))));
    } catch (IOException | IllegalArgumentException e) { // malformed \\uxxxx, paths that cannot be
      throw Option.CONFIG.wrong(name);
    }
    Map<String, String> values = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      values.put(key, properties.getProperty(key).strip());
    }
    for (Option option : PATHS) {
      String value = values.get(option.key);
      if (value != null && ofOthers && !isKeyword(option, value)) {
        throw new OptionException(
            option.key, value, "must stand on the command line, for others may write " + name);
      }
      if (value != null && leadsUp(value)) {
        throw new OptionException(option.key, value, "must not lead up by .. in a config file");
      }
    }
    return values;
  }

  /** Properties lose what is replaced. */
  @SuppressWarnings("serial") // Is never written.
  private static final class TellingProperties extends Properties {
    private final Set<String> repeated;

    TellingProperties(Set<String> repeated) {
      this.repeated = repeated;
    }

    @Override
    public synchronized @Nullable Object put(Object key, Object value) {
      Object before = super.put(key, value);
      if (before != null) {
        repeated.add((String) key);
      }
      return before;
    }
  }

  private static byte[] bytes(Path path) throws IOException {
    // A pipe could keep the JVM waiting for ever, and a device could be endless.
    if (!Files.isRegularFile(path)) {
      throw new IOException("not a file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("too long");
      }
      return bytes;
    }
  }

  /** In UTF-8; else in ISO 8859-1, as {@link Properties#load(InputStream)} has it. */
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static boolean isKeyword(Option option, String value) {
    return option != Option.FILE && (value.equals("auto") || value.equals("off"));
  }

  private static boolean leadsUp(String value) {
    try {
      for (Path part : Path.of(value)) {
        if (part.toString().equals("..")) {
          return true;
        }
      }
      return false;
    } catch (InvalidPathException e) {
      return false; // Refused as a path, with the option's own words.
    }
  }

  private static boolean isOfOthers(Path path) throws IOException {
    try {
      Object owner = Files.getAttribute(path, "unix:uid");
      boolean own = owner.equals(Files.getAttribute(SELF, "unix:uid"));
      return !(own || owner.equals(ROOT))
          || mayBeWrittenByOthers(Files.readAttributes(path, PosixFileAttributes.class));
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return false; // No such owners here.
    }
  }

  /** A group of its owner's name has no other member: with it, files are made for it to write. */
  private static boolean mayBeWrittenByOthers(PosixFileAttributes file) {
    return file.permissions().contains(PosixFilePermission.OTHERS_WRITE)
        || (file.permissions().contains(PosixFilePermission.GROUP_WRITE)
            && !file.group().getName().equals(file.owner().getName()));
  }
}
