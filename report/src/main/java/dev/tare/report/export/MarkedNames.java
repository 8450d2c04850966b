package dev.tare.report.export;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.analysis.MethodNames;
import java.util.List;

/**
 * Names for formats that have no other place for what a budget left of a method, or that samples
 * told its value: {@code com.acme.Order.size [counted]}.
 */
final class MarkedNames {
  private final List<MethodInfo> methods;
  private final MethodNames names;

  MarkedNames(Profile profile) {
    methods = profile.methods();
    names = new MethodNames(methods);
  }

  /** The name of the method of this index. */
  String of(int method) {
    String tier = methods.get(method).tier();
    String name = names.of(method);
    return tier.equals(MethodInfo.TIMED) ? name : name + " [" + tier + "]";
  }
}
