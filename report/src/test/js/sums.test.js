const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, recursive, treeOf} = require("./page.js");

const {nodeSums, methodSums, groupSums, grouped, neighbours, matches} = scripts(
  ["data", "tree", "sums"],
  ["nodeSums", "methodSums", "groupSums", "grouped", "neighbours", "matches"],
);

const TIMED = [{tier: "timed"}, {tier: "timed"}];

test("a total is the sum of the subtree, and what is drawn leaves negative values out", () => {
  const {total, drawn, grandTotal} = nodeSums(recursive(), "calibrated");
  assert.deepStrictEqual([...total], [5700, 5170, 4170, 3970, -30, 30]);
  assert.deepStrictEqual([...drawn], [5230, 5200, 4200, 4000, 0, 30]);
  assert.strictEqual(grandTotal, 5200);
});

test("raw values have the overhead in them", () => {
  assert.deepStrictEqual([...nodeSums(recursive(), "raw").own], [510, 1100, 220, 4400, 10, 33]);
});

test("working time is without what was waited", () => {
  const tree = recursive();
  tree.waiting = Float64Array.of(0, 900, 0, 0, 0, 0);
  assert.deepStrictEqual([...nodeSums(tree, "working").own], [500, 100, 200, 4000, -30, 30]);
  assert.strictEqual(nodeSums(tree, "calibrated").grandTotal, 5200);
});

test("a tree without samples has none", () => {
  assert.strictEqual(nodeSums(recursive(), "samples").grandTotal, 0);
});

test("recursion is counted once in a method's total", () => {
  const tree = recursive();
  const {own, total, calls, overhead} = methodSums(tree, nodeSums(tree, "calibrated"), 2, [0.1, 0.1], {ratio: 0});
  assert.deepStrictEqual([...own], [1170, 4030]);
  assert.deepStrictEqual([...total], [5170, 4000]);
  assert.deepStrictEqual([...calls], [8, 53]);
  assert.deepStrictEqual([...overhead], [160, 403]);
});

test("a group's total counts what one of its methods does inside another once", () => {
  const tree = recursive();
  const {groupOf, names} = grouped(["com.acme", "com.acme"]);
  assert.deepStrictEqual(names, ["com.acme"]);
  const {own, total} = groupSums(tree, nodeSums(tree, "calibrated"), groupOf, 1, TIMED, [0.1, 0.1], {ratio: 0});
  assert.deepStrictEqual([own[0], total[0]], [5200, 5200]);
});

test("a call within a group is none", () => {
  const tree = recursive();
  tree.exceptions = Float64Array.of(0, 1, 2, 4, 0, 0);
  const {calls, exceptions, overhead, uncertain} = groupSums(tree, nodeSums(tree, "calibrated"), [0, 0], 1, TIMED, [0.1, 0.1], {ratio: 0});
  assert.deepStrictEqual([calls[0], exceptions[0], overhead[0]], [4, 1, 563]);
  assert.ok(Math.abs(uncertain[0] - 56.3) < 1e-9);
});

test("what was waited adds no moments to what a value may be wrong by", () => {
  const tree = recursive();
  const momentary = {ratio: 1, moment: 100, ofReading: 1, spread: 0};
  const {uncertain} = methodSums(tree, nodeSums(tree, "working"), 2, [0.1, 0.1], momentary);
  for (let node = 1; node < tree.size; node++) {
    tree.self[node] += 1e6;
  }
  tree.waiting = Float64Array.of(0, 1e6, 1e6, 1e6, 1e6, 1e6);
  const waited = methodSums(tree, nodeSums(tree, "working"), 2, [0.1, 0.1], momentary);
  assert.deepStrictEqual([...waited.uncertain], [...uncertain]);
});

test("callers and callees come by falling total", () => {
  const tree = recursive();
  const {callers, callees} = neighbours(tree, nodeSums(tree, "calibrated"), 1);
  const shown = (entries) => entries.map(({method, calls, total}) => [method, calls, total]);
  assert.deepStrictEqual(shown(callers), [[0, 50, 3970], [-1, 3, 30]]);
  assert.deepStrictEqual(shown(callees), [[0, 2, -30]]);
});

test("a method that calls itself is its own caller, each moment counted once", () => {
  const tree = recursive();
  const {callers} = neighbours(tree, nodeSums(tree, "calibrated"), 0);
  assert.deepStrictEqual(callers.map(({method, calls, total}) => [method, calls, total]), [
    [-1, 1, 5170],
    [0, 5, 4170],
    [1, 2, -30],
  ]);
});

test("of what was found, nested calls are counted once", () => {
  const tree = recursive();
  const {within, total} = matches(tree, nodeSums(tree, "calibrated"), [0, 1]);
  assert.deepStrictEqual([...within], [1, 1, 1, 1, 0, 1]);
  assert.strictEqual(total, 4000);
});

test("groups of a tree as deep as it is large take no stack", () => {
  const size = 100_000;
  const tree = treeOf(Array.from({length: size}, (none, i) => [i - 1, i === 0 ? -1 : i % 2, 1, 1, 0]));
  const {total} = methodSums(tree, nodeSums(tree, "calibrated"), 2, [0.1, 0.1], {ratio: 0});
  assert.deepStrictEqual([...total], [size - 2, size - 1]);
});

test("calls of groups, callers and callees are known no better than those of their nodes", () => {
  const tree = recursive();
  tree.callsKind = Float64Array.of(0, 0, 0, 2, 0, 1);
  const sums = nodeSums(tree, "calibrated");
  const wrong = [[0.1, 0.1], {ratio: 0}];
  assert.deepStrictEqual([...methodSums(tree, sums, 2, ...wrong).callsKind], [0, 2]);
  // Calls within a group do not count.
  assert.deepStrictEqual([...groupSums(tree, sums, [0, 0], 1, TIMED, ...wrong).callsKind], [1]);
  assert.deepStrictEqual([...groupSums(tree, sums, [0, 1], 2, TIMED, ...wrong).callsKind], [0, 2]);
  const {callers} = neighbours(tree, sums, 1);
  assert.deepStrictEqual(callers.map(({method, callsKind}) => [method, callsKind]), [[0, 2], [-1, 1]]);
});

test("calls of a group with a merged method are at least, also where it has no node", () => {
  const tree = recursive();
  const merged = [...TIMED, {tier: "merged"}];
  const of = (groupOf) => groupSums(tree, nodeSums(tree, "calibrated"), groupOf, 2, merged, [0.1, 0.1, 0.1], {ratio: 0});
  assert.deepStrictEqual([...of([0, 1, 1]).callsKind], [0, 2]);
  assert.deepStrictEqual([...of([0, 1, 0]).callsKind], [2, 0]);
  assert.deepStrictEqual([...of([0, 1, 1]).calls], [3, 53]);
});

test("calls without their contexts are none of a group's, whose calls are then at least", () => {
  const methods = [...TIMED, {tier: "timed", isAboveCallsWithoutContext: true}];
  for (const [flat, calls, kinds] of [[240, [1, 0, 0], [2, 0, 0]], [0, [1, 0, 0], [0, 0, 0]]]) {
    const tree = treeOf([[-1, -1, 0, 0, 0], [0, 0, 900, 1, 0], [0, 2, 0, 0, 0], [2, 1, 3, flat, 0]]);
    const sums = groupSums(tree, nodeSums(tree, "calibrated"), [0, 0, 2], 3, methods, [0, 0, 0], {ratio: 0});
    assert.deepStrictEqual([[...sums.calls], [...sums.callsKind], sums.own[0]], [calls, kinds, 903]);
  }
});
