package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.OtherJvm;
import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What is kept of woven classes, and when it is used. */
class WovenClassCacheTest {
  private static final byte[] NO_CLASS = {};
  private static final WovenClassCache.Key KEY = new WovenClassCache.Key("com/acme/Order", 7, 70);

  @TempDir private Path directory = Path.of("");
  private final List<String> said = new ArrayList<>();
  private WovenClassCache cache = WovenClassCache.none();

  @AfterEach
  void close() {
    cache.close();
  }

  private WovenClassCache open(String dependencies) {
    cache = WovenClassCache.of(directory, dependencies, said::add);
    return cache;
  }

  private void openAgain() {
    cache.close();
    open("");
  }

  /** Merges the methods whose names have this in them. */
  private static ProbePlan merging(String part) {
    return ProbePlan.beginningWith(
        new InitialTiers() {
          @Override
          public Tier of(MethodTraits method) {
            if (method.name().contains(part)) {
              return Tier.MERGED;
            }
            return method.code().callsNothing() ? Tier.COUNTED : Tier.TIMED;
          }

          @Override
          public boolean willLackNodes(String className, String method) {
            return method.substring(0, method.indexOf('(')).contains(part);
          }

          @Override
          public boolean willAnyLackNodes() {
            return true;
          }
        },
        true);
  }

  @Test
  void aLaterRunGetsTheCodeThatItWouldHaveWoven() throws IOException {
    Map<String, byte[]> classes = RealClassesTest.module("jdk.compiler");
    ProbePlan first = merging("get");
    Weaving filling = new Weaving(first, open(""));
    classes.values().forEach(filling::weave);
    openAgain();

    ProbePlan plan = merging("get");
    ProbePlan expectedPlan = merging("get");
    Weaving later = new Weaving(plan, cache);
    Weaving expected = new Weaving(expectedPlan);
    // Other numbers than in the first run.
    later.registry.id("com/acme/Other", "run", "()V", null, 0);
    expected.registry.id("com/acme/Other", "run", "()V", null, 0);
    classes
        .values()
        .forEach(classFile -> assertArrayEquals(expected.weave(classFile), later.weave(classFile)));
    assertEquals(expected.skipped.all(), later.skipped.all());
    assertEquals(expectedPlan.count(), plan.count());
    assertTrue(plan.count() > 10_000, "hardly anything was woven");
    for (int method = 0; method < plan.count(); method++) {
      assertEquals(expected.registry.method(method), later.registry.method(method));
      assertEquals(expectedPlan.code(method), plan.code(method));
      assertEquals(expectedPlan.directCalls().implied(method), plan.directCalls().implied(method));
      assertEquals(
          expectedPlan.directCalls().countedFromTheFirst(method),
          plan.directCalls().countedFromTheFirst(method));
    }
    assertFalse(plan.directCalls().isEmpty());
    assertEquals(List.of(), said);
  }

  /** A class of no code, as no weaver makes it: so it is seen to have been used. */
  private static WovenClass marked(WovenClass woven) {
    return new WovenClass(
        null, woven.checksum, woven.sourceFile, woven.methods, List.of(), woven.skipped);
  }

  private WovenClassCache.Key mark(String name, byte[] classFile) {
    WovenClassCache.Key key = WovenClassCache.Key.of(name, classFile);
    cache.put(key, classFile, marked(requireNonNull(cache.find(key, classFile))));
    return key;
  }

  private static final String SAMPLE = CallerCountersTest.Sample.class.getName().replace('.', '/');

  private static byte[] sample() throws IOException {
    try (InputStream in =
        requireNonNull(
            CallerCountersTest.class.getResourceAsStream("CallerCountersTest$Sample.class"))) {
      return in.readAllBytes();
    }
  }

  private byte @Nullable [] weaveSample(String merged) throws IOException {
    return new Weaving(merging(merged), cache).weave(sample());
  }

  @Test
  void isUsedWhereTiersAreTheSame() throws IOException {
    open("");
    assertNotNull(weaveSample("bare"));
    mark(SAMPLE, sample());
    openAgain();
    assertNull(weaveSample("bare"), "the marked class");
  }

  @Test
  void isNotUsedWhereAMethodHasAnotherTier() throws IOException {
    open("");
    weaveSample("bare");
    mark(SAMPLE, sample());
    assertArrayEquals(
        new Weaving(merging("always")).weave(sample()), weaveSample("always"), "woven anew");
    openAgain();
    mark(SAMPLE, sample());
    assertNull(weaveSample("always"), "the last one counts");
  }

  private static byte[] caller(SampleClass.Code code) {
    return SampleClass.of(Opcodes.ACC_STATIC, "call", "(I)V", code);
  }

  private static void callOther(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "com/acme/Other", "bare", "()V", false);
  }

  /** What is known of the caller's calls once the method of the other class lost its probes. */
  private void calleeLoses(byte[] caller, boolean isUsed, Consumer<CallerAndCallee> known) {
    calleeChanges("nothing", "bare", caller, isUsed, known);
  }

  /** What is known of the caller's calls in a second run, in which another method is merged. */
  private void calleeChanges(
      String mergedFirst,
      String merged,
      byte[] caller,
      boolean isUsed,
      Consumer<CallerAndCallee> known) {
    open("");
    new Weaving(merging(mergedFirst), cache).weave(caller);
    mark(SampleClass.INTERNAL_NAME, caller);
    ProbePlan plan = merging(merged);
    Weaving weaving = new Weaving(plan, cache);
    assertEquals(isUsed, weaving.weave(caller) == null, "the marked class");
    known.accept(
        new CallerAndCallee(
            plan.directCalls(),
            weaving.registry.knownId(
                new MethodRegistry.Key(SampleClass.INTERNAL_NAME, "call", "(I)V")),
            weaving.registry.knownId(new MethodRegistry.Key("com/acme/Other", "bare", "()V"))));
  }

  private record CallerAndCallee(DirectCalls calls, int caller, int callee) {}

  @Test
  void isUsedWhereAMethodThatIsCalledOnceLostItsProbes() {
    calleeLoses(
        caller(
            code -> {
              callOther(code);
              code.visitInsn(Opcodes.RETURN);
            }),
        true,
        known ->
            assertEquals(
                Map.of(known.callee, new DirectCalls.Implied(1, true, true)),
                known.calls.implied(known.caller)));
  }

  private static void callOtherInALoop(MethodVisitor code) {
    Label head = new Label();
    code.visitLabel(head);
    callOther(code);
    code.visitIincInsn(0, -1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFGT, head);
    code.visitInsn(Opcodes.RETURN);
  }

  /** Calls it where the argument is not 0. */
  private static void callOtherInABranch(MethodVisitor code) {
    Label end = new Label();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFEQ, end);
    callOther(code);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
  }

  @Test
  void isNotUsedWhereAMethodThatIsCalledInALoopLostItsProbes() {
    calleeLoses(
        caller(WovenClassCacheTest::callOtherInALoop),
        false,
        known -> assertEquals(Set.of(known.callee), known.calls.countedFromTheFirst(known.caller)));
  }

  @Test
  void isNotUsedWhereAMethodThatIsCountedByItsCallerGotProbes() {
    calleeChanges(
        "bare",
        "nothing",
        caller(WovenClassCacheTest::callOtherInALoop),
        false,
        known -> assertEquals(Set.of(), known.calls.countedFromTheFirst(known.caller)));
  }

  @Test
  void isUsedWhereAMethodThatNobodyCountsGotProbes() {
    calleeChanges(
        "bare",
        "nothing",
        caller(WovenClassCacheTest::callOtherInABranch),
        true,
        known -> assertEquals(Map.of(), known.calls.implied(known.caller)));
  }

  @Test
  void isNotUsedWhereTheClassFileIsAnother() throws IOException {
    open("");
    weaveSample("bare");
    WovenClassCache.Key key = mark(SAMPLE, sample());
    var otherBytes = new WovenClassCache.Key(key.name(), key.crc() + 1, key.length());
    var otherLength = new WovenClassCache.Key(key.name(), key.crc(), key.length() + 1);
    assertNull(cache.find(otherBytes, sample()));
    assertNull(cache.find(otherLength, sample()));
  }

  private static WovenClass small(int line) {
    WovenClass.Method method =
        new WovenClass.Method(
            "total",
            "()I",
            line,
            new CodeShape(10, 50, 0, false),
            3,
            ProbePlan.Probes.NONE,
            List.of());
    return new WovenClass(null, 0, "Order.java", List.of(method), List.of(), List.of());
  }

  private int lineFound() {
    return requireNonNull(cache.find(KEY, NO_CLASS)).methods.get(0).line();
  }

  private Path file() throws IOException {
    try (var files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertEquals(1, all.size());
      return all.get(0);
    }
  }

  /** A class file may have any of them (JVMS 4.2.2). */
  @ParameterizedTest
  @ValueSource(
      strings = {"Order", "\u00e4", "\u20ac", "\0", "a\ud800", "\udc00a", "\ud83d\ude00", "\ufffd"})
  void anyNameIsFoundAgain(String name) {
    WovenClass.Method method =
        new WovenClass.Method(
            name,
            "(L" + name + ";)V",
            1,
            new CodeShape(10, 50, 0, false),
            3,
            ProbePlan.Probes.NONE,
            List.of());
    WovenClassCache.Key key = new WovenClassCache.Key("com/acme/" + name, 7, 70);
    open("")
        .put(
            key,
            NO_CLASS,
            new WovenClass(null, 0, name + ".java", List.of(method), List.of(), List.of()));
    openAgain();
    WovenClass found = requireNonNull(cache.find(key, NO_CLASS));
    assertEquals(List.of(method), found.methods);
    assertEquals(name + ".java", found.sourceFile);
    assertEquals(List.of(), said);
  }

  @Test
  void aTextThatEndsWithinACharacterCanBeRead() {
    byte[] written = {'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80};
    for (int length = 0; length <= written.length; length++) {
      assertTrue(WrittenBytes.text(written, 0, length).length() <= length);
    }
  }

  @Test
  void aRecordThatWasNotWrittenToItsEndIsCutOff() throws IOException {
    open("").put(KEY, NO_CLASS, small(1));
    cache.close();
    long whole = Files.size(file());
    open("").put(KEY, NO_CLASS, small(2));
    cache.close();
    byte[] bytes = Files.readAllBytes(file());
    for (int length = (int) whole; length < bytes.length; length++) {
      Files.write(file(), Arrays.copyOf(bytes, length));
      open("");
      assertEquals(1, lineFound(), "cut at " + length);
      cache.put(KEY, NO_CLASS, small(3));
      openAgain();
      assertEquals(3, lineFound(), "written behind a record that was cut at " + length);
      cache.close();
    }
    assertEquals(List.of(), said);
  }

  @Test
  void aDamagedClassIsNotUsed() throws IOException {
    open("").put(KEY, NO_CLASS, small(1));
    cache.close();
    byte[] bytes = Files.readAllBytes(file());
    bytes[bytes.length - 1] ^= 1;
    Files.write(file(), bytes, StandardOpenOption.TRUNCATE_EXISTING);
    assertNull(open("").find(KEY, NO_CLASS));
    cache.put(KEY, NO_CLASS, small(2));
    openAgain();
    assertEquals(2, lineFound());
  }

  @Test
  void aFileThatIsNoneOfOursIsWrittenAnew() throws IOException {
    open("");
    cache.close();
    Files.writeString(file(), "something else, and longer than what a header has");
    assertNull(open("").find(KEY, NO_CLASS));
    cache.put(KEY, NO_CLASS, small(1));
    openAgain();
    assertEquals(1, lineFound());
  }

  private static final int ROOM = 2000;

  private void openSmall() {
    cache.close();
    cache = WovenClassCache.of(directory, "", ROOM, said::add);
  }

  private static WovenClassCache.Key key(int number) {
    return new WovenClassCache.Key("com/acme/Order" + number, 7, 70);
  }

  @Test
  void aFullFileLosesWhatWasWovenAgainSince() throws IOException {
    openSmall();
    for (int number = 0; number < 3; number++) {
      cache.put(key(number), NO_CLASS, small(7 + number));
    }
    for (int line = 1; line < ROOM; line++) {
      cache.put(KEY, NO_CLASS, small(line));
    }
    int last = lineFound();
    cache.close();
    long full = Files.size(file());
    assertTrue(full > ROOM * 7 / 8 && full <= ROOM, () -> full + " bytes");

    openSmall();
    for (int number = 2; number >= 0; number--) {
      WovenClass found = requireNonNull(cache.find(key(number), NO_CLASS));
      assertEquals(7 + number, found.methods.get(0).line());
    }
    assertEquals(last, lineFound());
    assertTrue(Files.size(file()) < ROOM / 4, "what was woven again is gone");
    nobodyElseReads();
    cache.put(KEY, NO_CLASS, small(ROOM));
    openSmall();
    assertEquals(ROOM, lineFound(), "it is written on");
    assertEquals(List.of(), said);
  }

  @Test
  void aFullFileStaysWhereEveryClassIsNeeded() throws IOException {
    openSmall();
    for (int number = 0; number < ROOM; number++) {
      cache.put(key(number), NO_CLASS, small(number));
    }
    cache.close();
    byte[] full = Files.readAllBytes(file());
    openSmall();
    assertEquals(1, requireNonNull(cache.find(key(1), NO_CLASS)).methods.get(0).line());
    cache.close();
    assertArrayEquals(full, Files.readAllBytes(file()));
  }

  @Test
  void nobodyElseReadsTheFile() throws IOException {
    open("").put(KEY, NO_CLASS, small(1));
    nobodyElseReads();
  }

  private void nobodyElseReads() throws IOException {
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file()));
  }

  @Test
  void otherOptionsHaveAnotherFile() {
    open("mode=full").put(KEY, NO_CLASS, small(1));
    cache.close();
    assertNull(open("mode=sampled").find(KEY, NO_CLASS));
    cache.close();
    open("mode=full");
    assertEquals(1, lineFound());
  }

  @Test
  void whoeverComesSecondReadsAndDoesNotWrite() {
    open("").put(KEY, NO_CLASS, small(1));
    openAgain();
    WovenClassCache first = cache;
    open("");
    assertEquals(1, lineFound());
    cache.put(KEY, NO_CLASS, small(2));
    cache.close();
    first.close();
    open("");
    assertEquals(1, lineFound());
  }

  /** Another run of the program, which weaves the same class. */
  static final class OtherRun {
    private OtherRun() {}

    public static void main(String[] directory) {
      WovenClassCache cache = WovenClassCache.of(Path.of(directory[0]), "", System.out::println);
      cache.put(KEY, NO_CLASS, small(2));
      cache.close();
    }
  }

  @Test
  void ofTwoJvmsTheSecondDoesNotWrite() throws IOException, InterruptedException {
    open("");
    assertEquals("", OtherJvm.output(OtherRun.class, directory));
    openAgain();
    assertNull(cache.find(KEY, NO_CLASS));
  }

  @Test
  void aThreadThatIsInterruptedReadsAndWrites() {
    Thread.currentThread().interrupt();
    open("").put(KEY, NO_CLASS, small(1));
    openAgain();
    assertEquals(1, lineFound());
    assertTrue(Thread.interrupted());
    assertEquals(1, lineFound());
    assertEquals(List.of(), said);
  }

  @Test
  void aClassWithAFaultOfOursIsNotKept() {
    WovenClass faulty =
        new WovenClass(
            null,
            0,
            null,
            List.of(),
            List.of(),
            List.of(
                new WovenClass.Skipped(
                    "total", "()I", SkipReason.WEAVER_FAILED, new IllegalStateException())));
    open("").put(KEY, NO_CLASS, faulty);
    assertNull(cache.find(KEY, NO_CLASS));
  }

  @Test
  void whereNoFileCanBeMadeOneLineSaysSo() {
    directory = directory.resolve("missing");
    assertFalse(open("").isUsed());
    assertEquals(1, said.size());
    cache.put(KEY, NO_CLASS, small(1));
    assertNull(cache.find(KEY, NO_CLASS));
    assertEquals(1, said.size());
  }
}
