package dev.tare.agent.weave;

import dev.tare.profile.MethodInfo;
import dev.tare.runtime.memory.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Methods by number, and their numbers by name. A large program has 90,000 of them from its start
 * to its end, so they have no objects of their own, and stand outside the heap: the application's
 * collector has nothing to do with them. Not for several threads at a time.
 */
final class MethodTable {
  /** In the place of a number: there is no such method. */
  static final int NONE = NumbersByHash.NONE;

  private static final int EXPECTED = 1 << 9;

  /**
   * What methods of a class have in common.
   *
   * @param number of this one among all
   * @param name internal, that its methods go by, as a number of {@link #texts}
   * @param file as of {@link MethodInfo}, as such a number; {@link Texts#NONE} where it has none
   * @param origin as of {@link MethodInfo}
   */
  record Owner(int number, int name, int file, String origin) {}

  private final Texts texts = new Texts();
  private final List<Owner> owners = new ArrayList<>();
  private final NumbersByHash numbers = new NumbersByHash();

  /** By method: its name and its descriptor, as numbers of {@link #texts}. */
  private final Column names = new Column(EXPECTED);

  /** By method: its owner's number, and its line. */
  private final Column places = new Column(EXPECTED);

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
   */
  Owner owner(String internalName, @Nullable String file, String origin) {
    int fileName = file == null ? Texts.NONE : texts.add(file);
    Owner owner = new Owner(owners.size(), texts.add(internalName), fileName, origin);
    owners.add(owner);
    return owner;
  }

  /** The number of the internal name of a class, which it has from now on. */
  int className(String internalName) {
    return texts.add(internalName);
  }

  /** What names a method of a class, from now on. */
  long named(String name, String descriptor) {
    return pair(texts.add(name), texts.add(descriptor));
  }

  /** A method's number. */
  int find(String internalName, String name, String descriptor) {
    int ownerName = texts.find(internalName);
    int nameNumber = ownerName == Texts.NONE ? Texts.NONE : texts.find(name);
    int descriptorNumber = nameNumber == Texts.NONE ? Texts.NONE : texts.find(descriptor);
    return descriptorNumber == Texts.NONE
        ? NONE
        : find(ownerName, pair(nameNumber, descriptorNumber));
  }

  /** The number of a method whose class has this {@link #className(String)}. */
  int find(int className, long named) {
    return numbers.find(
        hash(className, named),
        number -> names.get(number) == named && owner(number).name == className);
  }

  /** Adds a method that is not there yet, and returns its number. */
  int add(Owner owner, long named, int line) {
    int number = count;
    names.set(number, named);
    places.set(number, pair(owner.number, line));
    numbers.add(hash(owner.name, named), number);
    count++;
    return number;
  }

  private static int hash(int ownerName, long named) {
    return 31 * (31 * ownerName + upper(named)) + lower(named);
  }

  private static long pair(int upper, int lower) {
    return (long) upper << Integer.SIZE | Integer.toUnsignedLong(lower);
  }

  private static int upper(long pair) {
    return (int) (pair >>> Integer.SIZE);
  }

  private static int lower(long pair) {
    return (int) pair;
  }

  private Owner owner(int number) {
    return owners.get(upper(places.get(checked(number))));
  }

  /** The internal name that the method's class goes by. */
  String className(int number) {
    return texts.text(owner(number).name);
  }

  String name(int number) {
    return texts.text(upper(names.get(checked(number))));
  }

  String descriptor(int number) {
    return texts.text(lower(names.get(checked(number))));
  }

  /** As of {@link MethodInfo}. */
  int line(int number) {
    return lower(places.get(checked(number)));
  }

  /** Says where a method is, of which that was not known. */
  void locate(int number, Owner owner, int line) {
    places.set(checked(number), pair(owner.number, line));
  }

  /** The method as profiles name it, with this tier. */
  MethodInfo info(int number, String tier) {
    Owner owner = owner(number);
    return new MethodInfo(
        className(number).replace('/', '.'),
        name(number),
        descriptor(number),
        owner.file == Texts.NONE ? null : texts.text(owner.file),
        line(number),
        tier,
        owner.origin);
  }

  private int checked(int number) {
    return Objects.checkIndex(number, count);
  }
}
