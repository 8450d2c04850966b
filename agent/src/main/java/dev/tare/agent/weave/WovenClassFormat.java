package dev.tare.agent.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link WovenClass} as bytes. It holds for the weaver that wrote it, and no other. */
final class WovenClassFormat {
  private static final int NO_BYTES = -1;

  private WovenClassFormat() {}

  /** The class as bytes; faults that kept methods from being woven are left out. */
  static byte[] write(WovenClass woven) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    if (woven.bytes == null) {
      out.writeInt(NO_BYTES);
    } else {
      out.writeInt(woven.bytes.length);
      out.write(woven.bytes);
    }
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

  private static void write(WovenClass.Method method, DataOutputStream out) throws IOException {
    out.writeUTF(method.name());
    out.writeUTF(method.descriptor());
    out.writeInt(method.line());
    out.writeInt(method.shape().plainSize());
    out.writeInt(method.shape().wovenSize());
    out.writeInt(method.shape().callSites());
    out.writeBoolean(method.shape().loops());
    out.writeInt(method.codeHash());
    out.writeUTF(method.probes().name());
    out.writeInt(method.calls().size());
    for (WovenClass.Calls calls : method.calls()) {
      out.writeUTF(calls.callee().owner());
      out.writeUTF(calls.callee().name());
      out.writeUTF(calls.callee().descriptor());
      out.writeBoolean(calls.isWithoutProbes());
      out.writeUTF(calls.handling().name());
      out.writeInt(calls.times());
      out.writeBoolean(calls.isUncaught());
    }
  }

  /**
   * The class that these bytes were written from.
   *
   * @throws IOException where they end too early
   */
  static WovenClass read(byte[] written) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
    int length = in.readInt();
    byte @Nullable [] bytes = length == NO_BYTES ? null : in.readNBytes(length);
    boolean hasSourceFile = in.readBoolean();
    String sourceFile = in.readUTF();
    int methodCount = in.readInt();
    List<WovenClass.Method> methods = new ArrayList<>(methodCount);
    for (int i = 0; i < methodCount; i++) {
      methods.add(readMethod(in));
    }
    int slotCount = in.readInt();
    List<WovenClass.NumberSlot> slots = new ArrayList<>(slotCount);
    for (int i = 0; i < slotCount; i++) {
      slots.add(new WovenClass.NumberSlot(in.readInt(), in.readInt(), in.readInt(), in.readInt()));
    }
    int skippedCount = in.readInt();
    List<WovenClass.Skipped> skipped = new ArrayList<>(skippedCount);
    for (int i = 0; i < skippedCount; i++) {
      skipped.add(
          new WovenClass.Skipped(
              in.readUTF(), in.readUTF(), SkipReason.valueOf(in.readUTF()), null));
    }
    return new WovenClass(bytes, hasSourceFile ? sourceFile : null, methods, slots, skipped);
  }

  private static WovenClass.Method readMethod(DataInputStream in) throws IOException {
    String name = in.readUTF();
    String descriptor = in.readUTF();
    int line = in.readInt();
    CodeShape shape = new CodeShape(in.readInt(), in.readInt(), in.readInt(), in.readBoolean());
    int codeHash = in.readInt();
    ProbePlan.Probes probes = ProbePlan.Probes.valueOf(in.readUTF());
    int count = in.readInt();
    List<WovenClass.Calls> calls = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      BoundCalls.Callee callee = new BoundCalls.Callee(in.readUTF(), in.readUTF(), in.readUTF());
      calls.add(
          new WovenClass.Calls(
              callee,
              in.readBoolean(),
              WovenClass.Handling.valueOf(in.readUTF()),
              in.readInt(),
              in.readBoolean()));
    }
    return new WovenClass.Method(name, descriptor, line, shape, codeHash, probes, calls);
  }
}
