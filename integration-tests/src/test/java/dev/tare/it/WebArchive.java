package dev.tare.it;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.jar.Manifest;

/** A web archive, and Tomcat that serves it to four clients. */
final class WebArchive {
  private WebArchive() {}

  /**
   * The program.
   *
   * @param name what its folders are called
   * @param requests how many pages it is asked for
   */
  static RealProgram program(String name, int requests) throws IOException {
    return program(name, requests, run -> run);
  }

  /** The program, with more options for its JVM. */
  static RealProgram program(String name, int requests, UnaryOperator<JavaRun> more)
      throws IOException {
    Path tomcat = Workspace.program("tomcat");
    Path server = SourceFolder.compile("tomcat", tomcat);
    Path classes = SourceFolder.compile("war", tomcat);
    Path war =
        SourceFolder.pack(
            Workspace.output("war").resolve("squares.war"),
            new Manifest(),
            classes,
            "",
            "WEB-INF/classes/");
    return new RealProgram(
        name,
        run ->
            more.apply(run)
                .classPath(Workspace.classes(), server, tomcat.resolve("*"))
                .main("dev.tare.it.tomcat.WarServer", war.toString(), Integer.toString(requests)));
  }
}
