/**
 * Own value, total and drawn value of each node. The total is the sum over the node's subtree. The drawn value is the
 * same with negative own values taken as nothing, since there is no frame narrower than that.
 */
function nodeSums(tree, kind) {
  const own =
    kind === "samples" ? tree.samples : kind === "raw" ? tree.self.map((self, node) => self + tree.overhead[node]) : tree.self;
  const total = Float64Array.from(own);
  const drawn = own.map((value) => Math.max(0, value));
  // What passed outside every instrumented method is no frame.
  drawn[0] = 0;
  for (let node = tree.size - 1; node > 0; node--) {
    total[tree.parent[node]] += total[node];
    drawn[tree.parent[node]] += drawn[node];
  }
  return {own, total, drawn, grandTotal: total[0] - own[0]};
}

/** What each method adds up to; in its total, a call inside another call of the same method is not counted again. */
function methodSums(tree, sums, methods) {
  const result = {};
  for (const name of ["calls", "exceptions", "own", "total", "overhead"]) {
    result[name] = new Float64Array(methods);
  }
  const onPath = new Int32Array(methods);
  walk(
    tree,
    (node) => {
      const method = tree.method[node];
      result.calls[method] += tree.calls[node];
      result.exceptions[method] += tree.exceptions[node];
      result.own[method] += sums.own[node];
      result.overhead[method] += tree.overhead[node];
      if (onPath[method]++ === 0) {
        result.total[method] += sums.total[node];
      }
    },
    (node) => onPath[tree.method[node]]--,
  );
  return result;
}

/**
 * Who called this method, and whom it called: per other method the calls, and the total of what was called, where a call
 * of the same pair inside another one is not counted again. The root, as caller, is method -1.
 */
function neighbours(tree, sums, method) {
  const callers = new Map();
  const callees = new Map();
  const count = (map, other, node) => {
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
        count(callers, caller, node);
      }
      if (caller === method) {
        count(callees, methodOf(node), node);
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
  return {callers: [...callers.values()], callees: [...callees.values()]};
}

/** Which nodes are of a method that was found or have one below, and the sum of the outermost ones. */
function matches(tree, sums, found) {
  const within = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node > 0; node--) {
    if (found[tree.method[node]]) {
      within[node] = 1;
    }
    if (within[node]) {
      within[tree.parent[node]] = 1;
    }
  }
  let inside = 0;
  let total = 0;
  walk(
    tree,
    (node) => {
      if (found[tree.method[node]] && inside++ === 0) {
        total += sums.total[node];
      }
    },
    (node) => {
      if (found[tree.method[node]]) {
        inside--;
      }
    },
  );
  return {within, total};
}
