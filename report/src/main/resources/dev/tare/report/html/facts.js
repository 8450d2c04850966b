/** What is said of a frame: in it, in the tooltip, beside the graph, and by a screen reader. */
class Facts {
  constructor(model) {
    this.model = model;
  }

  label(view) {
    if (view.members !== undefined) {
      return "+ " + formatInt(view.members.length) + " folded";
    }
    return view.node === 0 ? "all" : this.method(view).name;
  }

  title(view) {
    return this.isMethod(view) ? this.method(view).title : this.label(view);
  }

  isMethod(view) {
    return view.members === undefined && view.node > 0;
  }

  method(view) {
    return this.model.methods[this.model.tree.method[view.node]];
  }

  /** How a view looks, and what a screen reader says of it. */
  describe(view) {
    const {model} = this;
    const classes = [];
    let style = null;
    let shaded = false;
    let text = this.label(view);
    if (this.isMethod(view)) {
      const node = view.node;
      const method = this.method(view);
      style = "--hue: " + method.hue;
      text = method.brief;
      if (model.isFound(node) || (view.hidden && model.hasFoundBelow(node))) {
        classes.push("matched");
      }
      if (model.tree.method[node] === model.selected) {
        classes.push("selected");
      }
      if (!method.hasOwnValue) {
        classes.push("untimed");
      }
      if (model.isDivided(node)) {
        classes.push("divided");
        text = "÷ " + text;
      }
      if (model.isMostlyWaiting(node)) {
        classes.push("waiting");
      }
      if (model.isMostlyProbe(node)) {
        classes.push("mostly-probe");
        shaded = true;
      }
      if (model.isBelowMeasurable(node)) {
        classes.push("below-measurable");
        text = "≈ " + text;
      }
    } else {
      classes.push("folded");
      if (view.members?.some((node) => model.hasFoundBelow(node))) {
        classes.push("matched");
      }
    }
    if (view.ancestor) {
      classes.push("ancestor");
    }
    if (view.hidden) {
      text += " ⋯ deeper";
    }
    const spoken = this.label(view) + ", " + this.facts(view).map(([name, value]) => name + " " + value).join(", ");
    return {label: text, classes: classes.join(" "), style, shaded, spoken};
  }

  /** Names and values of what is known of a view. */
  facts(view) {
    const {tree, sums, unit, due, isBottomUp, isSampled, kind} = this.model;
    if (view.members !== undefined) {
      const total = sumOf(view.members, sums.total);
      return [["total", formatValue(total, unit)], ["share", formatShare(total, due)]];
    }
    const node = view.node;
    if (node === 0) {
      return [["total", formatValue(sums.grandTotal, unit)], ["outside", formatValue(sums.own[0], unit)]];
    }
    const own = sums.own[node];
    const calls = tree.calls[node];
    const isBelow = this.model.isBelowMeasurable(node);
    const shown = isBelow ? BELOW : formatValue(own, unit);
    const values = isBottomUp
      ? [[isTop(tree, node) ? "self" : "self called from here", shown]]
      : [["self", shown], ["total", formatTotal(sums.total[node], own, unit)]];
    const facts = [...values, ["share", formatShare(leastTotal(sums.total[node], own), due)]];
    if (isSampled) {
      return facts;
    }
    const {tier, isSelfOfCalls} = this.method(view);
    // Below the root of callers stands the sum of all calls that are known.
    facts.unshift(["calls", formatCalls(tree, node, tier === "merged" && isBottomUp && isTop(tree, node))]);
    if (isSelfOfCalls) {
      facts.push(["self per call", isBelow && calls > 0 ? BELOW : formatEach(own, calls, unit)]);
    }
    facts.push(["overhead " + (kind === "raw" ? "left in" : "subtracted"), formatValue(tree.overhead[node], unit)]);
    if (rare(tree, "waiting", node) > 0) {
      facts.push([kind === "working" ? "waited besides" : "of it waited", formatValue(tree.waiting[node], "ns")]);
    }
    const [divided, below, above] = ["divided", "selfBelow", "selfAbove"].map((name) => rare(tree, name, node));
    if (divided !== 0 || below !== 0 || above !== 0) {
      facts.push(["self, by samples", formatDivided(divided, own - below, own + above, unit)]);
    }
    for (const [name, column] of OCCURRENCES) {
      if (rare(tree, column, node) > 0) {
        facts.push([name, formatAmount(rare(tree, column, node))]);
      }
    }
    return facts;
  }

  /** Names and values of what is known of a method everywhere. */
  ofMethod(method) {
    const {unit, due, isSampled} = this.model;
    const sums = this.model.methodSums();
    const {own, total, calls, callsKind, overhead, uncertain, divided, selfBelow, selfAbove} = sums;
    const isBelow = this.model.isBelow(own[method], uncertain[method]);
    const facts = [
      ["self", isBelow ? BELOW : formatValue(own[method], unit) + ", " + formatShare(own[method], due)],
      ["total", formatTotal(total[method], own[method], unit) + ", " + formatShare(leastTotal(total[method], own[method]), due)],
    ];
    if (!isSampled) {
      const described = this.model.methods[method];
      facts.push(["calls", formatMethodCalls(calls[method], callsKindOf(described, callsKind[method]))]);
      if (described.isSelfOfCalls) {
        facts.push(["self per call", isBelow && calls[method] > 0 ? BELOW : formatEach(own[method], calls[method], unit)]);
      }
      facts.push(["overhead", formatValue(overhead[method], unit)]);
      if (isDivided(sums, method)) {
        const [low, high] = [own[method] - selfBelow[method], own[method] + selfAbove[method]];
        facts.push(["self, by samples", formatDivided(divided[method], low, high, unit)]);
      }
    }
    return facts;
  }

  notes(view) {
    if (!this.isMethod(view)) {
      return [];
    }
    const notes = [];
    if (this.model.isBelowMeasurable(view.node)) {
      notes.push("Below what can be measured: its own value is no more than its overhead may be wrong by.");
    } else if (this.model.isMostlyProbe(view.node)) {
      notes.push("More overhead than own value: small errors of the calibration weigh here.");
    }
    if (this.model.isDivided(view.node)) {
      notes.push("÷: no reading was taken here. The value is a part of a caller's self, by CPU-time samples.");
    }
    return [...notes, ...tierNotes(this.method(view).tier, this.model.data.sampledMode)];
  }
}

const OCCURRENCES = [
  ["exceptions", "exceptions"],
  ["open", "open"],
  ["calls without context", "cut"],
];

const CALLS_KINDS = ["exact", "derived", "bounded", "estimated"];

/** How often a node was called, and how that is known where it was not counted, or is a sum of what is known alone. */
function formatCalls(tree, node, isAtLeast) {
  const calls = tree.calls[node];
  const kind = rare(tree, "callsKind", node);
  if (kind === 0 && !isAtLeast) {
    return formatAmount(calls);
  }
  if (isAtLeast || rare(tree, "callsAbove", node) < 0) {
    return "at least " + formatAmount(calls - rare(tree, "callsBelow", node));
  }
  const low = formatAmount(calls - rare(tree, "callsBelow", node));
  const high = formatAmount(calls + rare(tree, "callsAbove", node));
  return formatAmount(calls) + " (" + CALLS_KINDS[kind] + (low === high ? ")" : ", " + low + " to " + high + ")");
}

/** What samples made of a self value, and between which values it is in 95 of 100 cases. */
function formatDivided(divided, low, high, unit) {
  const interval = "self " + formatValue(low, unit) + " to " + formatValue(high, unit);
  return divided === 0 ? interval : formatValue(divided, unit) + " (" + interval + ")";
}

/** What a reader has to know of a method that a budget left without some of its probes. */
function tierNotes(tier, sampledMode) {
  const without = sampledMode ? "where it calls nothing" : "while it had no readings";
  const notes = {
    counted: "[counted]: calls are exact; " + without + ", the metric is the nearest timed caller's.",
    flat: "[flat]: calls are exact, for some time without their context; its time is its callers'.",
    merged: "[merged]: for some time without probes. Its calls are those that were counted, at least; its time is its callers'.",
  };
  return notes[tier] ? [notes[tier]] : [];
}

function isTop(tree, node) {
  return tree.parent[node] === 0;
}
