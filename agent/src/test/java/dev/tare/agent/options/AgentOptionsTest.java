package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {
  @TempDir private Path folder = Path.of(".");

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " "})
  void withoutArgumentsEveryDefaultHolds(@Nullable String arguments) throws Exception {
    AgentOptions options = AgentOptions.parse(arguments);
    assertEquals(Mode.FULL, options.mode);
    assertEquals("time", options.metric);
    assertEquals(List.of(), options.include);
    assertEquals(List.of(), options.exclude);
    assertEquals(10_000_000, options.intervalNanos);
    assertEquals(200_000_000, options.maxNodes);
    assertFalse(options.foldsRecursion);
    assertEquals("profile-%p.json", options.file());
    assertEquals("runtime", options.policy());
    for (Option option : Option.values()) {
      assertEquals(
          option.standard.isEmpty() ? null : option.standard,
          options.settings().get(option.key),
          option.key);
    }
  }

  private static void assertTellsOfTwoModes(AgentOptions options) {
    assertEquals(
        List.of(
            "mode=sampled: given more than once, and this last one is in force; give one: full,"
                + " sampled or none"),
        options.repeated);
  }

  @Test
  void aKeyThatIsGivenTwiceIsSaidWithTheValueInForce() throws Exception {
    AgentOptions options = AgentOptions.parse("mode=full,interval=5ms, mode = sampled");
    assertEquals(Mode.SAMPLED, options.mode);
    assertTellsOfTwoModes(options);
  }

  @Test
  void everyKeyMayBeGivenItsDefault() throws Exception {
    StringBuilder arguments = new StringBuilder();
    for (Option option : Option.values()) {
      if (option != Option.CONFIG) {
        arguments.append(arguments.length() == 0 ? "" : ",");
        arguments.append(option.key).append('=').append(option.standard);
      }
    }
    assertEquals(
        AgentOptions.parse(null).settings(), AgentOptions.parse(arguments.toString()).settings());
  }

  @ParameterizedTest
  @CsvSource({"100us, 100000", "10ms, 10000000", "1s, 1000000000", "60s, 60000000000"})
  void intervalsAreDurations(String interval, long nanos) throws Exception {
    assertEquals(nanos, AgentOptions.parse("interval=" + interval).intervalNanos);
  }

  @Test
  void patternsAreJoinedByColons() throws Exception {
    AgentOptions options =
        AgentOptions.parse("include=com.acme.*:*Service:com.acme.Order#total,exclude=com.acme.A$B");
    assertEquals(List.of("com.acme.*", "*Service", "com.acme.Order#total"), options.include);
    assertEquals(List.of("com.acme.A$B"), options.exclude);
  }

  @Test
  void labelsAreJoinedBySemicolons() throws Exception {
    AgentOptions options = AgentOptions.parse("labels=version:1.4;at:http://a:80/;service:orders");
    assertEquals(
        Map.of("version", "1.4", "at", "http://a:80/", "service", "orders"), options.labels);
    assertEquals(List.of("version", "at", "service"), List.copyOf(options.labels.keySet()));
    assertEquals(Map.of(), AgentOptions.parse(null).labels);
  }

  @Test
  void aLabelHasAsManyCharactersAsTheFleetTakes() throws Exception {
    String longest = "x".repeat(100);
    assertEquals(longest, AgentOptions.parse("labels=service:" + longest).labels.get("service"));
    assertThrows(
        OptionException.class, () -> AgentOptions.parse("labels=service:" + longest + "x"));
  }

  /** One wrong value at least for each key: its line names key, value and what would be right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mode=fast",
        "mode=Full",
        "mode=",
        "metric=speed",
        "metric=",
        "include=com acme",
        "include=com.acme.*:",
        "include=#total",
        "include=com.acme.Order#",
        "exclude=a/b",
        "exclude=::",
        "interval=10",
        "interval=ms",
        "interval=99us",
        "interval=61s",
        "interval=-1ms",
        "interval=1e3ms",
        "interval=99999999999999999999ms",
        "cpusamples=maybe",
        "cpusamples=10",
        "cpusamples=999us",
        "cpusamples=0/s",
        "file=",
        "start=later",
        "calibration=sometimes",
        "categories=many",
        "warmupdelay=-1",
        "warmupdelay=x",
        "warmupcount=-1",
        "warmupcount=1.5",
        "calstats=",
        "every=-1s",
        "maxnodes=0",
        "maxnodes=-1",
        "maxnodes=200000001",
        "maxnodes=many",
        "recursion=none",
        "budget=10",
        "budget=0%",
        "budgetlearn=",
        "minshare=1%",
        "minshare=-1",
        "minshare=x",
        "labels=orders",
        "labels=service:",
        "labels=:orders",
        "labels=service:a;service:b",
        "labels=service:a;",
        "labels=a b:c",
        "config=/nowhere/tare.properties"
      })
  void aWrongValueIsNamedWithWhatWouldBeRight(String argument) {
    OptionException wrong = assertThrows(OptionException.class, () -> AgentOptions.parse(argument));
    String key = argument.substring(0, argument.indexOf('='));
    Option option = option(key);
    assertEquals(argument + ": must be " + option.values, wrong.line());
  }

  /** A key that nobody gives a wrong value above would be a key that nobody checks. */
  @Test
  void everyKeyHasAWrongValueAbove() throws Exception {
    ValueSource source =
        AgentOptionsTest.class
            .getDeclaredMethod("aWrongValueIsNamedWithWhatWouldBeRight", String.class)
            .getAnnotation(ValueSource.class);
    assertNotNull(source);
    Set<String> checked = new TreeSet<>();
    for (String argument : source.strings()) {
      checked.add(argument.substring(0, argument.indexOf('=')));
    }
    for (Option option : Option.values()) {
      assertTrue(checked.contains(option.key), option.key);
    }
  }

  @Test
  void anUnknownKeyIsNamedWithThoseThatThereAre() {
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse("mode=full,output=x"));
    assertTrue(wrong.line().startsWith("output=x: unknown key; keys are mode, metric, include,"));
  }

  @ParameterizedTest
  @CsvSource({
    "mod, mode",
    "Mode, mode",
    "includes, include",
    "budgt, budget",
    "cpusample, cpusamples"
  })
  void anUnknownKeyNamesTheOneThatIsNear(String typed, String near) {
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse(typed + "=1"));
    assertEquals(typed + "=1: unknown key; did you mean " + near + "?", wrong.line());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"mode|mode", "mode=full,|','", "full,mode=full|full"},
      quoteCharacter = '"')
  void whatIsNoKeyAndValueIsRefused(String arguments, String shown) {
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse(arguments));
    String expected = shown + ": must be written key=value; keys are mode, ";
    assertTrue(wrong.line().startsWith(expected), wrong.line());
  }

  @Test
  void theConfigFileGivesWhatTheCommandLineDoesNot() throws Exception {
    Path config = config("mode=sampled\ninterval = 5ms \ninclude=com.acme.*:*Service\n");
    AgentOptions options = AgentOptions.parse("interval=20ms,config=" + config);
    assertEquals(List.of(), options.repeated);
    assertEquals(Mode.SAMPLED, options.mode);
    assertEquals(20_000_000, options.intervalNanos);
    assertEquals(List.of("com.acme.*", "*Service"), options.include);
    assertEquals(config.toString(), options.settings().get("config"));
  }

  @Test
  void aKeyThatTheConfigFileRepeatsIsTold() throws Exception {
    Path config = config("mode=full\ninterval=5ms\nmode=sampled\n");
    AgentOptions options = AgentOptions.parse("config=" + config);
    assertEquals(Mode.SAMPLED, options.mode);
    assertTellsOfTwoModes(options);
  }

  @ParameterizedTest
  @CsvSource({
    "modus=full, 'modus=full: unknown key; did you mean mode?'",
    "maxnodes=none, 'maxnodes=none: must be heap or a number from 1 to 200000000'",
    "config=other, 'config=other: cannot stand in a config file'"
  })
  void theConfigFileIsCheckedAsTheCommandLineIs(String line, String message) throws Exception {
    Path config = config(line);
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse("config=" + config));
    assertTrue(wrong.line().startsWith(message), wrong.line());
  }

  @Test
  void aConfigFileThatIsNoPropertiesFileIsNamed() throws Exception {
    Path config = config("mode=\\uZZZZ");
    OptionException wrong =
        assertThrows(OptionException.class, () -> AgentOptions.parse("config=" + config));
    assertEquals(
        "config=" + config + ": must be a properties file of at most 1 MB that can be read",
        wrong.line());
  }

  @Test
  void aFolderIsNoConfigFile() {
    assertThrows(OptionException.class, () -> AgentOptions.parse("config=" + folder));
  }

  @Test
  void theLettersOfAFileNameAreReplaced() throws Exception {
    FileName name = new FileName(42, Instant.now(), "build-7");
    AgentOptions options = AgentOptions.parse("file=" + folder + "/%h-%p-%%-%x.json");
    assertEquals(folder.resolve("build-7-42-%-%x.json"), options.path(name, "1"));
    String stamp = new FileName(42, Instant.now(), "h").expand("%t");
    assertTrue(stamp.matches("\\d{8}-\\d{6}"), stamp);
  }

  @Test
  void profilesOfPeriodsAreNumberedBeforeTheEndingOfTheirName() throws Exception {
    FileName name = new FileName(42, Instant.now(), "h");
    String[][] expected = {
      {"p.json", "p-7.json"},
      {"p.json.gz", "p-7.json.gz"},
      {"p-%n-x.json", "p-7-x.json"},
      {"%%n", "%n-7"},
      {"a.b/p", "a.b/p-7"},
    };
    for (String[] pair : expected) {
      assertEquals(pair[1], name.expand(FileName.numbered(pair[0]), "7"));
    }
    AgentOptions options = AgentOptions.parse("every=2m,file=" + folder + "/p.json");
    assertEquals(120_000_000_000L, options.everyNanos);
    assertEquals(folder.resolve("p-3.json"), options.path(name, "3"));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void overheadIsSubtractedInEveryModeThatWeaves(Mode mode) throws Exception {
    AgentOptions options = AgentOptions.parse("mode=" + mode.key());
    assertEquals(mode != Mode.NONE, options.calibrated());
    assertFalse(AgentOptions.parse("calibration=off,mode=" + mode.key()).calibrated());
  }

  private Path config(String text) throws IOException {
    return Files.writeString(folder.resolve("tare.properties"), text);
  }

  private static Option option(String key) {
    for (Option option : Option.values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    throw new AssertionError(key);
  }
}
