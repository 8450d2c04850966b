package dev.tare.agent.control.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedTest {
  private static final long OWN = ProcessHandle.current().pid();

  /** Does nothing but note the commands, and refuses what brings probes in. */
  private static final class RefusingJvm extends TargetJvm {
    private final boolean hasAgent;
    private final CommandException refusal;
    private final List<String> verbs = new ArrayList<>();

    RefusingJvm(boolean hasAgent, CommandException refusal) {
      super(OWN, Path.of("profiler.jar"));
      this.hasAgent = hasAgent;
      this.refusal = refusal;
    }

    @Override
    boolean hasAgent() {
      return hasAgent;
    }

    @Override
    String send(String command) throws CommandException {
      String verb = command.split(" ", 2)[0];
      verbs.add(verb);
      if (verb.equals("attach-recording") || verb.equals("start")) {
        throw refusal;
      }
      return "{\"state\":\"stopped\"}";
    }

    /** What is sent by a recording that does not begin. */
    List<String> sent() throws CommandException {
      Recorded recorded = new Recorded(this, OWN, "", Path.of("p.json"), line -> {});
      recorded.look();
      assertThrows(CommandException.class, recorded::begin);
      recorded.leave();
      return verbs;
    }
  }

  @Test
  void whatAnotherCommandBeganMeanwhileGoesOn() throws CommandException {
    CommandException isThere = new CommandException("the agent is there already");
    assertEquals(List.of("attach-recording"), new RefusingJvm(false, isThere).sent());
    CommandException isOn = new CommandException("it is recording already");
    assertEquals(List.of("status", "start"), new RefusingJvm(true, isOn).sent());
  }

  @Test
  void probesOfARecordingThatFailedAreTakenOut() throws CommandException {
    CommandException failed = new CommandException("failed: java.lang.OutOfMemoryError");
    assertEquals(List.of("attach-recording", "conclude"), new RefusingJvm(false, failed).sent());
    CommandException silent = new NoAnswerException("process 1 did not answer");
    assertEquals(List.of("status", "start", "conclude"), new RefusingJvm(true, silent).sent());
  }
}
