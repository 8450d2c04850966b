package dev.tare.api;

import java.util.ArrayList;
import java.util.List;

/**
 * All calls of a method from the same path of callers.
 *
 * @param className binary name of its class, with dots
 * @param methodName its name; {@code <init>} of a constructor
 * @param descriptor its descriptor (JVMS 4.3.3)
 * @param calls how often it was called there
 * @param self the metric in the method itself, overhead subtracted, in {@link Measurement#unit};
 *     within the error it may be negative
 * @param children what it called
 */
public record MeasuredCalls(
    String className,
    String methodName,
    String descriptor,
    long calls,
    long self,
    List<MeasuredCalls> children) {

  /** The class's and the method's name: {@code com.acme.Dao#load}. */
  public String name() {
    return className + "#" + methodName;
  }

  /** The metric in the method and in all that it called there, overhead subtracted. */
  public long total() {
    return withAllBelow(List.of(this)).stream().mapToLong(MeasuredCalls::self).sum();
  }

  /** These nodes and all below them. Trees may be deeper than the stack is now: no recursion. */
  static List<MeasuredCalls> withAllBelow(List<MeasuredCalls> nodes) {
    List<MeasuredCalls> all = new ArrayList<>(nodes);
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).children());
    }
    return all;
  }
}
