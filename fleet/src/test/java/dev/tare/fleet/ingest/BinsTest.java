package dev.tare.fleet.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BinsTest {
  private static final int SLOTS = 2;

  private static List<Survey> profiles(int jvms, int each) {
    List<Survey> profiles = new ArrayList<>();
    for (int i = 0; i < jvms * each; i++) {
      int jvm = i % jvms;
      profiles.add(
          new Survey(
              new ListedFile(String.format("in/%05d.json", i), 1, 1),
              "run " + i,
              "",
              new Identity("orders", "1.4", "host-" + jvm, 1, i, "2026-11-20T00"),
              null,
              false));
    }
    return profiles;
  }

  private static Set<String> hosts(Bin bin) {
    Set<String> hosts = new HashSet<>();
    bin.profiles().forEach(of -> hosts.add(Objects.requireNonNull(of.identity()).host()));
    return hosts;
  }

  @Test
  void profilesOfAJvmStayTogether() {
    List<Bin> bins = Bins.of(profiles(20, 60), 7, 512, SLOTS);
    // An eighth of a slot's 600 profiles is more than one JVM.
    assertEquals(10, bins.size());
    Set<String> seen = new HashSet<>();
    long next = 7;
    for (Bin bin : bins) {
      assertEquals(120, bin.profiles().size());
      assertEquals(next, bin.firstProfile());
      next += 120;
      hosts(bin).forEach(host -> assertTrue(seen.add(host), host));
      assertTrue(bin.isSummed());
    }
  }

  @Test
  void aJvmOfMoreProfilesIsDivided() {
    List<Bin> bins = Bins.of(profiles(2, 300), 0, 100, SLOTS);
    assertEquals(600, bins.stream().mapToInt(bin -> bin.profiles().size()).sum());
    bins.forEach(bin -> assertTrue(bin.profiles().size() < 200, bin::toString));
  }

  @Test
  void jvmsOfFewProfilesHaveNoSums() {
    List<Bin> bins = Bins.of(profiles(40, 3), 0, 512, SLOTS);
    bins.forEach(bin -> assertTrue(!bin.isSummed() && bin.profiles().size() % 3 == 0));
    assertEquals(120, bins.stream().mapToInt(bin -> bin.profiles().size()).sum());
  }
}
