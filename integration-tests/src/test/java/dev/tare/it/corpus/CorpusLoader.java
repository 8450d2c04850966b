package dev.tare.it.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Defines the classes of one view of a jar, with the signers that it names. What the jar has not
 * comes from the JDK, and else from the first other jar of the corpus that has it.
 */
final class CorpusLoader extends SecureClassLoader {
  private final JarView view;
  private final JarFile jar;
  private final URL url;
  private final Corpus corpus;
  private final Map<String, Throwable> failed = new HashMap<>();

  CorpusLoader(JarView view, Corpus corpus) throws IOException {
    super(view.toString(), ClassLoader.getPlatformClassLoader());
    this.view = view;
    this.corpus = corpus;
    jar = view.open();
    url = view.jar().toUri().toURL();
  }

  JarView view() {
    return view;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!name.startsWith("java.") && JarView.has(jar, name)) {
        return own(name);
      }
      try {
        return getParent().loadClass(name);
      } catch (ClassNotFoundException e) {
        CorpusLoader other = corpus.loaderOf(name);
        if (other == null || other == this) {
          throw e;
        }
        return other.own(name);
      }
    }
  }

  /** The class of this very jar; a second try fails as the first did. */
  private Class<?> own(String name) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      Throwable before = failed.get(name);
      if (before != null) {
        throw CorpusLoader.<RuntimeException>asItWas(before);
      }
      try {
        return define(name);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      } catch (LinkageError | RuntimeException e) {
        failed.put(name, e);
        throw e;
      }
    }
  }

  private Class<?> define(String name) throws IOException {
    JarEntry entry = jar.getJarEntry(JarView.entry(name));
    byte[] bytes;
    try (InputStream in = jar.getInputStream(entry)) {
      bytes = in.readAllBytes();
    }
    // The signers are known once the entry has been read.
    return defineClass(name, bytes, 0, bytes.length, new CodeSource(url, entry.getCodeSigners()));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T asItWas(@Nullable Throwable thrown) throws T {
    throw (T) thrown;
  }
}
