package dev.tare.agent.control.client;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Properties;

/**
 * A running JVM that is told something: by loading the agent into it once more, whose argument is
 * the command, and reading the answer from its agent's properties.
 */
class TargetJvm {
  private static final String JAR = "dev.tare.jar";
  private static final String ANSWER = "dev.tare.answer.";

  /** The first letter of an answer: it comes too late, and the JVM writes its last profile. */
  private static final char ENDING = '3';

  /** HotSpot before 24: {@code AttachOperation::arg_length_max}, jar and argument together. */
  private static final int MAX_BYTES = 1_024;

  private final long pid;
  private final Path ownJar;

  TargetJvm(long pid, Path ownJar) {
    this.pid = pid;
    this.ownJar = ownJar;
  }

  /** Whether there is an agent in it already. */
  boolean hasAgent() throws CommandException {
    new JvmProcess(pid).check();
    VirtualMachine jvm = attach();
    try {
      return jvm.getAgentProperties().getProperty(JAR) != null;
    } catch (IOException e) {
      throw new CommandException("process " + pid + " did not answer: " + e.getMessage());
    } finally {
      detach(jvm);
    }
  }

  /**
   * Has it done.
   *
   * @param command the command's name, and what follows it
   * @return the answer
   */
  String send(String command) throws CommandException {
    JvmProcess process = new JvmProcess(pid);
    process.check();
    VirtualMachine jvm = attach();
    try {
      return send(jvm, process, command);
    } catch (IOException e) {
      throw new NoAnswerException("process " + pid + " did not answer: " + e.getMessage());
    } finally {
      detach(jvm);
    }
  }

  private VirtualMachine attach() throws CommandException {
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException | IOException e) {
      throw new NoAnswerException(
          "cannot attach to process "
              + pid
              + ": "
              + e.getMessage()
              + " (another user's JVM, another JVM than HotSpot, or -XX:+DisableAttachMechanism?)");
    }
  }

  private static void detach(VirtualMachine jvm) throws CommandException {
    try {
      jvm.detach();
    } catch (IOException e) {
      throw new CommandException("could not detach: " + e.getMessage());
    }
  }

  private String send(VirtualMachine jvm, JvmProcess process, String command)
      throws IOException, CommandException {
    String agentJar = jvm.getAgentProperties().getProperty(JAR);
    boolean attaching = command.startsWith("attach"); // For a recording, too.
    if (attaching && agentJar != null) {
      throw new CommandException(
          "the agent is in process " + pid + " already: use start, stop, dump, reset and status");
    }
    if (!attaching && agentJar == null) {
      throw new CommandException(
          "there is no agent in process " + pid + ": attach one, or start the JVM with -javaagent");
    }
    String jar = agentJar == null ? ownJar.toString() : agentJar;
    process.checkSees(Path.of(jar));
    String id = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
    String argument = "tare-command:" + id + ":" + command;
    if ((jar + "=" + argument).getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new CommandException(
          2,
          "too long for the attach interface, which takes 1,024 bytes: put the options into a file"
              + " and say config=FILE");
    }
    if (!attaching) {
      load(jvm, jar, argument);
      return answer(jvm.getAgentProperties(), id);
    }
    CompiledCode before = CompiledCode.of(jvm);
    load(jvm, jar, argument);
    String answer = answer(jvm.getAgentProperties(), id);
    return answer + "\n" + before.lossUntil(CompiledCode.of(jvm));
  }

  private void load(VirtualMachine jvm, String jar, String argument)
      throws IOException, CommandException {
    try {
      jvm.loadAgent(jar, argument);
    } catch (AgentLoadException | AgentInitializationException e) {
      String reason = String.valueOf(e.getMessage());
      throw new NoAnswerException(
          "process "
              + pid
              + " loads no agent: "
              + (reason.contains("Dynamic agent loading is not enabled")
                  ? "it was started with -XX:-EnableDynamicAgentLoading"
                  : reason + " (can it read " + jar + "?)"));
    }
  }

  private String answer(Properties properties, String id) throws CommandException {
    String answer = properties.getProperty(ANSWER + id);
    if (answer == null) {
      throw new NoAnswerException("process " + pid + " did not say what became of it");
    }
    String text = answer.substring(1);
    if (answer.charAt(0) == ENDING) {
      throw new NoAnswerException(text);
    }
    if (answer.charAt(0) != '0') {
      throw new CommandException(answer.charAt(0) - '0', text);
    }
    return text;
  }
}
