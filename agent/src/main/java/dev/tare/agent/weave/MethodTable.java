package dev.tare.agent.weave;

import dev.tare.profile.MethodInfo;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Methods by number, and their numbers by name. A large program has 90,000 of them from its start
 * to its end, so they have no objects of their own, and the application's collector has little to
 * do with them. Not for several threads at a time.
 */
final class MethodTable {
  /** In the place of a number: there is no such method. */
  static final int NONE = -1;

  private static final int FIRST_PLACES = 1 << 10;

  /**
   * What methods of a class have in common.
   *
   * @param name internal, that its methods go by, as a number of {@link #texts}
   * @param file as of {@link MethodInfo}, as such a number; {@link Texts#NONE} where it has none
   * @param origin as of {@link MethodInfo}
   */
  record Owner(int name, int file, String origin) {}

  private final Texts texts = new Texts();

  // By number.
  private Owner[] owners = new Owner[FIRST_PLACES / 2];
  private int[] names = new int[FIRST_PLACES / 2];
  private int[] descriptors = new int[FIRST_PLACES / 2];
  private int[] lines = new int[FIRST_PLACES / 2];

  /** Numbers, and 1 more; 0 where none is. */
  private int[] places = new int[FIRST_PLACES];

  private int count;

  /** How many methods there are: the next one's number. */
  int count() {
    return count;
  }

  /**
   * A class that methods can be added to.
   *
   * @param internalName that its methods go by
   * @param file as of {@link MethodInfo}
   * @param origin as of {@link MethodInfo}
   * @param last one that is returned if it is the same
   */
  Owner owner(String internalName, @Nullable String file, String origin, @Nullable Owner last) {
    int name = texts.add(internalName);
    int fileName = file == null ? Texts.NONE : texts.add(file);
    return last != null && last.name == name && last.file == fileName
        ? last
        : new Owner(name, fileName, origin);
  }

  /** A method's number. */
  int find(String internalName, String name, String descriptor) {
    int owner = texts.find(internalName);
    int nameNumber = owner == Texts.NONE ? Texts.NONE : texts.find(name);
    int descriptorNumber = nameNumber == Texts.NONE ? Texts.NONE : texts.find(descriptor);
    return descriptorNumber == Texts.NONE
        ? NONE
        : places[place(owner, nameNumber, descriptorNumber)] - 1;
  }

  /** Adds a method that is not there yet, and returns its number. */
  int add(Owner owner, String name, String descriptor, int line) {
    if (2 * count >= places.length) {
      grow();
    }
    owners[count] = owner;
    names[count] = texts.add(name);
    descriptors[count] = texts.add(descriptor);
    lines[count] = line;
    places[place(owner.name, names[count], descriptors[count])] = ++count;
    return count - 1;
  }

  private void grow() {
    owners = Arrays.copyOf(owners, 2 * owners.length);
    names = Arrays.copyOf(names, 2 * names.length);
    descriptors = Arrays.copyOf(descriptors, 2 * descriptors.length);
    lines = Arrays.copyOf(lines, 2 * lines.length);
    places = new int[2 * places.length];
    for (int number = 0; number < count; number++) {
      places[place(owners[number].name, names[number], descriptors[number])] = number + 1;
    }
  }

  /** Where a method's number is, or where it is to be. */
  private int place(int owner, int name, int descriptor) {
    int hash = 0x9E3779B9 * (31 * (31 * owner + name) + descriptor);
    int mask = places.length - 1;
    int place = (hash ^ hash >>> 16) & mask;
    while (places[place] != 0 && !is(places[place] - 1, owner, name, descriptor)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private boolean is(int number, int owner, int name, int descriptor) {
    return names[number] == name
        && descriptors[number] == descriptor
        && owners[number].name == owner;
  }

  /** The internal name that the method's class goes by. */
  String className(int number) {
    return texts.text(owners[checked(number)].name);
  }

  String name(int number) {
    return texts.text(names[checked(number)]);
  }

  String descriptor(int number) {
    return texts.text(descriptors[checked(number)]);
  }

  /** As of {@link MethodInfo}. */
  int line(int number) {
    return lines[checked(number)];
  }

  /** Says where a method is, of which that was not known. */
  void locate(int number, Owner owner, int line) {
    owners[checked(number)] = owner;
    lines[number] = line;
  }

  /** The method as profiles name it, with this tier. */
  MethodInfo info(int number, String tier) {
    Owner owner = owners[checked(number)];
    return new MethodInfo(
        className(number).replace('/', '.'),
        name(number),
        descriptor(number),
        owner.file == Texts.NONE ? null : texts.text(owner.file),
        lines[number],
        tier,
        owner.origin);
  }

  private int checked(int number) {
    return Objects.checkIndex(number, count);
  }
}
