const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, recursive} = require("./page.js");

const {nodeSums, methodSums, BottomUpTree, eachChild} = scripts(
  ["data", "tree", "sums", "bottomup"],
  ["nodeSums", "methodSums", "BottomUpTree", "eachChild"],
);

function children(tree, node) {
  const found = [];
  eachChild(tree, node, (child) => found.push(child));
  return found;
}

function grown() {
  const tree = recursive();
  return new BottomUpTree(tree, nodeSums(tree, "calibrated"), 2);
}

test("below the root stand the methods with their own values", () => {
  const tree = grown();
  const shown = children(tree, 0).map((node) => [tree.method[node], tree.sums.own[node], tree.calls[node]]);
  assert.deepStrictEqual(shown, [[0, 1170, 8], [1, 4030, 53]]);
});

test("below a method stand its callers, with what of its own value came by them", () => {
  const tree = grown();
  const [recur, leaf] = children(tree, 0);
  assert.deepStrictEqual(children(tree, leaf).map((node) => [tree.method[node], tree.sums.own[node]]), [[0, 4000]]);
  assert.deepStrictEqual(children(tree, recur).map((node) => [tree.method[node], tree.sums.own[node]]), [[0, 200], [1, -30]]);
});

test("where nobody called, the chain ends", () => {
  const tree = grown();
  let [, node] = children(tree, 0);
  const methods = [];
  for (; node !== undefined; [node] = children(tree, node)) {
    methods.push(tree.method[node]);
  }
  assert.deepStrictEqual(methods, [1, 0, 0]);
});

test("what is drawn of the callers is no wider than what they called", () => {
  const tree = grown();
  for (let node = 0; node < tree.size; node++) {
    const below = children(tree, node).reduce((sum, child) => sum + tree.sums.drawn[child], 0);
    assert.ok(below <= tree.sums.drawn[node], `node ${node}`);
  }
});

test("a method has the calls and the overhead of contexts in which it has no own value", () => {
  const source = recursive();
  source.self[3] = 0;
  source.self[5] = 0;
  source.calls[5] = 0;
  const tree = new BottomUpTree(source, nodeSums(source, "calibrated"), 2);
  const [, leaf] = children(tree, 0);
  assert.deepStrictEqual([tree.sums.own[leaf], tree.sums.drawn[leaf], tree.calls[leaf], tree.overhead[leaf]], [0, 0, 50, 403]);
});

test("calls are known as in the contexts that they come from", () => {
  const source = recursive();
  source.callsKind = Float64Array.of(0, 0, 0, 2, 0, 2);
  source.callsBelow = Float64Array.of(0, 0, 0, 10, 0, 1);
  source.callsAbove = Float64Array.of(0, 0, 0, 5, 0, -1);
  const tree = new BottomUpTree(source, nodeSums(source, "calibrated"), 2);
  const [recur, leaf] = children(tree, 0);
  const known = (node) => [tree.callsKind[node], tree.callsBelow[node], tree.callsAbove[node]];
  assert.deepStrictEqual([recur, leaf, children(tree, leaf)[0]].map(known), [[0, 0, 0], [2, 11, -1], [2, 10, 5]]);
});
