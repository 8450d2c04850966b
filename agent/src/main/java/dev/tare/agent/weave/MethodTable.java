package dev.tare.agent.weave;

import dev.tare.profile.MethodInfo;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Methods by number, and their numbers by name. A large program has 90,000 of them from its start
 * to its end, so each is one small object: no key, no boxed number, no node of a map. Not for
 * several threads at a time.
 */
final class MethodTable {
  /** In the place of a number: there is no such method. */
  static final int NONE = -1;

  private static final int FIRST_PLACES = 1 << 10;

  /** What methods of a class have in common. */
  static final class Owner {
    private final String internalName;
    private final String binaryName;
    private final @Nullable String file;
    private final String origin;

    /**
     * A class.
     *
     * @param internalName that its methods go by
     * @param file as of {@link MethodInfo}
     * @param origin as of {@link MethodInfo}
     */
    Owner(String internalName, @Nullable String file, String origin) {
      this.internalName = internalName;
      this.binaryName = internalName.replace('/', '.');
      this.file = file;
      this.origin = origin;
    }

    boolean is(String internalName, @Nullable String file) {
      return this.internalName.equals(internalName) && Objects.equals(this.file, file);
    }
  }

  private static final class Method {
    private final Owner owner;
    private final String name;
    private final String descriptor;
    private final int line;

    Method(Owner owner, String name, String descriptor, int line) {
      this.owner = owner;
      this.name = name;
      this.descriptor = descriptor;
      this.line = line;
    }

    boolean is(String internalName, String name, String descriptor) {
      return this.name.equals(name)
          && this.descriptor.equals(descriptor)
          && owner.internalName.equals(internalName);
    }
  }

  /** By number. */
  private Method[] methods = new Method[FIRST_PLACES / 2];

  /** Numbers, and 1 more; 0 where none is. */
  private int[] places = new int[FIRST_PLACES];

  private int count;

  /** How many methods there are: the next one's number. */
  int count() {
    return count;
  }

  /** A method's number. */
  int find(String internalName, String name, String descriptor) {
    return places[place(internalName, name, descriptor)] - 1;
  }

  /** Adds a method that is not there yet, and returns its number. */
  int add(Owner owner, String name, String descriptor, int line) {
    if (2 * count >= places.length) {
      grow();
    }
    methods[count] = new Method(owner, name, descriptor, line);
    places[place(owner.internalName, name, descriptor)] = ++count;
    return count - 1;
  }

  private void grow() {
    methods = Arrays.copyOf(methods, 2 * methods.length);
    places = new int[2 * places.length];
    for (int number = 0; number < count; number++) {
      Method method = methods[number];
      places[place(method.owner.internalName, method.name, method.descriptor)] = number + 1;
    }
  }

  /** Where a method's number is, or where it is to be. */
  private int place(String internalName, String name, String descriptor) {
    int hash = 31 * (31 * internalName.hashCode() + name.hashCode()) + descriptor.hashCode();
    int mask = places.length - 1;
    int place = (hash ^ hash >>> 16) & mask;
    while (places[place] != 0 && !methods[places[place] - 1].is(internalName, name, descriptor)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  /** The internal name that the method's class goes by. */
  String className(int number) {
    return method(number).owner.internalName;
  }

  String name(int number) {
    return method(number).name;
  }

  /** As of {@link MethodInfo}. */
  int line(int number) {
    return method(number).line;
  }

  /** Says where a method is, of which that was not known. */
  void locate(int number, Owner owner, int line) {
    Method method = method(number);
    methods[number] = new Method(owner, method.name, method.descriptor, line);
  }

  /** The method as profiles name it, with this tier. */
  MethodInfo info(int number, String tier) {
    Method method = method(number);
    Owner owner = method.owner;
    return new MethodInfo(
        owner.binaryName,
        method.name,
        method.descriptor,
        owner.file,
        method.line,
        tier,
        owner.origin);
  }

  private Method method(int number) {
    return methods[Objects.checkIndex(number, count)];
  }
}
