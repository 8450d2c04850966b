package dev.tare.report.view;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.text.Numbers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What several profiles can be compared and added up by: methods that all of them had the same
 * probes in throughout. A method that a budget left without probes in one of them becomes a part of
 * its callers in all; of one that was counted in one of them, calls alone are left in all, with
 * what they called below them, and of one that was flat, calls without their contexts. In sampled
 * mode a counted method has readings as a timed one, unless it calls nothing.
 */
public final class CommonMethods {
  private record Key(String className, String name, String descriptor) {
    static Key of(MethodInfo method) {
      return new Key(method.className(), method.name(), method.descriptor());
    }
  }

  private final Set<Key> merged = new HashSet<>();
  private final Set<Key> flat = new HashSet<>();
  private final Set<Key> counted = new HashSet<>();
  private final Set<Key> timed = new HashSet<>();

  /** Counted in sampled mode, and in no other. */
  private final Set<Key> countedInSampled = new HashSet<>();

  /** Of methods of profiles of sampled mode, those that called others. */
  private final Set<Key> calling = new HashSet<>();

  /** One more profile. */
  public void add(Profile profile) {
    List<MethodInfo> methods = profile.methods();
    if (!profile.isSampled()) {
      add(methods);
      return;
    }
    MethodTotals totals = MethodTotals.of(profile, profile.threads());
    BitSet callers = new BitSet();
    for (int i = 0; i < methods.size(); i++) {
      callers.set(i, totals.callsOthers(i));
    }
    addSampled(methods, callers);
  }

  /**
   * Methods of one more profile of sampled mode, or of several.
   *
   * @param callers the places of those that called others
   */
  public void addSampled(List<MethodInfo> methods, BitSet callers) {
    List<MethodInfo> others = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      MethodInfo method = methods.get(i);
      if (callers.get(i)) {
        calling.add(Key.of(method));
      }
      if (method.tier().equals(MethodInfo.COUNTED)) {
        countedInSampled.add(Key.of(method));
      } else {
        others.add(method);
      }
    }
    add(others);
  }

  /** Methods of one more profile, or of several, in which counted ones have no readings. */
  public void add(List<MethodInfo> methods) {
    for (MethodInfo method : methods) {
      Set<Key> set =
          switch (method.tier()) {
            case MethodInfo.MERGED -> merged;
            case MethodInfo.FLAT -> flat;
            case MethodInfo.COUNTED -> counted;
            default -> timed;
          };
      set.add(Key.of(method));
    }
  }

  /** What was done to make profiles alike, in a line; empty where nothing was. */
  public String rolledUp() {
    List<String> parts = new ArrayList<>();
    tell(
        parts,
        merged.size(),
        "without probes in one of the runs, as parts of their callers in all");
    tell(
        parts,
        flat.stream().filter(key -> !merged.contains(key)).count(),
        "flat in one of the runs, with calls without their contexts in all");
    tell(
        parts,
        withoutReadings().stream()
            .filter(key -> timed.contains(key) && !flat.contains(key) && !merged.contains(key))
            .count(),
        "counted in one of the runs, with calls alone in all");
    return String.join("; ", parts);
  }

  private static void tell(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Numbers.count(count, "method", "methods") + ' ' + what);
    }
  }

  /** The places of methods that are parts of their callers. */
  public BitSet folded(List<MethodInfo> methods) {
    return those(methods, merged);
  }

  /**
   * The places of methods of which calls without contexts are left; those that are folded are none.
   */
  public BitSet flat(List<MethodInfo> methods) {
    BitSet places = those(methods, flat);
    places.andNot(folded(methods));
    return places;
  }

  /** The places of methods of which calls alone are left, in their contexts. */
  public BitSet countedAlone(List<MethodInfo> methods) {
    BitSet places = those(methods, withoutReadings());
    places.andNot(folded(methods));
    places.andNot(flat(methods));
    return places;
  }

  /** The profile with these methods alone. */
  public Profile of(Profile profile) {
    if (merged.isEmpty() && flat.isEmpty() && withoutReadings().isEmpty()) {
      return profile;
    }
    List<MethodInfo> methods = profile.methods();
    return ProfileView.of(profile).rolledUp(folded(methods), flat(methods), countedAlone(methods));
  }

  /** Counted methods whose values are their callers' where they were counted. */
  private Set<Key> withoutReadings() {
    Set<Key> keys = new HashSet<>(countedInSampled);
    keys.removeAll(calling);
    keys.addAll(counted);
    return keys;
  }

  private static BitSet those(List<MethodInfo> methods, Set<Key> keys) {
    BitSet places = new BitSet();
    for (int i = 0; i < methods.size(); i++) {
      places.set(i, keys.contains(Key.of(methods.get(i))));
    }
    return places;
  }
}
