/**
 * Own value, total and drawn value of each node. The total is the sum over the node's subtree. The drawn value is the
 * same with negative own values taken as nothing, since there is no frame narrower than that.
 */
function nodeSums(tree, kind) {
  const {size, parent} = tree;
  const own = ownValues(tree, kind);
  const total = Float64Array.from(own);
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
    return self.map((value, node) => value + overhead[node]);
  }
  return kind === "working" && waiting ? self.map((value, node) => value - waiting[node]) : self;
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
 * What each group of methods adds up to; in its total, a call inside another call of the same group is not counted again.
 * groupOf has the group of each method, uncertainty the part of its overhead that may be wrong, momentary what that is in
 * a moment.
 */
function groupSums(tree, sums, groupOf, groups, uncertainty, momentary) {
  const result = {};
  for (const name of ["calls", "exceptions", "own", "total", "overhead", "uncertain", "raw", "waiting", "divided"]) {
    result[name] = new Float64Array(groups);
  }
  const {size, parent, method} = tree;
  const onPath = new Int32Array(groups);
  let open = 0;
  for (let node = 1; node < size; node++) {
    for (; open !== parent[node]; open = parent[open]) {
      onPath[groupOf[method[open]]]--;
    }
    const group = groupOf[method[node]];
    result.calls[group] += tree.calls[node];
    result.own[group] += sums.own[node];
    result.overhead[group] += tree.overhead[node];
    result.uncertain[group] += uncertainty[method[node]] * tree.overhead[node];
    result.raw[group] += tree.self[node] + tree.overhead[node];
    if (onPath[group]++ === 0) {
      result.total[group] += sums.total[node];
    }
    open = node;
  }
  result.uncertain = result.uncertain.map((systematic, group) => wrongBy(systematic, result.raw[group], momentary));
  for (const name of ["exceptions", "waiting", "divided"]) {
    for (let node = 1; tree[name] && node < size; node++) {
      result[name][groupOf[method[node]]] += tree[name][node];
    }
  }
  return result;
}

/** What each method adds up to. */
function methodSums(tree, sums, methods, uncertainty, momentary) {
  return groupSums(tree, sums, Int32Array.from({length: methods}, (none, method) => method), methods, uncertainty, momentary);
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
      map.set(other, (entry = {method: other, calls: 0, total: 0, onPath: 0}));
    }
    entry.calls += tree.calls[node];
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
