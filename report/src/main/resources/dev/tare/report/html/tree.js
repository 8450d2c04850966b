/** A value that few nodes have. */
function rare(tree, name, node) {
  return tree[name] === null ? 0 : tree[name][node];
}

/** Does this with each node that was called from this one; of a tree that grows, after it has grown there. */
function eachChild(tree, node, action) {
  if (tree.expand) {
    tree.expand(node);
    for (let child = tree.first[node]; child !== 0; child = tree.next[child]) {
      action(child);
    }
    return;
  }
  const ends = endsOf(tree);
  for (let child = node + 1; child < ends[node]; child = ends[child]) {
    action(child);
  }
}

function hasChildren(tree, node) {
  return tree.expand ? tree.isExpandable(node) : endsOf(tree)[node] > node + 1;
}

/** The first node after each node's subtree. */
function endsOf(tree) {
  if (!tree.ends) {
    const {size, parent} = tree;
    const ends = new Int32Array(size);
    for (let node = size - 1; node >= 0; node--) {
      ends[node] = Math.max(ends[node], node + 1);
      if (node > 0) {
        ends[parent[node]] = Math.max(ends[parent[node]], ends[node]);
      }
    }
    tree.ends = ends;
  }
  return tree.ends;
}

/** The nodes from the outermost caller, which is not the root, to this one. */
function pathTo(tree, node) {
  const path = [];
  for (let at = node; at > 0; at = tree.parent[at]) {
    path.push(at);
  }
  return path.reverse();
}

/** The outermost caller of a node, which is not the root. */
function outermost(tree, node) {
  let at = node;
  while (tree.parent[at] > 0) {
    at = tree.parent[at];
  }
  return at;
}

/** Calls enter and leave for every node but the root, callers around callees; without recursion, trees are deep. */
function walk(tree, enter, leave) {
  const {size, parent} = tree;
  let open = 0;
  for (let node = 1; node < size; node++) {
    for (; open !== parent[node]; open = parent[open]) {
      leave(open);
    }
    enter(node);
    open = node;
  }
  for (; open > 0; open = parent[open]) {
    leave(open);
  }
}
