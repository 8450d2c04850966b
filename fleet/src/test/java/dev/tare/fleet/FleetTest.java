package dev.tare.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.fleet.ingest.Ingest;
import dev.tare.fleet.ingest.IngestOptions;
import dev.tare.fleet.ingest.IngestReport;
import dev.tare.fleet.query.Answer;
import dev.tare.fleet.query.Diff;
import dev.tare.fleet.query.Merge;
import dev.tare.fleet.query.MethodSums;
import dev.tare.fleet.query.Selected;
import dev.tare.fleet.query.Selection;
import dev.tare.fleet.query.Top;
import dev.tare.fleet.query.Trend;
import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableLock;
import dev.tare.fleet.table.TableReader;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.text.Numbers;
import dev.tare.report.view.CommonMethods;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The table has what its files have, whatever happens on the way. */
class FleetTest {
  private static final IngestOptions OPTIONS = new IngestOptions(1000, 128, 50_000_000);
  private static final Selection ALL = new Selection(null, null, null, List.of(), null, null);
  private static SparkSession spark = FleetSession.start();

  /** Of four JVMs four minutes each: with fewer there are no sums. */
  private static final int PROFILES_WITH_SUMS = 16;

  @TempDir private Path folder = Path.of(".");
  private Path in = folder;
  private FleetTable table = tableIn(folder.resolve("table"));

  private static FleetTable tableIn(Path path) {
    try {
      return new FleetTable(path.toString(), spark.sparkContext().hadoopConfiguration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void begin() {
    spark = FleetSession.start();
  }

  @AfterAll
  static void end() throws IOException {
    spark.close();
  }

  @BeforeEach
  void folders() throws IOException {
    in = Files.createDirectories(folder.resolve("in"));
    table = tableIn(folder.resolve("table"));
  }

  private IngestReport ingest() throws Exception {
    return new Ingest(spark, table, OPTIONS).run(List.of(in.toString()));
  }

  private Selected selected(Selection selection) throws Exception {
    return new Selected(spark, table, selection);
  }

  /** Real profiles, and others like them. */
  private List<Path> profiles(int count) throws IOException {
    Profile real = RealProfiles.busy();
    GeneratedFleet fleet = new GeneratedFleet(real, 7, 4);
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path file = in.resolve("profile-" + i + (i % 2 == 0 ? ".json" : ".json.gz"));
      ProfileWriter.write(fleet.profile(i), file);
      files.add(file);
    }
    return files;
  }

  private static Profile merged(List<Path> files, ProfileSum.Grouping grouping) throws Exception {
    ProfileSum sum = new ProfileSum(grouping);
    CommonMethods common = new CommonMethods();
    for (Path file : files) {
      Profile profile = ProfileReader.read(file);
      sum.add(profile);
      common.add(profile);
    }
    return files.size() == 1 ? sum.sum() : common.of(sum.sum());
  }

  private byte[] bytes(Profile profile) throws IOException {
    Path file = folder.resolve("out.json");
    ProfileWriter.write(profile, file);
    return Files.readAllBytes(file);
  }

  private Set<String> rows(Kind kind) throws IOException {
    List<Commit> commits = table.commits();
    Set<String> rows = new HashSet<>();
    for (Row row : new TableReader(spark, table, commits).read(kind).collectAsList()) {
      assertTrue(rows.add(row.toString()), () -> "twice: " + row);
    }
    return rows;
  }

  private static MethodSums sums(Selected selected) throws Exception {
    return new MethodSums(spark, selected, false);
  }

  private static long number(Answer answer, Row row, String column) {
    return row.getLong(answer.columns().fieldIndex(column));
  }

  @Test
  void theSumIsByteForByteThatOfMerge() throws Exception {
    List<Path> files = profiles(7);
    IngestReport report = ingest();
    assertEquals(7, report.profiles());
    for (ProfileSum.Grouping grouping :
        List.of(ProfileSum.Grouping.PATTERN, ProfileSum.Grouping.ONE)) {
      assertArrayEquals(bytes(merged(files, grouping)), bytes(Merge.of(selected(ALL), grouping)));
    }
  }

  @Test
  void profilesOfTheAgentAndOfVersionOneAreSummedAsMergeDoes() throws Exception {
    Map<String, List<Path>> services = RealProfiles.recorded(in);
    assertEquals(services.values().stream().mapToInt(List::size).sum(), ingest().profiles());
    for (Map.Entry<String, List<Path>> service : services.entrySet()) {
      Selection selection = new Selection(service.getKey(), null, null, List.of(), null, null);
      assertArrayEquals(
          bytes(merged(service.getValue(), ProfileSum.Grouping.PATTERN)),
          bytes(Merge.of(selected(selection), ProfileSum.Grouping.PATTERN)));
    }
  }

  @Test
  void whatIsThereIsNotAddedAgain() throws Exception {
    profiles(5);
    ingest();
    Set<String> before = rows(Kind.NODES);
    Files.copy(in.resolve("profile-0.json"), in.resolve("copy.json"));
    IngestReport again = ingest();
    assertEquals(0, again.profiles());
    assertEquals(6, again.known());
    assertEquals(before, rows(Kind.NODES));
    assertEquals(0, ingest().profiles());
    ProfileWriter.write(
        new GeneratedFleet(RealProfiles.busy(), 8, 4).profile(99), in.resolve("new.json"));
    assertEquals(1, ingest().profiles());
    rows(Kind.PATHS);
    rows(Kind.METHODS);
  }

  @Test
  void filesThatAreNoProfilesAreListedAndNothingElseIsLost() throws Exception {
    List<Path> files = profiles(4);
    byte[] whole = Files.readAllBytes(files.get(1));
    Files.write(in.resolve("cut.json.gz"), Arrays.copyOf(whole, whole.length / 2));
    Files.writeString(in.resolve("text.json"), "no profile");
    Files.writeString(in.resolve("empty.json"), "");
    String text = Files.readString(files.get(0));
    Files.writeString(
        in.resolve("huge.json"),
        text.replaceFirst("\"calls\":\\[\\d+", "\"calls\":[" + Long.MAX_VALUE)
            .replaceFirst(
                "\"nodes\":\\{(.*)\"calls\":\\[\\d+", "\"nodes\":{$1\"calls\":[" + Long.MAX_VALUE));
    Files.writeString(
        in.resolve("service.json"), text.replace("\"orders\"", "\"" + "x".repeat(200) + "\""));
    Files.writeString(
        in.resolve("cyrillic.json"), text.replace("\"orders\"", "\"" + "ж".repeat(42) + "\""));
    Files.writeString(
        in.resolve("times.json"),
        text.replaceFirst("\"duration_ns\":\\d+", "\"duration_ns\":" + Long.MAX_VALUE));
    Files.writeString(in.resolve("slashes.json"), text.replace("\"orders\"", "\"../../orders\""));
    Files.write(in.resolve("twice.json.gz"), gzipped(gzipped(Files.readAllBytes(files.get(0)))));
    IngestReport report = ingest();
    assertEquals(8, report.leftOut().size(), () -> report.leftOut().stream().toList().toString());
    assertEquals(5, report.profiles());
    report.leftOut().forEach(outcome -> assertNotNull(outcome.problem()));
    Selection orders = new Selection("orders", null, null, List.of(), null, null);
    assertArrayEquals(
        bytes(merged(files, ProfileSum.Grouping.PATTERN)),
        bytes(Merge.of(selected(orders), ProfileSum.Grouping.PATTERN)));
    assertEquals(0, ingest().leftOut().size());
    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(
          List.of("in", "out.json", "table"),
          all.map(path -> path.getFileName().toString())
              .filter(n -> !n.startsWith("."))
              .sorted()
              .toList());
    }
  }

  @Test
  void aFileThatIsTooLongIsLookedAtAgainWithAnotherLimit() throws Exception {
    profiles(1);
    List<String> sources = List.of(in.toString());
    Ingest narrow = new Ingest(spark, table, new IngestOptions(1000, 128, 1000));
    assertEquals(1, narrow.run(sources).leftOut().size());
    IngestReport again = narrow.run(sources);
    assertEquals(List.of(0, 1L), List.of(again.leftOut().size(), again.known()));
    assertEquals(1, ingest().profiles());
    assertEquals(1, ingest().known());
    assertEquals(1, narrow.run(sources).known());
  }

  private static byte[] gzipped(byte[] text) throws IOException {
    ByteArrayOutputStream gzipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzipped)) {
      out.write(text);
    }
    return gzipped.toByteArray();
  }

  @Test
  void whatAStoppedIngestionLeftIsNoPartOfTheTableAndGoes() throws Exception {
    profiles(3);
    ingest();
    Set<String> before = rows(Kind.NODES);
    Path half = Files.createDirectories(folder.resolve("table/batches/000002/nodes"));
    Path commit = folder.resolve("table/commits/000001.json");
    DataFile nodes =
        table.commits().get(0).files().stream()
            .filter(file -> file.kind() == Kind.NODES)
            .findFirst()
            .orElseThrow();
    Files.copy(folder.resolve("table").resolve(nodes.path()), half.resolve("0-0.parquet"));
    Files.writeString(folder.resolve("table/commits/.000002.json.tmp"), "{\"number\":2");
    assertEquals(before, rows(Kind.NODES));
    assertEquals(0, ingest().profiles());
    assertTrue(Files.exists(commit) && Files.notExists(half));
    assertEquals(before, rows(Kind.NODES));
  }

  @Test
  void anIngestionThatAnotherOvertookSaysSo() throws Exception {
    profiles(2);
    ingest();
    try (TableLock lock = table.lock()) {
      assertThrows(FleetException.class, () -> table.commit(new Commit(1, 0, List.of()), lock));
      Path file = folder.resolve("table").resolve(TableLock.FILE);
      Files.writeString(file, Files.readString(file).replace("\"pid\":", "\"pid\":1"));
      assertThrows(FleetException.class, () -> table.commit(new Commit(2, 0, List.of()), lock));
    }
    Files.delete(folder.resolve("table").resolve(TableLock.FILE));
  }

  @Test
  void ofTwoIngestionsAtOnceTheSecondIsRefused() throws Exception {
    profiles(2);
    Path file = folder.resolve("table").resolve(TableLock.FILE);
    String text;
    try (TableLock lock = table.lock()) {
      assertNotNull(lock);
      text = Files.readString(file);
      FleetException refused = assertThrows(FleetException.class, this::ingest);
      String message = String.valueOf(refused.getMessage());
      assertTrue(message.contains("process " + ProcessHandle.current().pid()), message);
      assertTrue(message.lines().count() == 1 && message.contains(file.toString()), message);
    }
    assertTrue(Files.notExists(file));
    Files.writeString(file, text.replace("\"machine\":\"", "\"machine\":\"another "));
    assertThrows(FleetException.class, this::ingest);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(700)));
    assertEquals(2, ingest().profiles());
    Files.writeString(file, text.replaceFirst("\"pid\":[0-9]+", "\"pid\":" + Integer.MAX_VALUE));
    assertEquals(2, ingest().known());
    assertTrue(Files.notExists(file));
  }

  @Test
  void diffNamesTheSlowerMethodAlone() throws Exception {
    Profile real = RealProfiles.busy();
    GeneratedFleet fleet = new GeneratedFleet(real, 11, 12);
    for (int i = 0; i < 120; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json.gz"));
    }
    ingest();
    Selected selected = selected(ALL);
    Answer diff = Diff.of(selected, sums(selected), "1.4", "1.5", null, false, 5);
    Row first = diff.rows().get(0);
    assertTrue(first.getString(0).startsWith(fleet.slowMethod().qualifiedName()), first::toString);
    assertEquals("slower", first.getString(3));
    assertTrue(Math.abs(first.getDouble(1) - 1 / 3.0) < 0.1, first::toString);
    assertEquals(1, diff.rows().stream().filter(row -> "slower".equals(row.getString(3))).count());
    Answer trend =
        Trend.of(spark, selected, sums(selected), fleet.slowMethod().qualifiedName(), 120);
    assertEquals(5, trend.rows().size());
    assertEquals(120, trend.rows().stream().mapToLong(row -> number(trend, row, "profiles")).sum());
    assertEquals(12, number(trend, trend.rows().get(0), "jvms"));
  }

  @Test
  void aVersionThatRanForAPartOfTheOthersTimeIsTested() throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 11, 2);
    for (int minute = 0; minute < 120; minute += 5) {
      ProfileWriter.write(fleet.profile(2 * minute), in.resolve("old-" + minute + ".json.gz"));
    }
    for (int minute = 100; minute < 112; minute++) {
      ProfileWriter.write(fleet.profile(2 * minute + 1), in.resolve("new-" + minute + ".json.gz"));
    }
    ingest();
    Selected selected = selected(ALL);
    Answer diff = Diff.of(selected, sums(selected), "1.4", "1.5", null, false, 1);
    Row first = diff.rows().get(0);
    assertTrue(first.getString(0).startsWith(fleet.slowMethod().qualifiedName()), first::toString);
    assertEquals("slower", first.getString(3), () -> first + " " + diff.heading());
  }

  @Test
  void samplesNameTheSlowerMethodThatHasNoReadings() throws Exception {
    MethodInfo inside = RealProfiles.busy().methods().get(3);
    List<Row> sampled = rowsBySamples(inside, CpuSamples.CPU_TIME);
    assertEquals(1, sampled.size(), sampled::toString);
    Row row = sampled.get(0);
    assertTrue(row.getString(0).startsWith(inside.qualifiedName()), row::toString);
    assertEquals("slower", row.getString(3));
    assertTrue(Math.abs(row.getDouble(1) - 0.5) < 0.1, row::toString);
    assertEquals(203 * 100_000 / 60.0, row.getDouble(4), 4 * 100_000 / 60.0, row::toString);
  }

  @Test
  void samplesOfExecutionTimeAreNotTakenForCpuTime() throws Exception {
    MethodInfo inside = RealProfiles.busy().methods().get(3);
    assertEquals(List.of(), rowsBySamples(inside, CpuSamples.EXECUTION_TIME));
  }

  /**
   * Of eight JVMs with samples in a method without probes, one of which may measure another time.
   */
  private List<Row> rowsBySamples(MethodInfo inside, String measuresOfOne) throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 11, 8);
    for (int i = 0; i < 48; i++) {
      int samples = (i % 2 == 0 ? 200 : 300) + i % 7;
      String measures = i % 8 == 0 ? measuresOfOne : CpuSamples.CPU_TIME;
      ProfileWriter.write(
          RealProfiles.withSamples(fleet.profile(i), inside, samples, measures),
          in.resolve("profile-" + i + ".json.gz"));
    }
    ingest();
    Selected selected = selected(ALL);
    Answer diff = Diff.of(selected, sums(selected), "1.4", "1.5", null, false, 1000);
    int by = diff.columns().fieldIndex("by");
    return diff.rows().stream().filter(row -> row.getString(by).equals("samples")).toList();
  }

  @Test
  void callsAreLowerBoundsWhereNodesWereFolded() throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 5, 4);
    for (int i = 0; i < 8; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json"));
    }
    // A minute later, in which a method has no node left.
    Profile folded = RealProfiles.folded(fleet.profile(8), 0.01);
    ProfileWriter.write(folded, in.resolve("folded.json"));
    MethodTotals totals = MethodTotals.of(folded.threads(), folded.methods().size());
    int gone =
        IntStream.range(0, folded.methods().size())
            .filter(method -> totals.calls(method) == 0)
            .findFirst()
            .orElseThrow();
    ingest();
    Instant later = Instant.parse("2026-11-20T00:02:00Z");
    Selected whole = selected(new Selection(null, null, later, List.of(), null, null));
    Answer top = Top.of(whole, sums(whole), 1000);
    assertTrue(column(top, "exactness").contains("exact"), () -> column(top, "exactness") + "");
    assertTrue(!top.heading().containsKey("folded"), top.heading()::toString);
    Selected all = selected(ALL);
    Answer bounded = Top.of(all, sums(all), 1000);
    assertTrue(
        Set.of("bounded", "estimated").containsAll(column(bounded, "exactness")),
        () -> column(bounded, "exactness") + "");
    String calls = Numbers.count(folded.limits().folded().calls(), "call", "calls");
    assertTrue(String.valueOf(bounded.heading().get("folded")).startsWith(calls + " in nodes"));
    Answer trend = Trend.of(spark, all, sums(all), folded.methods().get(gone).qualifiedName(), 60);
    assertEquals("bounded", trend.rows().get(2).getString(5), trend.rows()::toString);
    String anchor = fleet.slowMethod().qualifiedName();
    Answer diff = Diff.of(all, sums(all), "1.4", "1.5", anchor, false, 1000);
    assertTrue(
        column(diff, "calls_verdict").stream().noneMatch(verdict -> !verdict.contains(", ")),
        () -> column(diff, "calls_verdict") + "");
  }

  private static Set<String> column(Answer answer, String name) {
    Set<String> values = new TreeSet<>();
    answer.rows().forEach(row -> values.add(row.getString(answer.columns().fieldIndex(name))));
    return values;
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "sampled"})
  void methodsThatProfilesDoNotRecordAlikeAreRolledUpAsInMerge(String mode) throws Exception {
    List<Path> files = profiles(6);
    for (Path file : files) {
      ProfileWriter.write(RealProfiles.ofMode(ProfileReader.read(file), mode), file);
    }
    ProfileWriter.write(
        RealProfiles.withTier(ProfileReader.read(files.get(0)), MethodInfo.MERGED, 20),
        files.get(0));
    ProfileWriter.write(
        RealProfiles.withTier(ProfileReader.read(files.get(1)), MethodInfo.COUNTED, 60),
        files.get(1));
    ProfileWriter.write(
        RealProfiles.withTier(ProfileReader.read(files.get(2)), MethodInfo.FLAT, 40), files.get(2));
    ingest();
    CommonMethods common = new CommonMethods();
    for (Path file : files) {
      common.add(ProfileReader.read(file));
    }
    int kinds = mode.equals("full") ? 3 : 2; // In sampled mode methods that call have readings.
    assertEquals(kinds, common.rolledUp().split("; ", -1).length, common::rolledUp);
    Selected selected = selected(ALL);
    assertEquals(common.rolledUp(), selected.rolledUp());
    Profile expected = merged(files, ProfileSum.Grouping.PATTERN);
    assertArrayEquals(bytes(expected), bytes(Merge.of(selected, ProfileSum.Grouping.PATTERN)));
    Profile working = expected.working();
    MethodTotals totals = MethodTotals.of(working, working.threads());
    Answer top = Top.of(selected, sums(selected), 50);
    int[] bySelf = totals.bySelf();
    for (int i = 0; i < 50; i++) {
      Row row = top.rows().get(i);
      assertEquals(totals.self(bySelf[i]), number(top, row, "self"), row::toString);
      assertEquals(totals.calls(bySelf[i]), number(top, row, "calls"), row::toString);
      assertEquals(totals.total(bySelf[i]), number(top, row, "total"), row::toString);
    }
    Answer all = Top.of(selected, sums(selected), Integer.MAX_VALUE);
    assertEquals(
        Arrays.stream(bySelf)
            .mapToObj(at -> List.of(totals.self(at), totals.total(at), totals.calls(at)).toString())
            .filter(values -> !values.equals("[0, 0, 0]"))
            .sorted()
            .toList(),
        all.rows().stream()
            .map(
                row ->
                    List.of(
                            number(all, row, "self"),
                            number(all, row, "total"),
                            number(all, row, "calls"))
                        .toString())
            .filter(values -> !values.equals("[0, 0, 0]"))
            .sorted()
            .toList());
  }

  @Test
  void inSampledModeTheSelectionTellsWhichMethodsCall() throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 5, 2);
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Profile profile = fleet.profile(i);
      if (i == 0 || i == 3) {
        profile = RealProfiles.withTier(profile, MethodInfo.COUNTED, 1000);
      }
      if (i < 2) { // Most methods that call in later profiles do not call in these.
        profile = RealProfiles.folded(profile, 0.05);
      }
      files.add(in.resolve("profile-" + i + ".json"));
      ProfileWriter.write(RealProfiles.ofMode(profile, i < 3 ? "sampled" : "full"), files.get(i));
    }
    ingest();
    Instant later = Instant.parse("2026-11-20T00:01:00Z");
    Selected first = selected(new Selection(null, null, later, List.of(), null, null));
    assertArrayEquals(
        bytes(merged(files.subList(0, 2), ProfileSum.Grouping.PATTERN)),
        bytes(Merge.of(first, ProfileSum.Grouping.PATTERN)));
    assertArrayEquals(
        bytes(merged(files, ProfileSum.Grouping.PATTERN)),
        bytes(Merge.of(selected(ALL), ProfileSum.Grouping.PATTERN)));
  }

  @Test
  void sumsOfStretchesAndNodesAnswerAlike() throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 7, 2);
    for (int i = 0; i < 20; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json.gz"));
    }
    ingest();
    assertTrue(rows(Kind.SUMS).size() < rows(Kind.NODES).size() / 2);
    Instant middle = Instant.parse("2026-11-20T00:05:30Z");
    List<Path> late = new ArrayList<>();
    for (int i = 12; i < 20; i++) {
      late.add(in.resolve("profile-" + i + ".json.gz"));
    }
    Selected half = selected(new Selection(null, middle, null, List.of(), null, null));
    assertArrayEquals(
        bytes(merged(late, ProfileSum.Grouping.PATTERN)),
        bytes(Merge.of(half, ProfileSum.Grouping.PATTERN)));
    Answer trend = Trend.of(spark, half, sums(half), fleet.slowMethod().qualifiedName(), 60);
    assertEquals(4, trend.rows().size());
    Answer top = Top.of(half, sums(half), 1);
    assertTrue(
        top.rows().get(0).getString(0).startsWith(fleet.slowMethod().qualifiedName()),
        () -> top.rows().toString());
    assertEquals(
        number(top, top.rows().get(0), "self"),
        trend.rows().stream().mapToLong(row -> number(trend, row, "self")).sum());
  }

  @Test
  void optionsThatCannotBeHonouredAreWrongUsage() {
    String[] diff = {"diff", "table", "--before", "1.4", "--after", "1.5"};
    for (String[] line :
        new String[][] {
          {"top", "table", "--top", "-1"},
          {"top", "table", "--json", "--parquet", "out"},
          {"trend", "table", "--method", "A", "--json", "--parquet", "out"},
          {"diff", "table", "--before", "1.4", "--after", "1.4"},
          Stream.concat(Stream.of(diff), Stream.of("--top", "-1")).toArray(String[]::new),
          Stream.concat(Stream.of(diff), Stream.of("--version-label", "1.3")).toArray(String[]::new)
        }) {
      assertEquals(2, Fleet.run(line), () -> String.join(" ", line));
    }
  }

  @Test
  void jsonIsAsciiSoThatNoTerminalsCharsetSpoilsIt() throws Exception {
    Answer answer =
        new Answer(
            Map.of("service", "Größe"),
            "ns",
            StructType.fromDDL("method string"),
            List.of(RowFactory.create("Заказ.total")));
    StringWriter text = new StringWriter();
    CommandLine.populateCommand(new OutputOptions(), "--json", "--by=WALL")
        .give(answer, spark, new PrintWriter(text));
    assertTrue(text.toString().chars().allMatch(c -> c < 128), text::toString);
    assertTrue(text.toString().contains("Gr\\u00F6\\u00DFe"), text::toString);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, PROFILES_WITH_SUMS})
  void theDocumentedQueryOfSparkGivesTheTotalsOfProfiles(int profiles) throws Exception {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    for (Path file : profiles(profiles)) {
      sum.add(ProfileReader.read(file));
    }
    ingest();
    Dataset<Row> files =
        spark
            .read()
            .json(folder.resolve("table/commits/*.json").toString())
            .selectExpr("explode(files) f")
            .select("f.*")
            .where("rows > 0");
    String document = Files.readString(Path.of("../docs/fleet.md"));
    String kinds = document.split("for kind in \\[\"", -1)[1].split("\"\\]", -1)[0];
    for (String kind : kinds.split("\", \"", -1)) {
      String[] paths =
          files.where("kind = '" + kind + "'").select("path").collectAsList().stream()
              .map(row -> folder.resolve("table").resolve(row.getString(0)).toString())
              .toArray(String[]::new);
      assertEquals(profiles < PROFILES_WITH_SUMS && kind.equals("sums"), paths.length == 0, kind);
      if (paths.length > 0) {
        spark.read().parquet(paths).createOrReplaceTempView(kind);
      }
    }
    String query = document.split("\"\"\"", -1)[1];
    Row first = spark.sql(query).first();
    MethodTotals totals = MethodTotals.of(sum.sum(), sum.sum().threads());
    assertEquals(
        IntStream.range(0, sum.sum().methods().size()).mapToLong(totals::total).max().orElseThrow(),
        first.<Long>getAs("total"));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, PROFILES_WITH_SUMS})
  void theDocumentedQueryOfDuckDbGivesTheHottestMethodsOfProfiles(int profiles) throws Exception {
    Map<String, List<Long>> expected = new HashMap<>();
    for (Path file : profiles(profiles)) {
      Profile profile = ProfileReader.read(file);
      for (ThreadProfile thread : profile.threads()) {
        for (int node = 1; node < thread.tree().size(); node++) {
          MethodInfo method = profile.methods().get(thread.tree().method(node));
          expected.merge(
              method.className() + "." + method.name(),
              List.of(
                  thread.tree().self(node) - thread.tree().waiting(node),
                  thread.tree().calls(node)),
              (one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
        }
      }
    }
    ingest();
    String document = Files.readString(Path.of("../docs/fleet.md"));
    String[] statements =
        document
            .split("```sql\n", -1)[1]
            .split("```", -1)[0]
            .replace("TABLE/", folder.resolve("table") + "/")
            .strip()
            .split(";", -1);
    Map<String, List<Long>> found = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < statements.length - 2; i++) {
        statement.execute(statements[i]);
      }
      try (ResultSet rows = statement.executeQuery(statements[statements.length - 2])) {
        while (rows.next()) {
          found.put(rows.getString(1), List.of(rows.getLong(2), rows.getLong(3)));
        }
      }
    }
    found.forEach((method, values) -> assertEquals(expected.get(method), values, method));
    assertEquals(
        expected.values().stream()
            .map(values -> values.get(0))
            .sorted(Comparator.reverseOrder())
            .limit(10)
            .toList(),
        found.values().stream().map(values -> values.get(0)).toList());
  }
}
