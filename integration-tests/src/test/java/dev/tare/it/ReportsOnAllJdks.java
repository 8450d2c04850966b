package dev.tare.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reports of a profile, each of them made by every JDK: they are the same to the last byte. */
final class ReportsOnAllJdks {
  private static final List<String> FORMATS =
      List.of("collapsed", "speedscope", "pprof", "callgrind", "firefox", "csv");

  private ReportsOnAllJdks() {}

  /** Makes them, in a folder that there may be, and compares them. */
  static void check(Path profile, Path folder) throws IOException {
    List<Jdk> jdks = Jdk.all().stream().filter(jdk -> jdk.home().isPresent()).toList();
    Map<String, byte[]> first = made(jdks.get(0), profile, folder);
    for (Jdk jdk : jdks.subList(1, jdks.size())) {
      Map<String, byte[]> others = made(jdk, profile, folder);
      assertEquals(first.keySet(), others.keySet());
      first.forEach((name, bytes) -> assertArrayEquals(bytes, others.get(name), jdk + ": " + name));
    }
  }

  /** What each command wrote, by its name; on a push, every third one. */
  private static Map<String, byte[]> made(Jdk jdk, Path profile, Path folder) throws IOException {
    String file = profile.toString();
    List<String[]> commands = new ArrayList<>();
    commands.add(new String[] {"report", file, "--tree"});
    commands.add(new String[] {"report", file, "--json"});
    commands.add(new String[] {"report", file, "--reverse"});
    commands.add(new String[] {"report", file, "--by", "package,wall"});
    commands.add(new String[] {"report", file, "--html", "page.html"});
    commands.add(new String[] {"diff", file, file});
    commands.add(new String[] {"diff", file, file, "--html", "diff.html"});
    commands.add(new String[] {"merge", file, file, "-o", "merged.json"});
    FORMATS.forEach(
        format ->
            commands.add(
                new String[] {"export", file, "--format", format, "-o", "export." + format}));
    Path out = Files.createDirectories(folder.resolve("jdk-" + jdk.feature()));
    Map<String, byte[]> made = new TreeMap<>();
    for (int i = 0; i < commands.size(); i += Matrix.count(3, 1)) {
      String[] command = commands.get(i);
      String last = command[command.length - 1];
      boolean isFile = last.contains(".") && !last.equals(file);
      if (isFile) {
        command[command.length - 1] = out.resolve(last).toString();
      }
      String text = Tool.run(of(jdk, command));
      String name = String.join(" ", command).replace(out.toString(), "");
      made.put(name, text.replace(out.toString(), "").getBytes(UTF_8));
      if (isFile) {
        made.put(last, Files.readAllBytes(out.resolve(last)));
      }
    }
    return made;
  }

  private static String[] of(Jdk jdk, String... arguments) {
    List<String> command =
        List.of(jdk.tool("java").toString(), "-jar", Workspace.profilerJar().toString());
    return Stream.concat(command.stream(), Stream.of(arguments)).toArray(String[]::new);
  }
}
