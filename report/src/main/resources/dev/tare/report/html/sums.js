/** Calls of which the least number is known: the number of CallsKind.java. */
const BOUNDED = 2;

/**
 * Own value, total and drawn value of each node. The total is the sum over the node's subtree. The drawn value is the
 * same with negative own values taken as nothing, since there is no frame narrower than that.
 */
function nodeSums(tree, kind) {
  const {size, parent} = tree;
  const own = ownValues(tree, kind);
  const total = own.slice();
  const drawn = new Float64Array(size);
  // What passed outside every instrumented method is no frame.
  for (let node = size - 1; node > 0; node--) {
    if (own[node] > 0) {
      drawn[node] += own[node];
    }
    total[parent[node]] += total[node];
    drawn[parent[node]] += drawn[node];
  }
  return {own, total, drawn, grandTotal: total[0] - own[0]};
}

function ownValues(tree, kind) {
  if (kind === "samples") {
    return tree.samples ?? new Float64Array(tree.size);
  }
  const {self, overhead, waiting} = tree;
  if (kind === "raw") {
    return withAdded(self, 1, overhead);
  }
  return kind === "working" && waiting ? withAdded(self, -1, waiting) : self;
}

/** A loop, of one kind of arrays alone: map with a function takes four times as long for a million values. */
function withAdded(values, sign, others) {
  const result = new Float64Array(values.length);
  for (let node = 0; node < result.length; node++) {
    result[node] = values[node] + sign * others[node];
  }
  return result;
}

/**
 * By how much a value may be wrong, as Uncertainty.java says it: systematic is the part that is of all of the run alike,
 * raw the value with its overhead.
 */
function wrongBy(systematic, raw, {ratio, moment, ofReading, spread}) {
  if (!ratio || !systematic) {
    return Math.abs(systematic);
  }
  const moments = Math.max(1, raw / moment);
  const readings = Math.max(1, Math.abs(systematic) / ofReading);
  return Math.abs(systematic) * Math.hypot(1, ratio * Math.sqrt(1 / moments + spread / readings));
}

/**
 * What each group of methods adds up to. A call inside another call of the same group is none, and is not counted again in
 * its total; nor is a call of which nobody knows whether it is one. groupOf has the group of each of the methods,
 * uncertainty the part of its overhead that may be wrong, momentary what that is in a moment.
 */
function groupSums(tree, sums, groupOf, groups, methods, uncertainty, momentary) {
  const isEntered = enteredNodes(tree, groupOf, methods);
  const calls = (values) => sumsOf(values && values.map((value, node) => value * isEntered[node]), tree.method, groupOf, groups);
  const metrics = metricSums(tree, sums, groupOf, groups, uncertainty, momentary);
  const callsKind = callsKinds(tree, groupOf, groups, (node) => isEntered[node] === 1);
  const bound = (method) => (callsKind[groupOf[method]] = Math.max(callsKind[groupOf[method]], BOUNDED));
  methods.forEach(({tier}, method) => tier === "merged" && bound(method));
  for (let node = 1; node < tree.size; node++) {
    if (isWithoutContext(tree, node, methods)) {
      bound(tree.method[node]);
    }
  }
  return {...metrics, calls: calls(tree.calls), callsKind, exceptions: calls(tree.exceptions)};
}

/** What each method adds up to; each call of it is one. What is known already is in known. */
function methodSums(tree, sums, methods, uncertainty, momentary, known) {
  const itself = numbers(methods);
  const calls = (values) => sumsOf(values, tree.method, itself, methods);
  const metrics = metricSums(tree, sums, itself, methods, uncertainty, momentary, known);
  const callsKind = callsKinds(tree, itself, methods, () => true);
  return {calls: calls(tree.calls), callsKind, exceptions: calls(tree.exceptions), ...metrics};
}

/** How the calls of each group are known: no better than those of the worst of its nodes that count. */
function callsKinds({size, method, callsKind}, groupOf, groups, counts) {
  const result = new Uint8Array(groups);
  for (let node = 1; callsKind && node < size; node++) {
    if (counts(node)) {
      const group = groupOf[method[node]];
      result[group] = Math.max(result[group], callsKind[node]);
    }
  }
  return result;
}

function numbers(count) {
  return Int32Array.from({length: count}, (none, number) => number);
}

/** 1 for each node that was called from another group than its own. */
function enteredNodes(tree, groupOf, methods) {
  const {size, parent, method} = tree;
  const isEntered = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    const isWithin = parent[node] > 0 && groupOf[method[parent[node]]] === groupOf[method[node]];
    isEntered[node] = isWithin || isWithoutContext(tree, node, methods) ? 0 : 1;
  }
  return isEntered;
}

/** Whether a node's calls were counted without their callers. */
function isWithoutContext({parent, method, calls}, node, methods) {
  return parent[node] > 0 && calls[node] > 0 && methods[method[parent[node]]].isAboveCallsWithoutContext === true;
}

function metricSums(tree, sums, groupOf, groups, uncertainty, momentary, known = {}) {
  const {method} = tree;
  const sum = (values) => sumsOf(values, method, groupOf, groups);
  const errors = (values) => sum(values && values.map((value) => value * value)).map(Math.sqrt);
  const overhead = new Float64Array(groups);
  const systematic = new Float64Array(groups);
  (known.overhead ?? sumsOf(tree.overhead, method, numbers(uncertainty.length), uncertainty.length)).forEach((value, of) => {
    overhead[groupOf[of]] += value;
    systematic[groupOf[of]] += uncertainty[of] * value;
  });
  const own = known.own ?? sum(sums.own);
  return {
    own,
    total: totalsOf(sums.total, tree.parent, method, groupOf, groups),
    overhead,
    uncertain: systematic.map((value, group) => wrongBy(value, own[group] + overhead[group], momentary)),
    waiting: sum(tree.waiting),
    divided: sum(tree.divided),
    selfBelow: errors(tree.selfBelow),
    selfAbove: errors(tree.selfAbove),
    ...known,
  };
}

/** Whether a sum is not as it was measured, or might have to be divided, as MethodTotals.java says it. */
function isDivided({divided, selfBelow, selfAbove}, group) {
  return divided[group] !== 0 || selfBelow[group] !== 0 || selfAbove[group] !== 0;
}

/** The sum of each group; of a column that is not there, nothing. */
function sumsOf(values, method, groupOf, groups) {
  const result = new Float64Array(groups);
  if (values) {
    addUp(values, method, groupOf, result);
  }
  return result;
}

function addUp(values, method, groupOf, result) {
  for (let node = 1; node < values.length; node++) {
    result[groupOf[method[node]]] += values[node];
  }
}

function totalsOf(totals, parent, method, groupOf, groups) {
  const result = new Float64Array(groups);
  const onPath = new Int32Array(groups);
  let open = 0;
  for (let node = 1; node < totals.length; node++) {
    for (; open !== parent[node]; open = parent[open]) {
      onPath[groupOf[method[open]]]--;
    }
    const group = groupOf[method[node]];
    if (onPath[group]++ === 0) {
      result[group] += totals[node];
    }
    open = node;
  }
  return result;
}

/** Numbers groups by name: the group of each method, and the names of the groups. */
function grouped(names) {
  const numbers = new Map();
  const groupOf = Int32Array.from(names, (name) => {
    if (!numbers.has(name)) {
      numbers.set(name, numbers.size);
    }
    return numbers.get(name);
  });
  return {groupOf, names: [...numbers.keys()]};
}

/**
 * Who called this method, and whom it called: per other method the calls, and the total of what was called, where a call
 * of the same pair inside another one is not counted again. The root, as caller, is method -1.
 */
function neighbours(tree, sums, method) {
  const callers = new Map();
  const callees = new Map();
  const enter = (map, other, node) => {
    let entry = map.get(other);
    if (!entry) {
      map.set(other, (entry = {method: other, calls: 0, callsKind: 0, total: 0, onPath: 0}));
    }
    entry.calls += tree.calls[node];
    entry.callsKind = Math.max(entry.callsKind, rare(tree, "callsKind", node));
    if (entry.onPath++ === 0) {
      entry.total += sums.total[node];
    }
  };
  const methodOf = (node) => tree.method[node];
  walk(
    tree,
    (node) => {
      const caller = methodOf(tree.parent[node]);
      if (methodOf(node) === method) {
        enter(callers, caller, node);
      }
      if (caller === method) {
        enter(callees, methodOf(node), node);
      }
    },
    (node) => {
      const caller = methodOf(tree.parent[node]);
      if (methodOf(node) === method) {
        callers.get(caller).onPath--;
      }
      if (caller === method) {
        callees.get(methodOf(node)).onPath--;
      }
    },
  );
  const met = (map) =>
    [...map.values()].filter((entry) => entry.calls !== 0 || entry.total !== 0).sort((a, b) => b.total - a.total);
  return {callers: met(callers), callees: met(callees)};
}

/** Which nodes are of a method that was found or have one below, and the sum of the outermost ones. */
function matches(tree, sums, found) {
  const {size, parent, method} = tree;
  const within = new Uint8Array(size);
  for (let node = size - 1; node > 0; node--) {
    if (found[method[node]] || within[node]) {
      within[node] = 1;
      within[parent[node]] = 1;
    }
  }
  let total = 0;
  // Outside: no caller of the node was found.
  const inside = new Uint8Array(size);
  for (let node = 1; node < size; node++) {
    if (inside[parent[node]]) {
      inside[node] = 1;
    } else if (found[method[node]]) {
      inside[node] = 1;
      total += sums.total[node];
    }
  }
  return {within, total};
}
