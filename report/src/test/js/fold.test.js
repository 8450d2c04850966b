const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, treeOf, recursive} = require("./page.js");

const {nodeSums, foldedViews, MAX_FRAMES} = scripts(
  ["data", "tree", "sums", "fold"],
  ["nodeSums", "foldedViews", "MAX_FRAMES"],
);

function views(tree, focus, width) {
  return foldedViews(tree, nodeSums(tree, "calibrated"), focus, width);
}

function all(view) {
  return [view, ...view.children.flatMap(all)];
}

/** A root with so many callees of these values each. */
function broad(...parts) {
  const rows = [[-1, -1, 0]];
  for (const [count, self] of parts) {
    for (let i = 0; i < count; i++) {
      rows.push([0, 0, self, 1, 0]);
    }
  }
  return treeOf(rows);
}

test("a node that can be seen is a view, the widest first; a negative one is none", () => {
  const root = views(recursive(), {node: 0}, 1000);
  assert.deepStrictEqual(root.children.map(({node}) => node), [1, 5]);
  assert.deepStrictEqual(all(root).map(({node}) => node), [0, 1, 2, 3, 5]);
});

test("what no child shows is the rest", () => {
  const root = views(recursive(), {node: 0}, 1000);
  assert.deepStrictEqual(all(root).map(({rest}) => rest), [0, 1000, 200, 4000, 30]);
});

test("siblings too small to see are one view with their sum", () => {
  const root = views(broad([1, 10_000], [50, 1]), {node: 0}, 1000);
  assert.strictEqual(root.children.length, 2);
  assert.strictEqual(root.children[1].members.length, 50);
  assert.strictEqual(root.children[1].value, 50);
});

test("where all siblings are too small they come in parts, and a part unfolds", () => {
  const tree = broad([4000, 1]);
  const root = views(tree, {node: 0}, 1000);
  assert.strictEqual(root.children.length, 40);
  assert.strictEqual(root.children[0].members.length, 100);
  const part = views(tree, root.children[0], 1000);
  assert.strictEqual(part.children.length, 100);
});

test("more frames than a browser can draw are folded", () => {
  const root = views(broad([5000, 3]), {node: 0}, 15_000);
  assert.ok(all(root).length <= MAX_FRAMES);
  const sum = all(root).reduce((total, {rest}) => total + rest, 0);
  assert.strictEqual(Math.round(sum), 15_000);
});

test("the callers of what is zoomed to stand above it", () => {
  const top = views(recursive(), {node: 3}, 1000);
  assert.deepStrictEqual([top.node, top.children[0].node, top.children[0].children[0].node], [1, 2, 3]);
  assert.ok(top.ancestor && top.children[0].ancestor && !top.children[0].children[0].ancestor);
});
