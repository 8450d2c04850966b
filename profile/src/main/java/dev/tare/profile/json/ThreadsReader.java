package dev.tare.profile.json;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.NodeTable;
import dev.tare.profile.NodeTable.MalformedTreeException;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the threads. Their trees are rows of the nodes, which may stand before them or after; in
 * version 1 each thread has its own.
 */
final class ThreadsReader {
  private final JsonCursor json;
  private final NestedTreeReader nested;
  private final List<Draft> drafts = new ArrayList<>();
  private boolean haveSums = true;

  /** Rows of nodes that all threads have. */
  private long rows;

  /** The same, of samples' nodes. */
  private long sampleRows;

  ThreadsReader(JsonCursor json, NestedTreeReader nested) {
    this.json = json;
    this.nested = nested;
  }

  /** A thread whose tree may not have been read yet. */
  private static final class Draft {
    private long id;
    private String name = "";
    private boolean virtual;
    private boolean alive;
    private long events;

    /** Negative: nothing is said of it. */
    private long threads = -1;

    private int firstNode;
    private int nodes;
    private @Nullable CallTree nestedTree;
    private long calls;
    private long self;
    private long overhead;
    private long outside;
    private long outsideOverhead;
    private long waitingNanos;
    private long outsideWaitingNanos;
    private boolean hasSums;
    private long switchedOutNanos;
    private long collectedNanos;
    private @Nullable CpuSamples samples;
    private int firstSampleNode;
    private int sampleNodes;
  }

  void read() throws IOException {
    json.enterArray();
    while (json.nextObject()) {
      Draft draft = draft("threads[" + drafts.size() + "]");
      haveSums &= draft.hasSums;
      rows += draft.nodes;
      sampleRows += draft.sampleNodes;
      drafts.add(draft);
    }
  }

  /** Whether each thread says what its nodes add up to. */
  boolean haveSums() {
    return haveSums;
  }

  private Draft draft(String place) throws IOException {
    Draft draft = new Draft();
    while (json.nextKey()) {
      switch (json.key()) {
        case "id" -> draft.id = json.integer();
        case "name" -> draft.name = json.text();
        case "virtual" -> draft.virtual = json.bool();
        case "alive" -> draft.alive = json.bool();
        case "events" -> draft.events = json.integer();
        case "threads" -> draft.threads = json.integer();
        case "first_node" -> draft.firstNode = json.index();
        case "nodes" -> draft.nodes = json.index();
        case "tree" -> draft.nestedTree = nested.tree(place + ".tree");
        case "calls" -> draft.calls = json.integer();
        case "self" -> {
          draft.self = json.integer();
          draft.hasSums = true;
        }
        case "overhead" -> draft.overhead = json.integer();
        case "outside" -> draft.outside = json.integer();
        case "outside_overhead" -> draft.outsideOverhead = json.integer();
        case "waiting_ns" -> draft.waitingNanos = json.integer();
        case "outside_waiting_ns" -> draft.outsideWaitingNanos = json.integer();
        case "switched_out_ns" -> draft.switchedOutNanos = json.integer();
        case "collected_ns" -> draft.collectedNanos = json.integer();
        case "cpu_samples" -> cpuSamples(draft, place + ".cpu_samples");
        default -> json.skip();
      }
    }
    return draft;
  }

  private void cpuSamples(Draft draft, String place) throws IOException {
    String source = "";
    String measures = CpuSamples.CPU_TIME;
    long periodNanos = 0;
    long cpuNanos = CpuSamples.UNKNOWN;
    long taken = 0;
    long failed = 0;
    long lost = 0;
    long truncated = 0;
    CallTree tree = CallTree.UNREAD;
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "source" -> source = json.text();
        case "measures" -> measures = json.text();
        case "period_ns" -> periodNanos = json.integer();
        case "cpu_ns" -> cpuNanos = json.integer();
        case "taken" -> taken = json.integer();
        case "failed" -> failed = json.integer();
        case "lost" -> lost = json.integer();
        case "truncated" -> truncated = json.integer();
        case "first_node" -> draft.firstSampleNode = json.index();
        case "nodes" -> draft.sampleNodes = json.index();
        case "tree" -> tree = nested.tree(place + ".tree");
        default -> json.skip();
      }
    }
    draft.samples =
        new CpuSamples(
            source, measures, periodNanos, cpuNanos, taken, failed, lost, truncated, tree);
  }

  /** The threads of version 1. */
  List<ThreadProfile> nestedThreads() {
    List<ThreadProfile> threads = new ArrayList<>();
    for (Draft draft : drafts) {
      CallTree tree = draft.nestedTree == null ? CallTree.empty() : draft.nestedTree;
      CpuSamples samples = draft.samples;
      if (samples != null && samples.tree() == CallTree.UNREAD) {
        samples = samples.withTree(CallTree.empty());
      }
      threads.add(thread(draft, ThreadSums.of(tree), tree, samples));
    }
    return threads;
  }

  /**
   * The threads of version 2.
   *
   * @param nodes null where they were not read
   */
  List<ThreadProfile> threads(@Nullable NodeTable nodes, NodeTable sampleNodes, int methods)
      throws ProfileFormatException {
    if (nodes != null) {
      checkRows("nodes", rows, nodes);
    }
    checkRows("sample_nodes", sampleRows, sampleNodes);
    List<ThreadProfile> threads = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      Draft draft = drafts.get(i);
      CallTree tree =
          nodes == null
              ? CallTree.UNREAD
              : tree("nodes", i, nodes, draft.firstNode, draft.nodes, methods);
      CpuSamples samples = draft.samples;
      if (samples != null) {
        int first = draft.firstSampleNode;
        samples =
            samples.withTree(
                tree("sample_nodes", i, sampleNodes, first, draft.sampleNodes, methods));
      }
      ThreadSums sums =
          draft.hasSums
              ? new ThreadSums(
                  draft.calls,
                  draft.self,
                  draft.overhead,
                  draft.outside,
                  draft.outsideOverhead,
                  draft.waitingNanos,
                  draft.outsideWaitingNanos)
              : ThreadSums.of(tree);
      threads.add(thread(draft, sums, tree, samples));
    }
    return threads;
  }

  /** Each row is one thread's: a million threads that share a table would be read for hours. */
  private static void checkRows(String name, long rows, NodeTable table)
      throws ProfileFormatException {
    if (rows > table.size()) {
      throw new ProfileFormatException(
          "threads have " + rows + " rows of " + name + ", of which there are " + table.size());
    }
  }

  private static CallTree tree(
      String table, int thread, NodeTable all, int first, int nodes, int methods)
      throws ProfileFormatException {
    if (nodes == 0) {
      return CallTree.empty();
    }
    try {
      return all.tree(first, nodes, methods);
    } catch (MalformedTreeException e) {
      throw new ProfileFormatException("threads[" + thread + "], " + table + ": " + e.getMessage());
    }
  }

  private static ThreadProfile thread(
      Draft draft, ThreadSums sums, CallTree tree, @Nullable CpuSamples samples) {
    return new ThreadProfile(
        draft.id,
        draft.name,
        draft.virtual,
        draft.alive,
        draft.events,
        new Interruptions(draft.switchedOutNanos, draft.collectedNanos),
        sums,
        tree,
        samples,
        draft.threads < 0 ? ThreadProfile.threadsUnlessToldOf(draft.virtual) : draft.threads);
  }
}
