/** One tree of several: nodes of the same methods from the root down become one node. */
function mergedTree(trees) {
  if (trees.length === 1) {
    return linked(trees[0]);
  }
  const merger = new TreeMerger(trees.reduce((sum, tree) => sum + tree.size, 1));
  for (const tree of trees) {
    merger.add(tree);
  }
  return linked(merger.tree());
}

class TreeMerger {
  constructor(capacity) {
    this.size = 1;
    this.parent = new Int32Array(capacity);
    this.method = new Int32Array(capacity);
    this.parent[0] = -1;
    this.method[0] = -1;
    for (const name of COLUMNS) {
      this[name] = new Float64Array(capacity);
    }
    // Open addressing over (parent, method): a JavaScript Map of a million keys takes ten times as long.
    this.mask = 2 ** Math.ceil(Math.log2(2 * capacity + 1)) - 1;
    this.slots = new Int32Array(this.mask + 1);
  }

  add(tree) {
    const own = new Int32Array(tree.size);
    for (let node = 1; node < tree.size; node++) {
      own[node] = this.child(own[tree.parent[node]], tree.method[node]);
    }
    for (const name of COLUMNS) {
      const from = tree[name];
      const to = this[name];
      for (let node = 0; node < tree.size; node++) {
        to[own[node]] += from[node];
      }
    }
  }

  child(parent, method) {
    let slot = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(method + 1, 0x85ebca6b)) & this.mask;
    for (;;) {
      const node = this.slots[slot];
      if (node === 0) {
        this.slots[slot] = this.size;
        this.parent[this.size] = parent;
        this.method[this.size] = method;
        return this.size++;
      }
      if (this.parent[node] === parent && this.method[node] === method) {
        return node;
      }
      slot = (slot + 1) & this.mask;
    }
  }

  tree() {
    const tree = {
      size: this.size,
      parent: this.parent.subarray(0, this.size),
      method: this.method.subarray(0, this.size),
    };
    for (const name of COLUMNS) {
      tree[name] = this[name].subarray(0, this.size);
    }
    return tree;
  }
}

/** Adds each node's first child and next sibling; 0, the root, stands for none. */
function linked(tree) {
  if (!tree.first) {
    tree.first = new Int32Array(tree.size);
    tree.next = new Int32Array(tree.size);
    for (let node = tree.size - 1; node > 0; node--) {
      const parent = tree.parent[node];
      tree.next[node] = tree.first[parent];
      tree.first[parent] = node;
    }
  }
  return tree;
}

/** Calls enter and leave for every node but the root, callers around callees; without recursion, trees are deep. */
function walk(tree, enter, leave) {
  let node = tree.first[0];
  while (node !== 0) {
    enter(node);
    if (tree.first[node] !== 0) {
      node = tree.first[node];
      continue;
    }
    leave(node);
    while (tree.next[node] === 0) {
      node = tree.parent[node];
      if (node === 0) {
        return;
      }
      leave(node);
    }
    node = tree.next[node];
  }
}
