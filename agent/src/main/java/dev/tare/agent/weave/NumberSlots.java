package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * Constants that stand for methods' numbers in a class that is being woven. Each is a constant pool
 * entry of its own, so that the number can be written over it.
 */
final class NumberSlots {
  /** JVMS 4.4. */
  private static final int CONSTANT_INTEGER = 3;

  /** Where constants begin, unless the class file has some of the first range itself. */
  private static final int BEGIN = 0x54_00_00_00;

  /** A class file has fewer constants (JVMS 4.1) than a range has, and than there are ranges. */
  private static final int RANGE_BITS = 16;

  /** The class as it was. */
  private final ClassReader before;

  private final List<WovenClass.NumberSlot> taken = new ArrayList<>();

  /** The constant of the first slot; sought when one is taken, for most classes may have none. */
  private int first;

  /** For the class that this reader reads. */
  NumberSlots(ClassReader before) {
    this.before = before;
  }

  /** Takes a constant for the number that a slot, whose offset is not known yet, is to have. */
  int take(int method, int calls, int flags) {
    if (taken.isEmpty()) {
      first = firstFree();
    }
    taken.add(new WovenClass.NumberSlot(0, method, calls, flags));
    return first + taken.size() - 1;
  }

  private int firstFree() {
    BitSet ranges = new BitSet();
    for (int i = 1; i < before.getItemCount(); i++) {
      if (isInteger(before, i)) {
        ranges.set((before.readInt(before.getItem(i)) - BEGIN) >>> RANGE_BITS);
      }
    }
    return BEGIN + (ranges.nextClearBit(0) << RANGE_BITS);
  }

  /** Where they are in the woven class file. */
  List<WovenClass.NumberSlot> find(byte[] woven) {
    ClassReader after = new ClassReader(woven);
    List<WovenClass.NumberSlot> found = new ArrayList<>();
    // ASM keeps the entries that there were, and adds new ones behind them.
    for (int i = before.getItemCount(); i < after.getItemCount(); i++) {
      if (isInteger(after, i)) {
        int offset = after.getItem(i);
        WovenClass.NumberSlot slot = taken.get(after.readInt(offset) - first);
        found.add(new WovenClass.NumberSlot(offset, slot.method(), slot.calls(), slot.flags()));
      }
    }
    return found;
  }

  private static boolean isInteger(ClassReader reader, int item) {
    int offset = reader.getItem(item); // Behind the tag; 0 where there is no entry.
    return offset > 0 && reader.readByte(offset - 1) == CONSTANT_INTEGER;
  }
}
