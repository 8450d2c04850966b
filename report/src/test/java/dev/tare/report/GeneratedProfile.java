package dev.tare.report;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Profiles that look like those of an application: the same for the same seed. */
public final class GeneratedProfile {
  private static final String[] PACKAGES = {
    "com.acme.order",
    "com.acme.stock",
    "com.acme.web.http",
    "org.sample.json",
    "org.sample.sql.parse"
  };
  private static final String[] NOUNS = {
    "Order", "Invoice", "Parser", "Token", "Session", "Cache", "Index", "Planner", "Buffer", "Codec"
  };
  private static final String[] VERBS = {
    "read", "write", "find", "parse", "total", "encode", "visit", "resolve", "compare", "<init>"
  };

  private GeneratedProfile() {}

  /** A profile of one thread for each of {@code sizes}, with about so many nodes each. */
  public static Profile of(long seed, int methodCount, int greatestDepth, int... sizes) {
    Random random = new Random(seed);
    List<MethodInfo> methods = new ArrayList<>();
    for (int i = 0; i < methodCount; i++) {
      String noun = NOUNS[i / VERBS.length % NOUNS.length];
      int series = i / (VERBS.length * NOUNS.length);
      methods.add(
          new MethodInfo(
              PACKAGES[(i / VERBS.length) % PACKAGES.length]
                  + "."
                  + noun
                  + (series == 0 ? "" : series),
              VERBS[i % VERBS.length],
              "(I)V",
              noun + ".java",
              10 + i % 900));
    }
    ThreadProfile[] threads = new ThreadProfile[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      String name = i == 0 ? "main" : "worker-" + i;
      threads[i] = Profiles.thread(i + 1, name, tree(random, methodCount, greatestDepth, sizes[i]));
    }
    return Profiles.of(methods, threads);
  }

  /**
   * Each node is under the last one or under one of its ancestors, so that depth wanders up and
   * down.
   */
  private static CallTree tree(Random random, int methodCount, int greatestDepth, int nodes) {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.self(0, 50_000).overhead(0, 40);
    int[] path = new int[greatestDepth + 1];
    int depth = 0;
    for (int i = 1; i < nodes; i++) {
      int turn = random.nextInt(100);
      if (turn < 60 || depth >= greatestDepth) {
        depth = Math.max(Math.min(depth, 1 + random.nextInt(4)), depth - 1 - random.nextInt(2));
      }
      int node = tree.add(path[depth]);
      tree.method(node, random.nextInt(1 + random.nextInt(methodCount)));
      long calls = 1 + (long) Math.exp(random.nextDouble() * 9);
      long each = (long) Math.exp(random.nextDouble() * 6) - 3;
      tree.calls(node, calls).self(node, calls * each).overhead(node, calls * 14);
      if (random.nextInt(200) == 0) {
        tree.exceptions(node, 1);
      }
      path[++depth] = node;
    }
    return tree.build();
  }
}
