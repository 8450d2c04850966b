const HOW_CALLS_ARE_KNOWN = ["callsKind", "callsBelow", "callsAbove"];

/**
 * The call tree the other way round: below the root the methods, below each the methods that called it, with the own
 * value of the first as far as it was called from there. It grows where somebody looks: a node's children are made by
 * expand(node). Its own value, total and drawn value are in sums.
 */
class BottomUpTree {
  constructor(tree, sums, methods) {
    this.calls = [0];
    this.self = [0];
    this.overhead = [0];
    this.parent = [-1];
    this.method = [-1];
    this.first = [0];
    this.next = [0];
    for (const name of RARE) {
      this[name] = HOW_CALLS_ARE_KNOWN.includes(name) && tree[name] ? [0] : null;
    }
    /** Sums of other columns of the source, where it has some. */
    this.extra = Object.fromEntries(Object.keys(tree.extra ?? {}).map((name) => [name, [0]]));
    const extra = Object.values(tree.extra ?? {});
    this.source = tree;
    this.sourceSums = sums;
    this.scratch = new Int32Array(methods + 1);
    this.sums = {own: [sums.own[0]], total: [sums.total[0]], drawn: [sums.drawn[0]], grandTotal: sums.grandTotal};
    const leaves = new Int32Array(tree.size);
    let count = 0;
    for (let node = 1; node < tree.size; node++) {
      const isAny = sums.own[node] !== 0 || tree.calls[node] !== 0 || tree.overhead[node] !== 0;
      if (isAny || extra.some((column) => column[node] !== 0)) {
        leaves[count++] = node;
      }
    }
    /** Of each node that is not expanded: whose values it has, and up to where their callers are taken already. */
    this.pending = [{leaves: leaves.subarray(0, count), at: null}];
  }

  get size() {
    return this.parent.length;
  }

  /** Whether callers may come to light below this node. */
  isExpandable(node) {
    return this.first[node] !== 0 || this.pending[node] !== null;
  }

  expand(node) {
    const pending = this.pending[node];
    if (pending === null) {
      return;
    }
    this.pending[node] = null;
    const {leaves, at} = pending;
    const {parent, method} = this.source;
    // The root's children are the leaves themselves; all others' are one caller up.
    const up = at === null ? leaves : at.map((above) => parent[above]);
    const counts = this.scratch.fill(0);
    for (let i = 0; i < up.length; i++) {
      counts[method[up[i]] + 1]++;
    }
    const parts = [];
    let from = counts[0]; // Those without a caller come first, and go nowhere.
    for (let i = 1; i < counts.length; i++) {
      if (counts[i] > 0) {
        parts.push([i - 1, from, from + counts[i]]);
      }
      const count = counts[i];
      counts[i] = from;
      from += count;
    }
    counts[0] = 0;
    const leavesByMethod = new Int32Array(up.length);
    const upByMethod = new Int32Array(up.length);
    for (let i = 0; i < up.length; i++) {
      const place = counts[method[up[i]] + 1]++;
      leavesByMethod[place] = leaves[i];
      upByMethod[place] = up[i];
    }
    for (const [called, start, end] of parts.reverse()) {
      this.add(node, called, leavesByMethod.subarray(start, end), upByMethod.subarray(start, end));
    }
  }

  add(parent, method, leaves, at) {
    const node = this.size;
    const {own: ownOf} = this.sourceSums;
    let calls = 0;
    let self = 0;
    let overhead = 0;
    let own = 0;
    let drawn = 0;
    for (let i = 0; i < leaves.length; i++) {
      const leaf = leaves[i];
      calls += this.source.calls[leaf];
      self += this.source.self[leaf];
      overhead += this.source.overhead[leaf];
      own += ownOf[leaf];
      drawn += Math.max(0, ownOf[leaf]);
    }
    this.parent.push(parent);
    this.method.push(method);
    this.calls.push(calls);
    this.self.push(self);
    this.overhead.push(overhead);
    for (const name of HOW_CALLS_ARE_KNOWN) {
      this[name]?.push(leaves.reduce((sum, leaf) => together(name, sum, this.source[name][leaf]), 0));
    }
    for (const [name, column] of Object.entries(this.extra)) {
      column.push(leaves.reduce((sum, leaf) => sum + this.source.extra[name][leaf], 0));
    }
    this.sums.own.push(own);
    this.sums.total.push(own);
    this.sums.drawn.push(drawn);
    this.pending.push({leaves, at});
    this.first.push(0);
    this.next.push(this.first[parent]);
    this.first[parent] = node;
  }
}
