package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PerfEventExceptionTest {
  @ParameterizedTest
  @CsvSource({
    "1, EPERM, seccomp, PERFMON",
    "13, EACCES, perf_event_paranoid, perf_event_paranoid=2",
    "2, ENOENT, no hardware counters, performance monitoring unit",
    "38, ENOSYS, does not have the system call, CONFIG_PERF_EVENTS",
    "24, EMFILE, no file descriptors, ulimit -n",
  })
  void eachErrorHasAMeaningAndTheOneThingThatHelps(
      int number, String name, String meaning, String help) {
    PerfEventException refusal = new PerfEventException("perf_event_open", number);

    assertEquals("perf_event_open: " + name, refusal.getMessage());
    assertTrue(refusal.meaning().contains(meaning), refusal::meaning);
    assertTrue(refusal.help().contains(help), refusal::help);
  }

  @Test
  void theFiveThatUsersMeetHaveFiveSentences() {
    Set<String> meanings = new HashSet<>();
    Set<String> helps = new HashSet<>();
    for (int number : new int[] {1, 13, 2, 38, 24}) {
      meanings.add(new PerfEventException("perf_event_open", number).meaning());
      helps.add(new PerfEventException("perf_event_open", number).help());
    }
    assertEquals(5, meanings.size());
    assertEquals(5, helps.size());
  }

  @ParameterizedTest
  @EnumSource(Errno.class)
  void everyErrorHasBoth(Errno errno) {
    PerfEventException refusal = new PerfEventException("perf_event_open", errno.number());

    assertEquals(errno, refusal.errno());
    assertFalse(refusal.meaning().isEmpty());
    assertFalse(refusal.help().isEmpty());
  }

  @Test
  void anErrorThatIsNotKnownKeepsItsNumber() {
    assertEquals("ioctl: error 77", new PerfEventException("ioctl", 77).getMessage());
  }

  @Test
  void aCounterThatWasLostIsLostToOthers() {
    PerfEventException refusal = new PerfEventException("read", 61);

    assertEquals("others hold all of the processor's counters", refusal.meaning());
    assertEquals("end the other measurement", refusal.help());
  }

  @Test
  void mappingIsRefusedForWantOfLockedMemoryAndNotBySeccomp() {
    PerfEventException refusal = new PerfEventException("mmap", 1);

    assertTrue(refusal.meaning().contains("lock in memory"), refusal::meaning);
    assertTrue(refusal.help().contains("ulimit -l"), refusal::help);
  }
}
