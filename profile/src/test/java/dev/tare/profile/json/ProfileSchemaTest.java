package dev.tare.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tare.profile.Profile;
import dev.tare.profile.Profiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProfileSchemaTest {

  @Test
  void aWrittenProfileFollowsTheSchema() throws IOException {
    assertEquals(List.of(), schema().validate(written(), InputFormat.JSON));
  }

  @Test
  void theDocumentedExampleFollowsTheSchemaAndIsRead() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "profile-format.md"));
    String example = page.substring(page.indexOf("```json") + 7);
    example = example.substring(0, example.indexOf("```"));
    assertEquals(List.of(), schema().validate(example, InputFormat.JSON));
    Profile profile =
        ProfileReader.read(new ByteArrayInputStream(example.getBytes(StandardCharsets.UTF_8)));
    assertEquals(123, profile.threads().get(0).tree().calls(1));
  }

  /** Each of these breaks one rule, so that the schema is known to have it. */
  @Test
  void theSchemaFindsWhatIsWrong() throws IOException {
    for (List<String> change :
        List.of(
            List.of("\"tare-profile\"", "\"other\""),
            List.of("\"version\":2", "\"version\":1"),
            List.of("\"method\":[-1,0", "\"method\":[-1,-2"),
            List.of("\"parent\":[0,1", "\"parent\":[0,-1"),
            List.of("\"calls\":[1,", "\"calls\":[1.5,"),
            List.of("\"self\":[1200,-456", "\"self\":[1200,\"-456\""),
            List.of("\"policy\":\"runtime\"", "\"policy\":\"later\""),
            List.of("\"calls_past_maxnodes\":9", "\"other\":9"),
            List.of("\"bounded\"", "\"guessed\""),
            List.of("2026-11-21T", "2026-11-21 "))) {
      String json = written();
      String changed =
          json.replaceFirst(quoted(change.get(0)), Matcher.quoteReplacement(change.get(1)));
      assertFalse(changed.equals(json), change.toString());
      assertFalse(schema().validate(changed, InputFormat.JSON).isEmpty(), change.toString());
    }
  }

  private static String quoted(String text) {
    return Pattern.quote(text);
  }

  private static String written() throws IOException {
    Profile profile = Profiles.complete();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileWriter.write(profile, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Schema schema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Profile.class.getResourceAsStream("profile.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
    }
  }
}
