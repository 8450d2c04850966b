package dev.tare.it.tomcat;

import dev.tare.it.program.HttpLoad;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.LogManager;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with a web archive, asked until it has answered often enough. */
public final class WarServer {
  private WarServer() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset(); // its lines begin with the time
    Path base = Files.createTempDirectory("tomcat");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    Files.createDirectories(base.resolve("webapps"));
    tomcat.addWebapp("/app", new File(args[0]).getAbsolutePath());
    tomcat.start();
    HttpLoad.print(
        tomcat.getConnector().getLocalPort(),
        Integer.parseInt(args[1]),
        number -> "/app/squares?last=" + number);
    tomcat.stop();
    tomcat.destroy();
  }
}
