package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.options.Mode;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.CheckClassAdapter;

class ProbeFacadeTest {
  @ParameterizedTest
  @EnumSource(names = {"FULL", "SAMPLED"})
  void everyProbeLeadsToOneOfTheRuntimeThatExists(Mode mode) throws Exception {
    ClassNode facade = facade(mode);
    assertEquals("java/lang/invoke/$Tare", facade.name);
    assertEquals(
        List.of(
            "enter(I)I",
            "exit(II)V",
            "exitExceptionally(Ljava/lang/Throwable;I)Ljava/lang/Throwable;",
            "caught(II)V"),
        probes(facade).stream().map(method -> method.name + method.desc).toList());
    for (MethodNode method : probes(facade)) {
      MethodInsnNode call = lastCall(method);
      Class<?> probe =
          Class.forName(call.owner.replace('/', '.'), false, getClass().getClassLoader());
      assertTrue(Modifier.isPublic(probe.getModifiers()), call.owner);
      MethodType type = MethodType.fromMethodDescriptorString(call.desc, null);
      Method target = probe.getMethod(call.name, type.parameterArray());
      assertEquals(type.returnType(), target.getReturnType());
      assertTrue(Modifier.isStatic(target.getModifiers()), call.name);
      assertEquals(method.name, call.name);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "SAMPLED"})
  void whereMethodsHaveTiersEntriesMayStandAlone(Mode mode) throws Exception {
    ClassNode facade = new ClassNode();
    new ClassReader(ProbeFacade.bytes(mode, true)).accept(facade, 0);
    List<MethodNode> probes = probes(facade);
    List<String> names = new ArrayList<>(List.of("enter", "exit", "exitExceptionally"));
    if (mode == Mode.FULL) {
      names.addAll(List.of("enterCounted", "exitCounted", "exitCountedExceptionally"));
    }
    names.addAll(List.of("caught", "count", "countFlat", "add", "addThrown"));
    assertEquals(names, probes.stream().map(method -> method.name).toList());
    for (MethodNode method : probes.subList(3, probes.size())) {
      MethodInsnNode call = lastCall(method);
      Class<?> probe = Class.forName(call.owner.replace('/', '.'));
      MethodType type = MethodType.fromMethodDescriptorString(call.desc, null);
      assertEquals(
          type.returnType(), probe.getMethod(call.name, type.parameterArray()).getReturnType());
    }
    new ClassReader(ProbeFacade.bytes(mode, true))
        .accept(new CheckClassAdapter(new ClassNode()), 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "SAMPLED"})
  void theModeChoosesTheProbe(Mode mode) {
    String probe =
        switch (mode) {
          case FULL -> "dev/tare/runtime/probe/FullProbe";
          case SAMPLED -> "dev/tare/runtime/probe/SampledProbe";
          case NONE -> "";
        };
    assertEquals(
        List.of(probe, probe, probe, "dev/tare/runtime/probe/CatchProbe"),
        probes(facade(mode)).stream().map(method -> lastCall(method).owner).toList());
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "SAMPLED"})
  void theClassFileIsWellFormed(Mode mode) {
    new ClassReader(ProbeFacade.bytes(mode, false))
        .accept(new CheckClassAdapter(new ClassNode()), 0);
  }

  private static ClassNode facade(Mode mode) {
    ClassNode facade = new ClassNode();
    new ClassReader(ProbeFacade.bytes(mode, false)).accept(facade, 0);
    return facade;
  }

  private static List<MethodNode> probes(ClassNode facade) {
    return facade.methods.stream().filter(method -> !method.name.equals("<clinit>")).toList();
  }

  private static MethodInsnNode lastCall(MethodNode method) {
    AbstractInsnNode insn = method.instructions.getLast();
    while (insn != null) {
      if (insn instanceof MethodInsnNode call) {
        return call;
      }
      insn = insn.getPrevious();
    }
    throw new AssertionError(method.name + " calls nothing");
  }
}
