package dev.tare.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportTest {
  private static final Profile PROFILE = GeneratedProfile.of(5, 80, 30, 3000, 1000, 500);

  @Test
  void theSizeOfPackedFormatsIsThatOfWhatIsPacked() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int i = 0; i < 1000; i++) {
      node = tree.add(node, 0);
      tree.calls(node, 1).self(node, 1);
    }
    Profile deep =
        Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "t", tree.build()));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    write(Format.PPROF, deep, packed);
    int limit = 100_000; // Each of the nodes has its whole path: 500,500 places of a byte and more.
    assertTrue(packed.size() < limit, packed.size() + " bytes");
    assertThrows(
        SizeLimit.ExceededException.class,
        () -> write(Format.PPROF, deep, new SizeLimit(OutputStream.nullOutputStream(), limit)));
  }

  @Test
  void collapsedStacksHaveTheSameSums() throws IOException {
    // The pattern is flamegraph.pl's.
    Pattern line = Pattern.compile("^(.*)\\s+?(\\d+(?:\\.\\d*)?)$");
    Map<String, Long> sums = new TreeMap<>();
    for (String stack : Exported.text(PROFILE, Format.COLLAPSED).lines().toList()) {
      Matcher matcher = line.matcher(stack);
      assertTrue(matcher.matches(), stack);
      String path = matcher.group(1);
      sums.merge(
          path.substring(path.lastIndexOf(';') + 1), Long.valueOf(matcher.group(2)), Long::sum);
      assertTrue(path.startsWith("main;") || path.startsWith("worker-"), path);
    }
    assertEquals(Exported.positiveSelfByName(PROFILE), sums);
  }

  @Test
  void collapsedStacksOfASmallProfile() throws IOException {
    assertEquals(
        """
        main;com.acme.Order.recur 1000
        main;com.acme.Order.recur;com.acme.Order.recur 200
        main;com.acme.Order.recur;com.acme.Order.recur;com.acme.Order.leaf 4000
        main;com.acme.Order.leaf 30
        worker-1;com.acme.Order.leaf 800
        """,
        Exported.text(Profiles.small(), Format.COLLAPSED));
    assertEquals(
        new ClampedValues(1, -30),
        write(Format.COLLAPSED, Profiles.small(), OutputStream.nullOutputStream()));
  }

  @Test
  void namesSayWhatABudgetLeftOfAMethod() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 100);
    tree.calls(tree.add(total, 1), 9);
    int late = tree.add(total, 2);
    tree.calls(late, 1).self(late, 5);
    Profile profile =
        Profiles.of(
            List.of(
                Profiles.method("A", "total"),
                Profiles.method("A", "size", MethodInfo.COUNTED),
                Profiles.method("A", "late", MethodInfo.MERGED)),
            Profiles.thread(1, "main", tree.build()));
    assertEquals(
        """
        main;A.total 100
        main;A.total;A.late [merged] 5
        """,
        Exported.text(profile, Format.COLLAPSED));
    for (Format format : List.of(Format.SPEEDSCOPE, Format.FIREFOX, Format.CALLGRIND)) {
      String text = Exported.text(profile, format);
      for (String name : List.of("A.total", "A.size [counted]")) {
        assertTrue(text.contains(name), format + text);
      }
    }
    JsonNode thread =
        new ObjectMapper().readTree(Exported.text(profile, Format.FIREFOX)).get("threads").get(0);
    assertEquals("[1,2,2]", thread.get("stackTable").get("category").toString());
    assertTrue(Exported.text(profile, Format.CSV).contains(",timed,exact,"));
  }

  @Test
  void speedscopeFollowsItsSchemaAndHasTheSameSums() throws IOException {
    String text = Exported.text(PROFILE, Format.SPEEDSCOPE);
    assertEquals(List.of(), speedscopeSchema().validate(text, InputFormat.JSON));
    JsonNode file = new ObjectMapper().readTree(text);
    Map<String, Long> sums = new TreeMap<>();
    for (JsonNode profile : file.get("profiles")) {
      assertEquals("nanoseconds", profile.get("unit").asText());
      long last = 0;
      Deque<Integer> stack = new ArrayDeque<>();
      for (JsonNode event : profile.get("events")) {
        long at = event.get("at").longValue();
        assertTrue(at >= last);
        if (at > last) {
          int top = Objects.requireNonNull(stack.peek());
          String name = file.get("shared").get("frames").get(top).get("name").asText();
          sums.merge(name, at - last, Long::sum);
        }
        if (event.get("type").asText().equals("O")) {
          stack.push(event.get("frame").intValue());
        } else {
          assertEquals(stack.pop(), event.get("frame").intValue());
        }
        last = at;
      }
      assertEquals(profile.get("endValue").longValue(), last);
      assertTrue(stack.isEmpty());
    }
    assertEquals(Exported.positiveSelfByName(PROFILE), sums);
  }

  @Test
  void firefoxTablesFitTogetherAndHaveTheSameSums() throws IOException {
    JsonNode file = new ObjectMapper().readTree(Exported.text(PROFILE, Format.FIREFOX));
    Map<String, Double> self = new TreeMap<>();
    for (JsonNode thread : file.get("threads")) {
      for (JsonNode table : thread) {
        if (table.has("length")) {
          table
              .properties()
              .forEach(
                  column -> {
                    if (column.getValue().isArray()) {
                      assertEquals(table.get("length").intValue(), column.getValue().size());
                    }
                  });
        }
      }
      JsonNode samples = thread.get("samples");
      for (int i = 0; i < samples.get("length").intValue(); i++) {
        int stack = samples.get("stack").get(i).intValue();
        assertTrue(thread.get("stackTable").get("prefix").get(stack).asInt(-1) < stack);
        int frame = thread.get("stackTable").get("frame").get(stack).intValue();
        int function = thread.get("frameTable").get("func").get(frame).intValue();
        int name = thread.get("funcTable").get("name").get(function).intValue();
        self.merge(
            thread.get("stringArray").get(name).asText(),
            samples.get("weight").get(i).doubleValue(),
            Double::sum);
      }
    }
    MethodTotals totals = Exported.totals(PROFILE);
    Map<String, Long> expected = Exported.byName(PROFILE, totals::self);
    assertEquals(expected.keySet(), self.keySet());
    expected.forEach(
        (name, value) -> assertEquals(value / 1e6, self.getOrDefault(name, Double.NaN), 1e-6));
  }

  @Test
  void csvHasTheSameSumsInEachThread() throws IOException {
    List<CSVRecord> records =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(Exported.text(PROFILE, Format.CSV)))
            .getRecords();
    Map<String, Long> self = new TreeMap<>();
    Map<String, Long> calls = new TreeMap<>();
    List<String> threads = new ArrayList<>();
    for (CSVRecord record : records) {
      String name = record.get("class") + "." + record.get("method");
      self.merge(name, Long.valueOf(record.get("self_ns")), Long::sum);
      calls.merge(name, Long.valueOf(record.get("calls")), Long::sum);
      if (!threads.contains(record.get("thread"))) {
        threads.add(record.get("thread"));
      }
    }
    MethodTotals totals = Exported.totals(PROFILE);
    assertEquals(Exported.byName(PROFILE, totals::self), self);
    assertEquals(Exported.byName(PROFILE, totals::calls), calls);
    assertEquals(List.of("main", "worker-1", "worker-2"), threads);
  }

  @Test
  void csvKeepsNamesWithSeparatorsWhole() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1);
    Profile hostile =
        Profiles.of(
            List.of(new MethodInfo("a,b\"c", "x\ny;z", "()V", null, 0)),
            Profiles.thread(1, "t", tree.build()));
    CSVRecord record =
        CSVFormat.RFC4180
            .parse(new StringReader(Exported.text(hostile, Format.CSV)))
            .getRecords()
            .get(1);
    assertEquals("a,b\"c", record.get(2));
    assertEquals("x\ny;z", record.get(3));
  }

  @Test
  void csvSaysWhatABudgetLeftOfAMethod() throws IOException {
    CSVRecord record =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(Exported.text(Profiles.counted(), Format.CSV)))
            .getRecords()
            .get(0);
    assertEquals("size", record.get("method"));
    assertEquals("counted", record.get("tier"));
  }

  @Test
  void namesCannotBreakTheLinesOfLineFormats() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, 7);
    Profile hostile =
        Profiles.of(
            List.of(new MethodInfo("a;b", "x\ny\u2028 5", "()V", "f\nfn=(1) z", 3)),
            Profiles.thread(1, "t\r;1", tree.build()));
    assertEquals("t?:1;a:b.x?y? 5 7\n", Exported.text(hostile, Format.COLLAPSED));
    String callgrind = Exported.text(hostile, Format.CALLGRIND);
    assertTrue(callgrind.contains("fn=(4) a;b.x?y? 5\n"), callgrind);
    assertTrue(
        callgrind.contains("fl=(3) f?fn=(1) z\n") || callgrind.contains("cfl=(3) f?fn=(1) z\n"),
        callgrind);
  }

  @Test
  void whatHasACostAndNoCallIsCalledOnceInCallgrindsFormat() throws IOException {
    String callgrind = Exported.text(Profiles.carried(), Format.CALLGRIND);
    assertTrue(callgrind.contains("com.acme.Order.<init>\ncalls=1 7\n0 600\n"), callgrind);
  }

  @Test
  void whatInterruptedAThreadIsNoMethodOfAnyFormat() throws IOException {
    for (Format format : Format.values()) {
      String exported = Exported.text(Profiles.interrupted(), format);
      assertFalse(exported.contains("switched") || exported.contains("<gc>"), exported);
    }
  }

  @Test
  void pprofGetsNoNameThatItTakesForATemplateOfCpp() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    write(Format.PPROF, Profiles.beyondMaxnodes(), zipped);
    String message =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(zipped.toByteArray())).readAllBytes(),
            StandardCharsets.ISO_8859_1);
    assertTrue(message.contains("beyond maxnodes"), message);
    assertTrue(message.contains("com.acme.Order.<init>"), message);
    assertFalse(message.contains("<beyond"), message);
  }

  @Test
  void overloadsAreToldApart() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int first = tree.add(0, 0);
    tree.calls(first, 1).self(first, 7);
    int second = tree.add(0, 1);
    tree.calls(second, 1).self(second, 8);
    Profile overloads =
        Profiles.of(
            List.of(
                new MethodInfo("A", "a", "(I)V", null, 0),
                new MethodInfo("A", "a", "(J)V", null, 0)),
            Profiles.thread(1, "t", tree.build()));
    assertEquals("t;A.a(int) 7\nt;A.a(long) 8\n", Exported.text(overloads, Format.COLLAPSED));
  }

  @ParameterizedTest
  @EnumSource
  void aTreeTenThousandDeepIsExported(Format format) throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 10_000; i++) {
      int node = tree.add(i, 0);
      tree.calls(node, 1).self(node, i == 9_999 ? 5 : 0);
    }
    Profile deep =
        Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "deep", tree.build()));
    assertEquals(ClampedValues.NONE, write(format, deep, OutputStream.nullOutputStream()));
  }

  @ParameterizedTest
  @EnumSource
  void whatAddsUpAllTreesIsAskedOnlyByTheFormatThatHasIt(Format format) throws IOException {
    Profile profile = Profiles.small();
    AtomicInteger asked = new AtomicInteger();
    Supplier<Uncertainty> uncertainty =
        () -> {
          asked.incrementAndGet();
          return Uncertainty.of(profile);
        };
    format.write(profile, uncertainty, false, OutputStream.nullOutputStream());
    assertEquals(format == Format.CSV ? 1 : 0, asked.get());
  }

  private static ClampedValues write(Format format, Profile profile, OutputStream out)
      throws IOException {
    return format.write(profile, () -> Uncertainty.of(profile), false, out);
  }

  private static Schema speedscopeSchema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ExportTest.class.getResourceAsStream("speedscope.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
    }
  }
}
