package dev.tare.agent.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WovenClass} as bytes. It holds for the weaver that wrote it, and no other. The woven
 * class file begins with the constant pool of the one that it was made from, about half of it,
 * which is left out.
 */
final class WovenClassFormat {
  private static final int NO_BYTES = -1;

  /** JVMS 4.1: where the first constant is. */
  private static final int CONSTANT_POOL = 10;

  private static final List<ProbePlan.Probes> PROBES = List.of(ProbePlan.Probes.values());
  private static final List<WovenClass.Handling> HANDLING = List.of(WovenClass.Handling.values());

  private WovenClassFormat() {}

  /**
   * The class as bytes; faults that kept methods from being woven are left out.
   *
   * @param classFile that it was made from
   */
  static byte[] write(WovenClass woven, byte[] classFile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    if (woven.bytes == null) {
      out.writeInt(NO_BYTES);
    } else {
      int equal = equalConstants(classFile, woven.bytes);
      int rest = CONSTANT_POOL + equal;
      out.writeInt(woven.bytes.length);
      out.writeInt(equal);
      out.write(woven.bytes, 0, CONSTANT_POOL);
      out.write(woven.bytes, rest, woven.bytes.length - rest);
    }
    out.writeInt(woven.checksum);
    out.writeBoolean(woven.sourceFile != null);
    out.writeUTF(woven.sourceFile == null ? "" : woven.sourceFile);
    out.writeInt(woven.methods.size());
    for (WovenClass.Method method : woven.methods) {
      write(method, out);
    }
    out.writeInt(woven.slots.size());
    for (WovenClass.NumberSlot slot : woven.slots) {
      out.writeInt(slot.offset());
      out.writeInt(slot.method());
      out.writeInt(slot.calls());
      out.writeInt(slot.flags());
    }
    out.writeInt(woven.skipped.size());
    for (WovenClass.Skipped skipped : woven.skipped) {
      out.writeUTF(skipped.method());
      out.writeUTF(skipped.descriptor());
      out.writeUTF(skipped.reason().name());
    }
    return bytes.toByteArray();
  }

  /** How many bytes of two class files' constants are equal, from the first on. */
  private static int equalConstants(byte[] one, byte[] other) {
    int differs =
        Arrays.mismatch(one, CONSTANT_POOL, one.length, other, CONSTANT_POOL, other.length);
    return differs < 0 ? other.length - CONSTANT_POOL : differs;
  }

  private static void write(WovenClass.Method method, DataOutputStream out) throws IOException {
    out.writeUTF(method.name());
    out.writeUTF(method.descriptor());
    out.writeShort(method.line());
    out.writeInt(method.shape().plainSize());
    out.writeInt(method.shape().wovenSize());
    out.writeInt(method.shape().callSites());
    out.writeBoolean(method.shape().loops());
    out.writeInt(method.codeHash());
    out.writeByte(PROBES.indexOf(method.probes()));
    out.writeShort(method.calls().size());
    for (WovenClass.Calls calls : method.calls()) {
      out.writeUTF(calls.callee().className());
      out.writeUTF(calls.callee().name());
      out.writeUTF(calls.callee().descriptor());
      out.writeBoolean(calls.isWithoutProbes());
      out.writeByte(HANDLING.indexOf(calls.handling()));
      out.writeInt(calls.times());
      out.writeBoolean(calls.isUncaught());
    }
  }

  /**
   * The class that these bytes were written from.
   *
   * @param classFile as when they were written
   * @throws IOException where they end too early
   */
  static WovenClass read(byte[] written, byte[] classFile) throws IOException {
    WrittenBytes in = new WrittenBytes(written);
    try {
      int length = in.readInt();
      byte @Nullable [] bytes = length == NO_BYTES ? null : readBytes(in, length, classFile);
      int checksum = in.readInt();
      boolean hasSourceFile = in.readBoolean();
      String sourceFile = in.readText();
      int methodCount = in.readInt();
      List<WovenClass.Method> methods = new ArrayList<>(methodCount);
      for (int i = 0; i < methodCount; i++) {
        methods.add(readMethod(in));
      }
      int slotCount = in.readInt();
      List<WovenClass.NumberSlot> slots = new ArrayList<>(slotCount);
      for (int i = 0; i < slotCount; i++) {
        slots.add(
            new WovenClass.NumberSlot(in.readInt(), in.readInt(), in.readInt(), in.readInt()));
      }
      int skippedCount = in.readInt();
      List<WovenClass.Skipped> skipped = new ArrayList<>(skippedCount);
      for (int i = 0; i < skippedCount; i++) {
        skipped.add(
            new WovenClass.Skipped(
                in.readText(), in.readText(), SkipReason.valueOf(in.readText()), null));
      }
      return new WovenClass(
          bytes, checksum, hasSourceFile ? sourceFile : null, methods, slots, skipped);
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("a woven class ends too early", e);
    }
  }

  private static byte[] readBytes(WrittenBytes in, int length, byte[] classFile) {
    int rest = CONSTANT_POOL + in.readInt();
    byte[] bytes = Arrays.copyOf(classFile, length);
    in.readBytes(bytes, 0, CONSTANT_POOL);
    in.readBytes(bytes, rest, length);
    return bytes;
  }

  private static WovenClass.Method readMethod(WrittenBytes in) {
    String name = in.readText();
    String descriptor = in.readText();
    int line = in.readShort();
    CodeShape shape = new CodeShape(in.readInt(), in.readInt(), in.readInt(), in.readBoolean());
    int codeHash = in.readInt();
    ProbePlan.Probes probes = PROBES.get(in.readByte());
    int count = in.readShort();
    List<WovenClass.Calls> calls = count == 0 ? List.of() : new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      MethodRegistry.Key callee =
          new MethodRegistry.Key(in.readText(), in.readText(), in.readText());
      calls.add(
          new WovenClass.Calls(
              callee,
              in.readBoolean(),
              HANDLING.get(in.readByte()),
              in.readInt(),
              in.readBoolean()));
    }
    return new WovenClass.Method(name, descriptor, line, shape, codeHash, probes, calls);
  }
}
