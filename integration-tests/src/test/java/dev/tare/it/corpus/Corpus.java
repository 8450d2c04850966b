package dev.tare.it.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jars, and a loader for each view of each. */
final class Corpus {
  private final List<CorpusLoader> loaders = new ArrayList<>();
  private final Map<String, CorpusLoader> byClassName = new HashMap<>();

  /** All jars in these folders. */
  Corpus(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
          add(jar);
        }
      }
    }
  }

  private void add(Path jar) throws IOException {
    for (JarView view : JarView.of(jar)) {
      CorpusLoader loader = new CorpusLoader(view, this);
      loaders.add(loader);
      if (view.release() == JarView.BASE) {
        view.classNames().forEach(name -> byClassName.putIfAbsent(name, loader));
      }
    }
  }

  /** Every view's loader, jar by jar. */
  List<CorpusLoader> loaders() {
    return loaders;
  }

  /** The first jar that has the class at its root; null for none. */
  @Nullable CorpusLoader loaderOf(String className) {
    return byClassName.get(className);
  }
}
