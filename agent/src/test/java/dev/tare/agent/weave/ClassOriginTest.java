package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.ProtectionDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassOriginTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /opt/app/lib/h2-2.4.240.jar,                              h2-2.4.240.jar
          /opt/app/target/classes/,                                 target/classes/
          /classes/,                                                classes/
          /,                                                        /
          file:/opt/app.jar!/BOOT-INF/lib/spring-core-6.2.jar!/,    spring-core-6.2.jar
          nested:/opt/app.jar/!BOOT-INF/lib/spring-core-6.2.jar!/,  spring-core-6.2.jar
          nested:/opt/app.jar/!BOOT-INF/classes/!/,                 app.jar/!BOOT-INF/classes
          /opt/tomcat/webapps/shop/WEB-INF/classes/,                WEB-INF/classes/
          /srv/com.acme.warehouse/classes/,                         com.acme.warehouse/classes/
          /srv/com.acme.jars/lib/a.jar,                             a.jar
          """)
  void aPathIsKnownByItsLastJarOrItsLastFolders(String path, String origin) {
    assertEquals(origin, ClassOrigin.ofPath(path));
  }

  @Test
  void aClassOfTheJdkComesFromItsModuleAndOneOfATestFromItsFolder() {
    assertEquals("java.base", ClassOrigin.of(String.class.getModule(), null));
    assertEquals(
        "java.sql",
        ClassOrigin.of(java.sql.Date.class.getModule(), java.sql.Date.class.getProtectionDomain()));
    ProtectionDomain own = getClass().getProtectionDomain();
    assertEquals(
        ClassOrigin.ofPath(own.getCodeSource().getLocation().getPath()),
        ClassOrigin.of(getClass().getModule(), own));
    assertEquals(ClassOrigin.UNKNOWN, ClassOrigin.of(null, null));
  }
}
