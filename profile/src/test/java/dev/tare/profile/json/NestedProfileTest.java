package dev.tare.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A file of version 1, as it was written then. */
class NestedProfileTest {

  @Test
  void isReadWithItsInterruptionsAsFieldsOfTheThread() throws IOException {
    Profile profile = profile();
    assertEquals(
        List.of("com.acme.Order.total", "com.acme.Order$Line.<init>", "<beyond maxnodes>"),
        profile.methods().stream().map(MethodInfo::qualifiedName).toList());
    ThreadProfile main = profile.threads().get(0);
    assertEquals(new Interruptions(5000, 701), main.interruptions());
    CallTree tree = main.tree();
    assertEquals(5, tree.size());
    assertEquals(List.of(-1, 0, 1, 2, 1), methods(tree));
    assertEquals(123, tree.calls(1));
    assertEquals(3, tree.carried(1));
    assertEquals(1, tree.open(1));
    assertEquals(9_000_000_000L, tree.self(2));
    assertEquals(9, tree.cut(4));
    assertEquals(3, tree.parent(4));
    CallTree samples = Objects.requireNonNull(main.cpuSamples()).tree();
    assertEquals(List.of(-1, 0, 1), methods(samples));
    assertEquals(List.of(2L, 411L), List.of(samples.samples(0), samples.samples(2)));
    assertEquals("method too large", profile.skipped().get(0).reason());
    assertEquals(9, profile.limits().callsPastMaxnodes());
    assertEquals(1, profile.calibration().categories().size());
    assertNull(profile.sums());
  }

  @Test
  void isWrittenAsColumnsAndSaysTheSame() throws IOException {
    Profile nested = profile();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileWriter.write(nested, out);
    Profile columns = ProfileReader.read(new ByteArrayInputStream(out.toByteArray()));
    assertEquals(nested.methods(), columns.methods());
    assertEquals(nested.run(), columns.run());
    assertEquals(nested.skipped(), columns.skipped());
    assertEquals(nested.calibration(), columns.calibration());
    for (int i = 0; i < nested.threads().size(); i++) {
      ThreadProfile before = nested.threads().get(i);
      ThreadProfile after = columns.threads().get(i);
      assertEquals(before.interruptions(), after.interruptions());
      assertEquals(before.sums(), after.sums());
      assertEquals(methods(before.tree()), methods(after.tree()));
      assertEquals(before.cpuSamples() == null, after.cpuSamples() == null);
    }
    CpuSamples samples = Objects.requireNonNull(columns.threads().get(0).cpuSamples());
    assertEquals(413, samples.tree().samplesSum());
  }

  @Test
  void aPathOf65536CallsIsRead() throws IOException {
    int calls = 65_536;
    String text =
        """
        {"format": "tare-profile", "version": 1, "metric": {}, "methods": [{}], "threads":
         [{"tree": {%s%s}}]}
        """
            .formatted(
                "\"children\": [{\"method\": 0, ".repeat(calls) + "\"self\": 7",
                "}]".repeat(calls));
    Profile profile =
        ProfileReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    CallTree tree = profile.threads().get(0).tree();
    assertEquals(calls + 1, tree.size());
    assertEquals(7, tree.self(calls));
  }

  private static List<Integer> methods(CallTree tree) {
    return IntStream.range(0, tree.size()).mapToObj(tree::method).toList();
  }

  private static Profile profile() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(NestedProfileTest.class.getResourceAsStream("version-1.json"))) {
      return ProfileReader.read(in);
    }
  }
}
