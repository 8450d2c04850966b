package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.runtime.memory.OffHeapMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** Methods named {@code get...} have no probes in a first run, and have some in the second. */
class TurnsOfClassesTest {
  @TempDir private Path directory = Path.of("");
  private final List<String> said = new ArrayList<>();
  private WovenClassCache cache = WovenClassCache.none();
  private Map<String, byte[]> classes = Map.of();

  @BeforeEach
  void open() throws IOException {
    cache = WovenClassCache.of(directory, "", said::add);
    classes = RealClassesTest.module("jdk.compiler");
  }

  @AfterEach
  void close() {
    cache.close();
  }

  /** The methods of each fourth class wait for the next run. */
  private record FirstRun(int waiting) implements InitialTiers {
    @Override
    public Tier of(MethodTraits method) {
      return isInTurn(method.code()) ? Tier.MERGED : later(method);
    }

    @Override
    public boolean isInTurn(CodeTraits code) {
      return Math.floorMod(code.classChecksum(), 4) == waiting;
    }
  }

  /** It knows of methods before their classes are woven, as a run with a file of rates does. */
  private static final class SecondRun implements InitialTiers {
    @Override
    public Tier of(MethodTraits method) {
      return later(method);
    }

    @Override
    public boolean willLackNodes(String className, String method) {
      return method.startsWith("is");
    }

    @Override
    public boolean willAnyLackNodes() {
      return true;
    }
  }

  private static Tier later(MethodTraits method) {
    if (method.name().startsWith("is")) {
      return Tier.MERGED;
    }
    return method.code().callsNothing() ? Tier.COUNTED : Tier.TIMED;
  }

  private static ProbePlan second() {
    return ProbePlan.beginningWith(new SecondRun(), true);
  }

  private static WovenClassCache.Key key(byte[] classFile) {
    return WovenClassCache.Key.of(new ClassReader(classFile).getClassName(), classFile);
  }

  /**
   * How many classes a second run wove anew, of those that have a method of which it is the turn.
   */
  private int anew(boolean isWovenAhead) {
    FirstRun tiers = new FirstRun(0);
    ProbePlan plan = ProbePlan.beginningWith(tiers, true);
    Weaving run = new Weaving(plan, cache);
    Map<WovenClassCache.Key, byte[]> inTurn = new HashMap<>();
    for (byte[] classFile : classes.values()) {
      int before = plan.count();
      run.weave(classFile);
      for (int method = before; method < plan.count(); method++) {
        if (plan.code(method) != null && tiers.isInTurn(requireNonNull(plan.code(method)))) {
          inTurn.put(key(classFile), classFile);
        }
      }
    }
    assertTrue(inTurn.size() > 200, inTurn.size() + " in turn");
    if (isWovenAhead) {
      run.weaveForNextRun(SecondRun::new);
    }
    // Without code, as no weaver makes them: so they are seen to have been used.
    inTurn.forEach(
        (key, classFile) -> {
          WovenClass woven = requireNonNull(cache.find(key, classFile));
          cache.put(
              key,
              classFile,
              new WovenClass(
                  null, woven.checksum, woven.sourceFile, woven.methods, List.of(), woven.skipped));
        });
    Weaving next = new Weaving(second(), cache);
    int anew = 0;
    for (byte[] classFile : classes.values()) {
      byte[] woven = next.weave(classFile);
      anew += woven != null && inTurn.containsKey(key(classFile)) ? 1 : 0;
    }
    assertEquals(List.of(), said);
    return anew;
  }

  @Test
  void theNextRunFindsThemAsItWouldWeaveThem() {
    int all = anew(false);
    close();
    cache = WovenClassCache.of(directory, "ahead", said::add);
    int left = anew(true);
    assertTrue(left < all / 20, left + " of " + all + " classes woven anew");
  }

  @Test
  void whereThereAreNoneThePlanOfTheNextRunIsNotAskedFor() {
    Weaving run = new Weaving(second(), cache);
    classes.values().forEach(run::weave);
    run.weaveForNextRun(() -> fail("no class is in turn"));
  }

  /** Plugins of a program bring the same class again and again. */
  @Test
  void aClassOfManyLoadersIsKeptOnce() {
    TurnsOfClasses turns = new TurnsOfClasses();
    byte[] classFile = classes.values().iterator().next();
    turns.keep(key(classFile), classFile, "one.jar");
    long taken = OffHeapMemory.taken();
    turns.keep(key(classFile), classFile, "two.jar");
    assertTrue(OffHeapMemory.taken() <= taken, "kept twice"); // Less, where others gave back.
    assertFalse(turns.isEmpty());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void theyHaveTheCodeThatTheNextRunWouldHaveWoven(int waiting) {
    Weaving run = new Weaving(ProbePlan.beginningWith(new FirstRun(waiting), true), cache);
    classes.values().forEach(run::weave);
    run.weaveForNextRun(SecondRun::new);
    Weaving next = new Weaving(second(), cache);
    Weaving expected = new Weaving(second());
    for (byte[] classFile : classes.values()) {
      assertArrayEquals(expected.weave(classFile), next.weave(classFile));
    }
  }
}
