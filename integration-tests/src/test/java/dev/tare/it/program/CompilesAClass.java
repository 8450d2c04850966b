package dev.tare.it.program;

import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Calls the JDK's compiler, whose classes the application's own loader defines. */
final class CompilesAClass {
  private CompilesAClass() {}

  public static void main(String[] args) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Empty.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "class Empty {}";
          }
        };
    // Checks the source, and writes no class file.
    List<String> options = List.of("-proc:only");
    System.out.println(compiler.getTask(null, null, null, options, null, List.of(source)).call());
  }
}
