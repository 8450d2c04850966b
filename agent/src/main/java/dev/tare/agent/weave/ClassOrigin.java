package dev.tare.agent.weave;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Where a class came from, in a word or two: the file name of its jar, its folder, or its module
 * where that is a part of the JDK.
 */
final class ClassOrigin {
  /** Nothing says where. */
  static final String UNKNOWN = "";

  /** So many names of folders are enough to know a folder by. */
  private static final int FOLDERS = 2;

  private record Located(String path, String origin) {}

  /** The last one: a loader asks for many classes of a jar one after another. */
  private static volatile Located last = new Located("", UNKNOWN);

  private ClassOrigin() {}

  /** The origin of a class of this module and this domain. */
  static String of(@Nullable Module module, @Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location != null && !location.getProtocol().equals("jrt")) {
      return ofLocated(location.getPath());
    }
    String name = module == null ? null : module.getName();
    return name == null ? UNKNOWN : name;
  }

  private static String ofLocated(String path) {
    Located found = last;
    if (!path.equals(found.path)) {
      found = new Located(path, ofPath(path));
      last = found;
    }
    return found.origin;
  }

  /**
   * The last jar that a path names, or its last folders. Jars in jars end in an exclamation mark or
   * a path within.
   */
  static String ofPath(String path) {
    int jar = Math.max(lastEnding(path, ".jar"), lastEnding(path, ".war"));
    boolean isFolder = path.startsWith("/", jar + 4) && !path.startsWith("/!", jar + 4);
    if (jar >= 0 && !isFolder) {
      String file = path.substring(path.lastIndexOf('/', jar) + 1, jar + 4);
      int within = path.indexOf('/', jar);
      return within < 0 ? file : file + trimmed(path.substring(within));
    }
    String folder = trimmed(path);
    if (folder.isEmpty()) {
      return path;
    }
    int from = folder.length();
    for (int i = 0; i < FOLDERS && from > 0; i++) {
      from = folder.lastIndexOf('/', from - 1);
    }
    return folder.substring(from + 1) + "/";
  }

  /** Where a name ends so for the last time; -1 for never. */
  private static int lastEnding(String path, String ending) {
    int at = path.lastIndexOf(ending);
    while (at >= 0) {
      int end = at + ending.length();
      if (end == path.length() || path.charAt(end) == '/' || path.charAt(end) == '!') {
        return at;
      }
      at = path.lastIndexOf(ending, at - 1);
    }
    return -1;
  }

  /** Without slashes and exclamation marks at its end; a regular expression is slow at a start. */
  private static String trimmed(String path) {
    int end = path.length();
    while (end > 0 && (path.charAt(end - 1) == '/' || path.charAt(end - 1) == '!')) {
      end--;
    }
    return path.substring(0, end);
  }
}
