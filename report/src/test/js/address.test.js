const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, recursive, treeOf} = require("./page.js");

const {addressOf, stateOf, zoomText, zoomOf, nodeSums, foldedViews, BottomUpTree} = scripts(
  ["data", "tree", "sums", "bottomup", "fold", "address"],
  ["addressOf", "stateOf", "zoomText", "zoomOf", "nodeSums", "foldedViews", "BottomUpTree"],
);

function modelOf(tree, focus) {
  const sums = nodeSums(tree, "calibrated");
  return {tree, sums, focus, isBottomUp: false, isAtTop: focus.node === 0};
}

test("what is shown survives the way through the address", () => {
  const state = {...stateOf(""), search: "a b&c=#", zoom: "12", thread: "3"};
  assert.deepStrictEqual(stateOf(addressOf(state)), state);
  assert.strictEqual(addressOf(stateOf("")), "");
});

test("a node and a group of folded nodes are found again", () => {
  const rows = [[-1, -1, 0], [0, 0, 10_000]];
  for (let i = 0; i < 50; i++) {
    rows.push([0, 1, 1 + (i % 7)]);
  }
  const tree = treeOf(rows);
  const model = modelOf(tree, {node: 0});
  const group = foldedViews(tree, model.sums, {node: 0}, 1000).children.at(-1);
  Object.assign(model, {focus: {members: group.members, owner: group.owner}, isAtTop: false});
  const again = zoomOf(zoomText(model), model);
  assert.deepStrictEqual(new Set(again.members), new Set(group.members));
  assert.strictEqual(zoomText(modelOf(recursive(), {node: 3})), "3");
  assert.deepStrictEqual(zoomOf("3", modelOf(recursive(), {node: 0})), {node: 3});
});

test("a bottom-up path is found again by its methods", () => {
  const source = recursive();
  const grow = () => new BottomUpTree(source, nodeSums(source, "calibrated"), 2);
  const tree = grow();
  const model = {tree, sums: tree.sums, isBottomUp: true, isAtTop: false};
  model.focus = zoomOf("1-0", model);
  assert.strictEqual(zoomText(model), "1-0");
});

test("an address of another page shows the whole tree", () => {
  for (const zoom of ["99999", "-1", "x", "1.5"]) {
    assert.deepStrictEqual(zoomOf(zoom, modelOf(recursive(), {node: 0})), {node: 0});
  }
});
