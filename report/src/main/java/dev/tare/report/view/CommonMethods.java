package dev.tare.report.view;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What several profiles can be compared by: methods that all of them had probes in throughout. A
 * method that a budget left without probes in one of them becomes a part of its callers in all.
 */
public final class CommonMethods {
  private record Key(String className, String name, String descriptor) {
    static Key of(MethodInfo method) {
      return new Key(method.className(), method.name(), method.descriptor());
    }
  }

  private final Set<Key> merged = new HashSet<>();

  /** The methods that these profiles have in common. */
  public CommonMethods(List<Profile> profiles) {
    for (Profile profile : profiles) {
      for (MethodInfo method : profile.methods()) {
        if (method.tier().equals(MethodInfo.MERGED)) {
          merged.add(Key.of(method));
        }
      }
    }
  }

  /** How many methods are parts of their callers. */
  public int rolledUp() {
    return merged.size();
  }

  /** The profile with these methods alone. */
  public Profile of(Profile profile) {
    if (merged.isEmpty()) {
      return profile;
    }
    BitSet unwanted = new BitSet();
    for (int i = 0; i < profile.methods().size(); i++) {
      unwanted.set(i, merged.contains(Key.of(profile.methods().get(i))));
    }
    return ProfileView.of(profile).without(unwanted);
  }
}
