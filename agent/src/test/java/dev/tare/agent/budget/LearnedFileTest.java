package dev.tare.agent.budget;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedFileTest {
  private static final ProbePrices PRICES = ProbePrices.full("time", () -> Double.NaN);
  private static final Budget BUDGET = new Budget(0.1);

  @TempDir private Path folder = Path.of(".");

  private LearnedFile file(String version, String mainClass) {
    return new LearnedFile(folder.resolve("rates.tsv"), version, mainClass);
  }

  private static MethodTraits method(String className, String name, int crc) {
    return new MethodTraits(className, name, "()V", new CodeTraits(crc, 100, false, false, false));
  }

  /** A hundred methods of one class, of which m99 is called most. */
  private static LearnedRates measured() {
    LearnedRates rates = LearnedRates.none();
    for (int n = 0; n < 100; n++) {
      rates.put(
          method("com.acme.Order", "m" + n, 77), Math.pow(1.2, n) * 1e-9, 0, n == 3, Tier.TIMED);
    }
    PriceFit fit = new PriceFit(0.2, 0.3, 0.5);
    fit.compare(
        new PriceFit.Stretch(3e9, 2e9),
        new PriceFit.Stretch(1.1e9, 1e8),
        new AnchorRatio(0, 0.04, 100));
    rates.put(PRICES, fit);
    return rates;
  }

  private static Tier start(LearnedRates rates, MethodTraits method) {
    return StartTiers.of(BUDGET, PRICES, rates, false, () -> false).of(method);
  }

  @Test
  void whatWasMeasuredDecidesHowTheNextRunBegins() throws IOException {
    LearnedRates measured = measured();
    measured.begins();
    measured.begins();
    file("1", "Main").write(measured);
    LearnedFile again = file("1", "Main");
    LearnedRates rates = again.read();
    assertTrue(again.refusal().isEmpty());
    assertTrue(rates.hasFactor("full-time"));
    assertFalse(rates.hasFactor("sampled"));
    assertEquals(2, rates.methodsBefore());
    rates.begins();
    assertEquals(2, NextRun.of(rates).methodsBefore(), "the larger run's");
    assertEquals(Tier.MERGED, start(rates, method("com.acme.Order", "m99", 77)));
    assertEquals(Tier.TIMED, start(rates, method("com.acme.Order", "m5", 77)));
    assertFalse(rates.fitsNothing());
    StartTiers tiers = StartTiers.of(BUDGET, PRICES, rates, false, () -> false);
    String descriptor = method("com.acme.Order", "m99", 77).descriptor();
    assertTrue(tiers.willAnyLackNodes());
    assertTrue(tiers.willLackNodes("com.acme.Order", "m99" + descriptor), "before it is loaded");
    assertFalse(tiers.willLackNodes("com.acme.Order", "m5" + descriptor));
    assertFalse(tiers.willLackNodes("com.acme.Other", "m99" + descriptor));
  }

  /** Class files allow names of 65,535 bytes. */
  @Test
  void whatIsWrittenCanBeReadHoweverMuchThereIs() throws IOException {
    LearnedRates first = LearnedRates.none();
    String text = "x".repeat(60_000);
    for (int n = 0; n < 300; n++) {
      first.put(method("com.acme.A" + n, text, 77), 1e-3, 0, false, Tier.TIMED);
    }
    file("1", "Main").write(first);
    LearnedRates second = file("1", "Main").read();
    for (int n = 0; n < 300; n++) {
      second.put(method("com.acme.B" + n, text, 77), 1e-3, 0, false, Tier.TIMED);
    }
    file("1", "Main").write(second);
    LearnedFile again = file("1", "Main");
    LearnedRates third = again.read();
    assertEquals(Optional.empty(), again.refusal());
    for (int n = 0; n < 300; n++) {
      assertTrue(third.rate("com.acme.B" + n, text + "()V") != null, "measured last");
    }
    assertTrue(third.all().size() > 500, () -> third.all().size() + " classes");
  }

  @Test
  void theNextRunBeginsWithThePriceThatThisOneMeasured() throws IOException {
    ProbePrices measured = ProbePrices.sampled(() -> 41.5);
    measured.measure();
    LearnedRates rates = measured();
    rates.put(measured, measured.fit());
    file("1", "Main").write(rates);
    ProbePrices next = ProbePrices.sampled(() -> Double.NaN);
    ProbePrices full = ProbePrices.full("time", () -> Double.NaN);
    LearnedRates learned = file("1", "Main").read();
    learned.applyPrice(next);
    learned.applyPrice(full);
    assertEquals(41.5, next.measuredNanos());
    assertEquals(ProbePrices.READINGS_NANOS, full.measuredNanos(), "as this one took it");
    assertFalse(learned.hasFactor("sampled"), "nothing was compared");
  }

  @Test
  void whatIsNotCalledIsNotWrittenAndBeginsWithWhatIsOfUse() throws IOException {
    LearnedRates measured = measured();
    measured.put(method("com.acme.Unused", "total", 5), 0, 0, false, Tier.TIMED);
    file("1", "Main").write(measured);
    assertFalse(Files.readString(folder.resolve("rates.tsv")).contains("total"));
    LearnedRates rates = file("1", "Main").read();
    assertEquals(Tier.TIMED, start(rates, method("com.acme.Unused", "total", 5)));
    MethodTraits small =
        new MethodTraits("com.acme.Unused", "get", "()I", new CodeTraits(5, 9, true, false, false));
    assertEquals(Tier.COUNTED, start(rates, small));
    StartTiers over = StartTiers.of(BUDGET, PRICES, rates, false, () -> true);
    assertEquals(Tier.COUNTED, over.of(small), "it costs nothing, whatever the budget is");
    assertEquals(
        Tier.FLAT,
        over.of(
            new MethodTraits(
                "com.acme.New", "get", "()I", new CodeTraits(5, 9, true, false, false))));
  }

  /** Flat methods have no nodes, by which roots are seen. */
  @Test
  void aRootStaysOneWhileItHasNoNodes() {
    MethodTraits root = method("com.acme.Order", "m3", 77);
    LearnedRates flat = NextRun.of(measured());
    flat.put(root, 1e-9, 0, false, Tier.FLAT);
    assertTrue(Objects.requireNonNull(NextRun.of(flat).rate("com.acme.Order", "m3()V")).isRoot());
    LearnedRates counted = NextRun.of(flat);
    counted.put(root, 1e-9, 0, false, Tier.COUNTED);
    assertFalse(
        Objects.requireNonNull(NextRun.of(counted).rate("com.acme.Order", "m3()V")).isRoot());
  }

  @Test
  void whatNeitherCallsNorLoopsIsNotTimedHoweverSeldomItIsCalled() {
    LearnedRates rates = measured();
    MethodTraits seldom =
        new MethodTraits("com.acme.Order", "get", "()I", new CodeTraits(77, 9, true, false, false));
    rates.put(seldom, 1e-12, 0, false, Tier.COUNTED);
    rates = NextRun.of(rates);
    assertEquals(Tier.COUNTED, start(rates, seldom));
    assertEquals(
        Tier.TIMED,
        start(
            rates,
            new MethodTraits(
                "com.acme.Order", "get", "()I", new CodeTraits(77, 9, true, false, true))),
        "named by include");
  }

  @Test
  void anotherClassFileIsAnotherClass() throws IOException {
    file("1", "Main").write(measured());
    LearnedRates rates = file("1", "Main").read();
    assertEquals(Tier.TIMED, start(rates, method("com.acme.Order", "m99", 78)));
    assertTrue(rates.fitsNothing());
    assertEquals(Tier.MERGED, start(rates, method("com.acme.Order", "m99", 77)));
    assertFalse(rates.fitsNothing(), "half of it fits");
  }

  @Test
  void whatHadNoProbeIsCarriedOverAndDoesNotComeBack() throws IOException {
    file("1", "Main").write(measured());
    for (int run = 1; run < 5; run++) {
      LearnedRates rates = file("1", "Main").read();
      assertEquals(Tier.MERGED, start(rates, method("com.acme.Order", "m99", 77)), "run " + run);
      file("1", "Main").write(rates);
    }
    LearnedRates rates = file("1", "Main").read();
    KnownClass order = Objects.requireNonNull(rates.classes().get("com.acme.Order"));
    assertEquals(5, Objects.requireNonNull(order.methods().get("m99()V")).age());
  }

  @Test
  void whatIsNotMeasuredForLongIsForgotten() {
    LearnedRates rates = measured();
    for (int run = 0; run <= LearnedRates.MAX_AGE + 1; run++) {
      rates = NextRun.of(rates);
    }
    assertTrue(rates.classes().isEmpty());
  }

  @Test
  void aFileOfAnotherProgramOrProfilerIsRefusedAndStays() throws IOException {
    file("1", "Main").write(measured());
    String before = Files.readString(folder.resolve("rates.tsv"));
    LearnedFile other = file("1", "Other");
    assertTrue(other.read().classes().isEmpty());
    assertEquals(refusal("it was written for another program, Main"), other.refusal());
    other.write(measured());
    LearnedFile newer = file("2", "Main");
    newer.read();
    assertEquals(refusal("it was written for another profiler version, 1"), newer.refusal());
    assertEquals(before, Files.readString(folder.resolve("rates.tsv")));
  }

  private Optional<String> refusal(String reason) {
    return Optional.of(folder.resolve("rates.tsv") + ": " + reason);
  }

  private void refuses(String reason, String content) throws IOException {
    Files.writeString(folder.resolve("rates.tsv"), content);
    LearnedFile file = file("1", "Main");
    assertTrue(file.read().classes().isEmpty());
    assertEquals(refusal(reason), file.refusal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "tare-rates 4\nprofiler\t1\nmain\tMain\n"})
  void anotherFileIsRefused(String content) throws IOException {
    refuses("it is not a budgetlearn file", content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "method\t-1\t0\t0\t--t\tm()V",
        "method\t1\t0\t0\t--\tm()V",
        "method\t1\t0\t0\t--x\tm()V",
        "class\tzz\tA",
        "class\t12",
        "factor\tfull-time\tNaN\t1",
        "price\tsampled\t-1",
        "threshold\tsampled\tNaN",
        "runs\t-1",
        "other"
      })
  void aDamagedFileIsRefused(String line) throws IOException {
    refuses("it is damaged", "tare-rates 9\nprofiler\t1\nmain\tMain\n" + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.POSITIVE_INFINITY, 1e200, Double.NEGATIVE_INFINITY})
  void whatNoProgramDoesIsNotWritten(double impossible) throws IOException {
    LearnedRates rates = measured();
    rates.put(method("B", "often", 2), impossible, 0, false, Tier.COUNTED);
    rates.put(method("B", "long", 2), 1e-3, impossible, false, Tier.COUNTED);
    file("1", "Main").write(rates);
    LearnedFile file = file("1", "Main");
    assertFalse(file.read().classes().isEmpty());
    assertEquals(Optional.empty(), file.refusal());
  }

  /** As after a loss of power, or a full disk. */
  @ParameterizedTest
  @ValueSource(strings = {"", "tare-rates 9\nprofiler\t1\nmain\tMain\nother\n"})
  void aDamagedFileThatNobodyNamedIsReplaced(String content) throws IOException {
    LearnedFile.in(folder, "1", "Main", "key").write(measured());
    Path auto = onlyFile();
    Files.writeString(auto, content);
    LearnedFile damaged = LearnedFile.in(folder, "1", "Main", "key");
    assertTrue(damaged.read().classes().isEmpty());
    assertTrue(damaged.refusal().isPresent());
    damaged.write(measured());
    assertFalse(damaged.read().classes().isEmpty(), "of the same object, for the next run");
    assertEquals(auto, onlyFile());
    assertFalse(LearnedFile.in(folder, "1", "Main", "key").read().classes().isEmpty());
  }

  @Test
  void aFileOfAnotherProgramIsNotReplacedThoughNobodyNamedIt() throws IOException {
    LearnedFile.in(folder, "1", "Main", "key").write(measured());
    String foreign = Files.readString(onlyFile()).replace("main\tMain", "main\tOther");
    Files.writeString(onlyFile(), foreign);
    LearnedFile refused = LearnedFile.in(folder, "1", "Main", "key");
    refused.read();
    refused.write(measured());
    assertEquals(foreign, Files.readString(onlyFile()));
  }

  @Test
  void aDamagedFileThatWasNamedStays() throws IOException {
    Files.writeString(folder.resolve("rates.tsv"), "");
    LearnedFile named = file("1", "Main");
    named.read();
    named.write(measured());
    assertEquals("", Files.readString(folder.resolve("rates.tsv")));
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.toList();
      assertEquals(1, all.size(), all::toString);
      return all.get(0);
    }
  }

  @Test
  void aMissingFileIsNoFault() {
    LearnedFile file = file("1", "Main");
    assertTrue(file.read().classes().isEmpty());
    assertTrue(file.refusal().isEmpty());
  }

  @Test
  void programsHaveFilesOfTheirOwn() throws IOException {
    for (String jar : List.of("/one/app.jar", "/other/app.jar", "/one/app.jar")) {
      LearnedFile.in(folder, "1", "app.jar", jar).write(measured());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void whatHasNotBeenWrittenForLongestIsDeletedWhereAllTakeTooMuchRoom() throws IOException {
    List<String> names = List.of("rates-00000001.tsv", "rates-00000002.tsv", "classes-1.bin");
    for (int i = 0; i < names.size(); i++) {
      Path other = folder.resolve(names.get(i));
      try (RandomAccessFile file = new RandomAccessFile(other.toFile(), "rw")) {
        file.setLength(100 << 20);
      }
      Files.setLastModifiedTime(other, FileTime.fromMillis(i * 1_000L));
    }
    LearnedFile.in(folder, "1", "Main", "key").write(measured());
    assertFalse(Files.exists(folder.resolve("rates-00000001.tsv")));
    assertTrue(Files.exists(folder.resolve("rates-00000002.tsv")));
    assertTrue(Files.exists(folder.resolve("classes-1.bin")));
    assertFalse(LearnedFile.in(folder, "1", "Main", "key").read().classes().isEmpty());
  }

  /** As forks that run a program's tests. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void runsAtTheSameTimeKeepWhatTheOthersMeasured(boolean areFirst) throws IOException {
    if (!areFirst) {
      file("1", "Main").write(measured());
    }
    int runs = 3;
    LearnedFile[] files = new LearnedFile[runs];
    LearnedRates[] rates = new LearnedRates[runs];
    for (int i = 0; i < runs; i++) {
      files[i] = file("1", "Main");
      rates[i] = files[i].read();
      rates[i].put(method("com.acme.Fork" + i, "own", 1), 1e-3, 0, false, Tier.TIMED);
      rates[i].put(method("com.acme.All", "both", 1), (i + 1) * 1e-3, 0, false, Tier.TIMED);
    }
    for (int i = 0; i < runs; i++) {
      files[i].write(rates[i]);
    }
    LearnedRates read = file("1", "Main").read();
    for (int i = 0; i < runs; i++) {
      LearnedRate own = requireNonNull(read.rate("com.acme.Fork" + i, "own()V"));
      assertEquals(runs - 1 - i, own.age());
    }
    assertEquals(3e-3, requireNonNull(read.rate("com.acme.All", "both()V")).callsPerWork(), 1e-9);
    assertEquals(areFirst ? runs : runs + 1, read.runs());
    assertEquals(!areFirst, read.rate("com.acme.Order", "m99()V") != null);
    assertEquals(!areFirst, read.hasFactor("full-time"));
  }

  @Test
  void whatIsWrittenAgainByTheSameRunIsNotAnothers() throws IOException {
    LearnedFile file = file("1", "Main");
    LearnedRates rates = file.read();
    rates.put(method("com.acme.Order", "total", 1), 1e-3, 0, false, Tier.TIMED);
    file.write(rates);
    file.write(rates);
    assertEquals(1, file("1", "Main").read().runs());
  }

  /** A class file may have any of them (JVMS 4.2.2), a jar's file most. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\tb",
        "a\nb",
        "\r",
        "\0",
        "a\\b",
        "\\",
        "\\0041",
        "\ud800",
        "\udc00a",
        "\ud83d\ude00",
        "\uffff"
      })
  void anyNameCanBeReadAgain(String name) throws IOException {
    LearnedRates rates = measured();
    rates.put(method("com.acme." + name, name, 1), 1e-3, 0, false, Tier.TIMED);
    rates.put(method("com.acme." + name, name + "?", 1), 2e-3, 0, false, Tier.TIMED);
    file("1", name).write(rates);
    LearnedFile again = file("1", name);
    LearnedRates read = again.read();
    assertEquals(Optional.empty(), again.refusal());
    for (String method : List.of(name, name + "?")) {
      LearnedRate rate = requireNonNull(read.rate("com.acme." + name, method + "()V"));
      assertEquals(method.equals(name) ? 1e-3 : 2e-3, rate.callsPerWork(), 1e-9);
    }
  }
}
