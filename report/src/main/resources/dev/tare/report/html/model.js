/** Sums below 0 are told from this part of all on, as TextMethods.java does. */
const MIN_TOLD_BELOW = 0.01;

/** What is chosen on the page, and what follows from it; nothing of how it is shown. */
class ProfileModel {
  constructor(data) {
    this.data = data;
    this.methods = describedMethods(data.methods, data.sampledMode);
    this.chosen = data.threads;
    this.kind = this.kinds()[0][0];
    this.isBottomUp = false;
    this.search = "";
    this.selected = -1;
    this.focus = {node: 0};
    this.others = {};
  }

  /** The kinds of values that can be shown; first the one that is. Without calls, samples are all there is. */
  kinds() {
    const wall = this.data.waitingKnown ? "wall time" : "calibrated";
    const kinds = this.data.calibrated ? [["calibrated", wall], ["raw", "raw"]] : [["calibrated", "raw"]];
    if (this.data.waitingKnown) {
      kinds.splice(this.data.wall ? 1 : 0, 0, ["working", "working time"]);
    }
    const sampled = this.data.threads.find((thread) => thread.samples);
    if (sampled) {
      const measures = sampled.samples.measures;
      const kind = ["samples", measures === "cpu time" ? "CPU-time samples" : "samples of " + visible(measures)];
      return this.isInstrumented() ? [...kinds, kind] : [kind, ...kinds];
    }
    return kinds;
  }

  /** Whether there are calls, and not samples alone. */
  isInstrumented() {
    return this.data.diff || this.data.tree.size > 1;
  }

  get isSampled() {
    return this.kind === "samples";
  }

  /** All that follows from the threads and the kind of values that are chosen. */
  compute() {
    this.sumsOfMethods = null;
    this.missing = this.isSampled ? missingSamples(this.chosen) : 0;
    this.unit = this.isSampled ? "samples" : visible(this.data.unit);
    this.topDown = this.isSampled
      ? this.selection("samples", this.data.sampleTree, (thread) => thread.samples?.columns)
      : this.selection("calls", this.data.tree, (thread) => thread.columns);
    this.show(this.topDown, nodeSums(this.topDown, this.kind));
  }

  /** The tree of this shape with the values of the chosen threads. */
  selection(name, shape, columnsOf) {
    if (this.chosen.length < this.data.threads.length) {
      this.others[name] ??= emptyValues(shape.size);
    }
    const rounded = this.data.rounded && name === "calls";
    const values = valuesOf(this.data, this.chosen, this.data[name], this.others[name], columnsOf, rounded);
    return Object.assign(shape, values);
  }

  show(tree, sums) {
    this.topDown = tree;
    this.topDownSums = sums;
    this.due = sums.grandTotal + this.missing;
    this.bottomUp = null;
    this.focus = {node: 0};
    this.find();
  }

  /** The tree that is drawn. */
  get tree() {
    return this.isBottomUp ? this.bottomUpTree() : this.topDown;
  }

  get sums() {
    return this.isBottomUp ? this.bottomUpTree().sums : this.topDownSums;
  }

  bottomUpTree() {
    return (this.bottomUp ??= new BottomUpTree(this.topDown, this.topDownSums, this.methods.length));
  }

  methodSums() {
    const {uncertainty, momentary} = this.data;
    const known = this.knownSums() ?? {};
    return (this.sumsOfMethods ??= methodSums(this.topDown, this.topDownSums, this.methods.length, uncertainty, momentary, known));
  }

  /** Sums of methods, also of nodes that were folded, where the page has them; else null. */
  knownSums() {
    const {sums, threads} = this.data;
    if (!sums || this.chosen.length < threads.length || this.isSampled || this.kind === "raw") {
      return null;
    }
    const [{calls, self, total, overhead, waiting, totalWaiting}] = sums;
    const less = (values, part) => (this.kind === "working" ? values.map((value, i) => value - part[i]) : values);
    return {calls, own: less(self, waiting), total: less(total, totalWaiting), overhead, waiting};
  }

  /** How many methods are below 0, and their sum, where that makes shares of the others much too great; else null. */
  belowZero() {
    const below = this.isSampled || this.data.diff ? [] : this.methodSums().own.filter((own) => own < 0);
    const sum = below.reduce((all, own) => all + own, 0);
    return sum < 0 && -sum >= MIN_TOLD_BELOW * this.due ? {count: below.length, sum} : null;
  }

  /** How many nodes of the files are parts of their callers, where sums of methods, or of groups of them, lack any; else 0. */
  foldedInSums(isOfGroups) {
    return this.isSampled || (this.knownSums() && !isOfGroups) ? 0 : this.data.folded ?? 0;
  }

  find() {
    const finds = this.search === "" ? () => false : groupFinder(this.search) ?? byName(finder(this.search));
    this.isWrongPattern = finds === null;
    this.found = this.search === "" ? null : Uint8Array.from(this.methods, (method) => (finds?.(method) ? 1 : 0));
    this.matched = this.found ? matches(this.topDown, this.topDownSums, this.found) : null;
  }

  isFound(node) {
    return this.found?.[this.tree.method[node]] === 1;
  }

  /** Whether something that was found is below a node; of the bottom-up tree this is not known. */
  hasFoundBelow(node) {
    return !this.isBottomUp && this.matched?.within[node] === 1;
  }

  get isAtTop() {
    return this.focus.members === undefined && this.focus.node === 0;
  }

  zoom(view) {
    this.focus = view.members === undefined ? {node: view.node} : {members: view.members, owner: view.owner};
  }

  /** The view of the caller of what is zoomed to. */
  caller() {
    const up = this.focus.members === undefined ? this.tree.parent[this.focus.node] : this.focus.owner.node;
    return {node: Math.max(0, up)};
  }

  isMostlyProbe(node) {
    const {overhead, self} = this.tree;
    return !this.isSampled && overhead[node] > 0 && overhead[node] > self[node];
  }

  /** Whether a thread waited for most of what is shown as a node's own value. */
  isMostlyWaiting(node) {
    const waiting = rare(this.tree, "waiting", node);
    return this.kind !== "working" && !this.isSampled && waiting > 0 && 2 * waiting > this.sums.own[node];
  }

  /** Whether a node's own value, or most of it, is a part of a measured one, which samples told apart. */
  isDivided(node) {
    return !this.isSampled && 2 * rare(this.tree, "divided", node) > Math.max(0, this.tree.self[node]);
  }

  /** By what part of their overhead shown values may be wrong, of each method, and what of that is wrong in a moment. */
  ofOverhead() {
    return this.data;
  }

  isBelowMeasurable(node) {
    const method = this.tree.method[this.isBottomUp ? outermost(this.tree, node) : node];
    const {overhead} = this.tree;
    const {uncertainty, momentary} = this.ofOverhead();
    const own = this.sums.own[node];
    return this.isBelow(own, wrongBy(uncertainty[method] * overhead[node], own + overhead[node], momentary));
  }

  /** Whether an own value cannot be told from nothing: it is no more than its overhead may be wrong by. */
  isBelow(own, uncertain) {
    return !this.isSampled && this.kind !== "raw" && isBelowMeasure(own, uncertain);
  }
}

/** Whether an own value that may be wrong by this much cannot be told from nothing, as Uncertainty.java says it. */
function isBelowMeasure(own, uncertain) {
  return own < 0 || (uncertain !== 0 && own <= Math.abs(uncertain));
}

/** What stands above calls that were counted without their callers, as MethodInfo.java has it. */
const WITHOUT_CONTEXT = ["<flat calls>", "<beyond maxnodes>"];

/** Names for each place where a method is shown, and behind them what a budget left of it. */
function describedMethods({classes, names, suffixes, signatures, places, tiers, selfOfCalls, origins}, sampledMode) {
  return names.map((name, i) => {
    const full = classes[i] ? classes[i] + "." + name : name; // <beyond maxnodes> is a method of no class
    const tier = tiers[i];
    const mark = tier === "timed" ? "" : " [" + visible(tier) + "]";
    return {
      name: visible(full + suffixes[i]) + mark,
      brief: visible(full.slice(classes[i].lastIndexOf(".") + 1) + suffixes[i]) + mark,
      title: visible(full + signatures[i] + " " + places[i]) + mark,
      ...groupNames(visible(classes[i]), visible(name), visible(origins[i])),
      hue: hue(classes[i]),
      tier,
      isOfClass: classes[i] !== "",
      isAboveCallsWithoutContext: classes[i] === "" && WITHOUT_CONTEXT.includes(name),
      isSelfOfCalls: selfOfCalls[i],
      // In sampled mode counted methods have their own, but for those that call nothing.
      hasOwnValue: tier === "timed" || (tier === "counted" && sampledMode),
    };
  });
}

/** How all calls of a method are known, as MethodTotals.java says it; of what is no method of a class, as of its nodes. */
function callsKindOf({isOfClass, tier}, ofNodes) {
  return !isOfClass ? ofNodes : tier === "merged" ? BOUNDED : 0;
}

/** What a method belongs to, as Grouping.java says it: an inner class to the outer one, what is of no class to itself. */
function groupNames(className, name, origin) {
  if (className === "") {
    return {className: name, packageName: name, jar: name};
  }
  const inner = className.indexOf("$", className.lastIndexOf(".") + 2);
  const outer = inner < 0 ? className : className.slice(0, inner);
  const dot = outer.lastIndexOf(".");
  return {className: outer, packageName: dot < 0 ? "(no package)" : outer.slice(0, dot), jar: origin || "(no jar known)"};
}

const GROUP_WORDS = {className: "class:", packageName: "package:", jar: "jar:"};

/** The text by which a search finds the methods of a group. */
function groupSearch(group, name) {
  return GROUP_WORDS[group] + name;
}

/** Finds methods of the group that a text of {@link groupSearch} names; null where it is none. */
function groupFinder(text) {
  const [group, word] = Object.entries(GROUP_WORDS).find(([, word]) => text.startsWith(word)) ?? [];
  return group === undefined ? null : (method) => method[group] === text.slice(word.length);
}

function byName(finds) {
  return finds === null ? null : (method) => finds(method.name);
}

/** Samples of these threads that were due and have no stack. */
function missingSamples(threads) {
  return threads.reduce((sum, {samples}) => sum + (samples ? samples.failed + samples.lost : 0), 0);
}

/** How many threads these trees stand for, as far as it is known. */
function countThreads(threads) {
  return threads.reduce((sum, thread) => sum + Math.max(1, thread.threads), 0);
}
