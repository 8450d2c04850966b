const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, treeOf} = require("./page.js");

const {DiffModel, DiffRows, DiffFacts, nodeSums, csvOf} = scripts(
  ["format", "data", "tree", "sums", "bottomup", "fold", "model", "facts", "rows", "diff"],
  ["DiffModel", "DiffRows", "DiffFacts", "nodeSums", "csvOf"],
);

/** A model of two trees of one shape, read already. */
function modelOf(before, after) {
  const names = ["slower", "uncertain", "gone"];
  const column = (text) => names.map(() => text);
  const methods = {classes: column("A"), names, suffixes: column(""), signatures: column("(): void"), places: column(""), tiers: column("timed"), selfOfCalls: column(true), origins: column("a.jar")};
  const none = names.map(() => false);
  const uncertain = {uncertainty: [0.1, 0.1, 0.1], uncertaintyBefore: [0.1, 0.1, 0.1], momentary: {ratio: 0}, momentaryBefore: {ratio: 0}};
  const noise = {canBeSure: true, halfWidths: [300, null, null], within: none, sure: [true, false, false]};
  const sums = [after, before].map(({self, calls, overhead}) => {
    const [own, counted, subtracted] = [self, calls, overhead].map((column) => [...column.slice(1)]);
    return {self: own, calls: counted, overhead: subtracted, total: own, waiting: own.map(() => 0)};
  });
  const model = new DiffModel({noise, sums, diff: true, threads: [{}, {}], tree: after, methods, unit: "ns", ...uncertain});
  Object.assign(model, {before, after});
  model.change = after.self.map((self, node) => self - before.self[node]);
  model.greatestChange = Math.max(...model.change.map(Math.abs));
  model.sumsBefore = nodeSums(before, "calibrated");
  model.sumsAfter = nodeSums(after, "calibrated");
  model.compute();
  return model;
}

const shape = (values) => treeOf([[-1, -1, 0], ...values.map(([self, calls, overhead], i) => [0, i, self, calls, overhead])]);
const compared = () =>
  modelOf(shape([[5000, 10, 100], [1000, 100, 1000], [700, 7, 10]]), shape([[6000, 10, 100], [1050, 105, 1000], [0, 0, 0]]));

test("a method's change is what its own value rose or fell by", () => {
  const rows = new DiffRows(compared()).rows();
  assert.deepStrictEqual(rows.map(({name, change}) => [name, change]), [
    ["A.slower", 1000],
    ["A.uncertain", 50],
    ["A.gone", -700],
  ]);
  assert.deepStrictEqual(rows.map(({relative}) => relative), [0.2, 0.05, -1]);
});

test("a method that was called before the window and runs in it is compared", () => {
  const of = (self) => shape([[self, 0, 0], [1000, 10, 0], [0, 0, 0]]);
  const rows = new DiffRows(modelOf(of(5000), of(7000))).rows();
  assert.deepStrictEqual(rows.map(({name, change, calls, each}) => [name, change, calls, each]), [
    ["A.slower", 2000, 0, null],
    ["A.uncertain", 0, 10, 100],
  ]);
});

test("a change inside what both overheads leave uncertain is marked", () => {
  const model = compared();
  const rows = new DiffRows(model).rows();
  assert.deepStrictEqual(rows.map(({mark}) => mark), ["! ", "~ ", "? "]);
  assert.strictEqual(new DiffRows(model).columns()[0].shown(0, rows[1]), "~ +50 ns");
});

test("a value below 0 is an error of at least its amount", () => {
  const model = modelOf(
    shape([[-49000, 10, 100], [2000, 10, 100], [-7000, 10, 100]]),
    shape([[-100, 10, 100], [-8000, 10, 100], [3000, 10, 100]]),
  );
  model.data.noise = {canBeSure: false, halfWidths: [null, null, null], within: [], sure: []};
  const rows = new DiffRows(model);
  const [change, , percent] = rows.columns();
  assert.deepStrictEqual(rows.rows().map((row) => [change.shown(0, row), percent.shown(0, row)]), [
    ["~ ≈0", "-"],
    ["~ -10.0 us", "-100.0%"],
    ["~ +10.0 us", "-"],
  ]);
  assert.deepStrictEqual(rows.rows().map(({relative}) => relative), [null, -1, null]);
  assert.ok(Math.max(rows.rows()[1].size, rows.rows()[2].size) > rows.rows()[0].size, "below what can be measured in both");
  assert.deepStrictEqual([1, 2, 3].map((node) => model.isUncertain(node)), [true, true, true]);
  assert.strictEqual(new Map(new DiffFacts(model).facts({node: 2})).get("change of self"), "-100.0%");
});

test("a change that may be chance is paler than one that is not, however great", () => {
  const model = compared();
  const strength = (node) => Number(/strength: (\d+)%/.exec(new DiffFacts(model).describe({node}).style)[1]);
  assert.strictEqual(strength(1), 100);
  model.data.noise.within = [true, false, false];
  assert.strictEqual(strength(1), 40);
  assert.ok(strength(3) > strength(1));
});

test("bottom-up the greatest change is that of a method, found once for all frames", () => {
  const model = compared();
  model.isBottomUp = true;
  assert.strictEqual(model.greatest(), 1000);
  model.data.sums = [];
  assert.strictEqual(model.greatest(), 1000);
});

test("what is sure comes first, with by how much it may be wrong", () => {
  const model = compared();
  const rows = new DiffRows(model).rows();
  assert.deepStrictEqual([...rows].sort((a, b) => b.size - a.size).map(({name}) => name), ["A.slower", "A.gone", "A.uncertain"]);
  const interval = new DiffRows(model).columns()[1];
  assert.deepStrictEqual(rows.map((row) => interval.shown(row.halfWidth, row)), ["300 ns", "", ""]);
  model.data.noise.within = [false, false, true];
  assert.strictEqual(new DiffRows(model).rows()[2].mark, "~ ");
  assert.strictEqual(model.isUncertain(3), true);
});

test("an interval that is not known is an empty cell of CSV, too", () => {
  const rows = new DiffRows(compared());
  const intervals = (grouping) => csvOf(rows.columns().slice(1, 2), rows.rows(grouping), "ns").split("\r\n").slice(1, -1);
  assert.deepStrictEqual(intervals("method"), ["300,A.slower", ",A.uncertain", ",A.gone"]);
  assert.deepStrictEqual(intervals("jar"), [",a.jar"]);
});

test("methods of one jar are one row", () => {
  const [row] = new DiffRows(compared()).rows("jar");
  assert.deepStrictEqual([row.name, row.before, row.own], ["a.jar", 6700, 7050]);
  assert.strictEqual(row.mark, "? ", "noise is known of methods alone");
});

test("widths are those of after, or of before", () => {
  const model = compared();
  assert.strictEqual(model.sums.grandTotal, 7050);
  model.kind = "before";
  model.compute();
  assert.strictEqual(model.sums.grandTotal, 6700);
});

test("a value is below what can be measured by the uncertainty of its own side, bottom-up too", () => {
  const model = modelOf(shape([[1000, 10, 2000], [0, 0, 0], [0, 0, 0]]), shape([[1000, 10, 2000], [0, 0, 0], [0, 0, 0]]));
  model.data.uncertaintyBefore = [0.9, 0.9, 0.9];
  const isBelow = (kind, isBottomUp) => {
    Object.assign(model, {kind, isBottomUp});
    model.compute();
    if (isBottomUp) {
      model.tree.expand(0);
    }
    return model.isBelowMeasurable(1);
  };
  assert.deepStrictEqual([isBelow("after", false), isBelow("after", true)], [false, false]);
  assert.deepStrictEqual([isBelow("before", false), isBelow("before", true)], [true, true]);
});

test("of one run a side, of which nothing is sure, no row is told to be untested", () => {
  const model = compared();
  model.data.noise.canBeSure = false;
  const rows = new DiffRows(model);
  assert.deepStrictEqual(["method", "jar"].map((grouping) => rows.rows(grouping).at(-1).mark), ["", ""]);
});

test("a frame tells both values", () => {
  const facts = new Map(new DiffFacts(compared()).facts({node: 1}));
  assert.strictEqual(facts.get("self"), "5.00 us → 6.00 us");
  assert.strictEqual(facts.get("self per call"), "500 ns → 600 ns");
  assert.strictEqual(facts.get("change"), "+1.00 us");
});
