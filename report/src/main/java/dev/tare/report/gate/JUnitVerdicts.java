package dev.tare.report.gate;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Verdicts as a JUnit report, which build servers show: a rule is a test case. */
public final class JUnitVerdicts {
  private static final String SUITE = "tare check";

  /** Outside of what XML 1.0 can hold, however it is written (section 2.2). */
  private static final String NOT_IN_XML = "[^\t\n\r -\uD7FF\uE000-\uFFFD]";

  private JUnitVerdicts() {}

  /** Writes the report in UTF-8. */
  public static void write(List<Verdict> verdicts, OutputStream out) throws XMLStreamException {
    XMLStreamWriter xml =
        XMLOutputFactory.newFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
    xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", SUITE);
    xml.writeAttribute("tests", Integer.toString(verdicts.size()));
    long failed = verdicts.stream().filter(Verdict::isBroken).count();
    long undecided = verdicts.stream().filter(verdict -> verdict.undecided().isPresent()).count();
    xml.writeAttribute("failures", Long.toString(failed));
    xml.writeAttribute("errors", Long.toString(undecided));
    xml.writeAttribute("skipped", "0");
    for (Verdict verdict : verdicts) {
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", SUITE);
      xml.writeAttribute("name", plain(verdict.rule()));
      if (!verdict.isKept()) {
        xml.writeStartElement(verdict.isBroken() ? "failure" : "error");
        xml.writeAttribute("message", plain(verdict.reasons().get(0)));
        xml.writeCharacters(plain(String.join("\n", verdict.reasons())));
        xml.writeEndElement();
      }
      if (verdict.undecided().isEmpty()) {
        xml.writeStartElement("system-out");
        xml.writeCharacters(TextVerdicts.methods(verdict));
        xml.writeEndElement();
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.close();
  }

  private static String plain(String text) {
    return text.replaceAll(NOT_IN_XML, "?");
  }
}
