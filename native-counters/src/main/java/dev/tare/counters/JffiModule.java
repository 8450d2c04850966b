package dev.tare.counters;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.Optional;
import java.util.Set;

/** Finds jffi as a module: its packages alone, for the classes are loaded as all others. */
final class JffiModule extends ModuleReference implements ModuleFinder {
  static final String NAME = "tare.jffi";

  JffiModule() {
    super(
        ModuleDescriptor.newOpenModule(NAME)
            .packages(Set.of("com.kenai.jffi", "com.kenai.jffi.internal"))
            .requires(Set.of(Requires.Modifier.STATIC), RuntimeModules.LOGGING)
            .requires(Set.of(Requires.Modifier.STATIC), "jdk.unsupported")
            .build(),
        null);
  }

  @Override
  public ModuleReader open() {
    throw new UnsupportedOperationException("classes are found by the loader");
  }

  @Override
  public Optional<ModuleReference> find(String name) {
    return name.equals(NAME) ? Optional.of(this) : Optional.empty();
  }

  @Override
  public Set<ModuleReference> findAll() {
    return Set.of(this);
  }
}
