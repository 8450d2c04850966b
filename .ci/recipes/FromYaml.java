import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * Prints what a YAML file has under a key, wherever it stands, in the file's order: a line for each value, and for each
 * item of a list.
 *
 * <p>Usage: {@code java -cp snakeyaml.jar FromYaml.java FILE KEY}
 */
class FromYaml {
  public static void main(String[] arguments) throws Exception {
    for (Object document : new Yaml().loadAll(Files.readString(Path.of(arguments[0])))) {
      print(document, arguments[1]);
    }
  }

  private static void print(Object node, String key) {
    if (node instanceof List<?> list) {
      list.forEach(item -> print(item, key));
    } else if (node instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (!name.equals(key)) {
              print(value, key);
            } else if (value instanceof List<?> list) {
              list.forEach(System.out::println);
            } else {
              System.out.println(value);
            }
          });
    }
  }
}
