const {test} = require("node:test");
const assert = require("node:assert");
const {scripts, recursive} = require("./page.js");

const {ProfileModel, describedMethods, nodeSums, Facts, MethodRows, csvOf, groupSearch} = scripts(
  ["format", "data", "tree", "sums", "bottomup", "model", "facts", "rows"],
  ["ProfileModel", "describedMethods", "nodeSums", "Facts", "MethodRows", "csvOf", "groupSearch"],
);

function modelOf(tree, data) {
  const methods = {classes: ["A", "A"], names: ["recur", "leaf"], suffixes: ["", ""], signatures: ["", ""], places: ["", ""]};
  const tiers = ["timed", "counted"];
  const origins = ["a.jar", ""];
  const page = {tree, threads: [{}], methods: {...methods, tiers, selfOfCalls: [true, true], origins}, calibrated: true, unit: "ns", uncertainty: [0.1, 0.1], momentary: {ratio: 0}, ...data};
  const model = new ProfileModel(page);
  model.missing = 0;
  model.unit = "ns";
  model.show(tree, nodeSums(tree, model.kind));
  return model;
}

test("a node waits mostly where it waited for more than half of its wall time", () => {
  const tree = recursive();
  tree.waiting = Float64Array.of(0, 900, 20, 0, 0, 0);
  const model = modelOf(tree, {waitingKnown: true});
  const waits = () => [1, 2, 3, 4, 5].filter((node) => model.isMostlyWaiting(node));
  assert.strictEqual(model.kind, "working");
  assert.deepStrictEqual(waits(), []);
  model.kind = "calibrated";
  model.show(tree, nodeSums(tree, model.kind));
  assert.deepStrictEqual(waits(), [1]); // Not 4, whose value is below zero.
});

test("a page that was asked for by wall time opens with it", () => {
  const kinds = (wall) => modelOf(recursive(), {waitingKnown: true, wall}).kinds().map(([kind]) => kind);
  assert.deepStrictEqual(kinds(false), ["working", "calibrated", "raw"]);
  assert.deepStrictEqual(kinds(true), ["calibrated", "working", "raw"]);
});

test("what a budget left of a method stands behind its name", () => {
  const [recur, leaf] = modelOf(recursive(), {}).methods;
  assert.strictEqual(recur.name, "A.recur");
  assert.deepStrictEqual([leaf.name, leaf.brief], ["A.leaf [counted]", "A.leaf [counted]"]);
});

test("calls that went on without readings are not divided into the value", () => {
  const model = modelOf(recursive(), {});
  const facts = () => new Map(new Facts(model).ofMethod(1));
  const calls = facts().get("calls");
  assert.ok(facts().has("self per call"));
  model.methods[1].isSelfOfCalls = false;
  assert.deepStrictEqual([facts().get("calls"), facts().has("self per call")], [calls, false]);
  assert.deepStrictEqual(new Facts(model).facts({node: 3}).filter(([name]) => name === "self per call"), []);
  model.methods[1].tier = "flat";
  assert.deepStrictEqual([facts().get("calls"), facts().has("self per call")], [calls, false]);
  model.methods[1].tier = "merged";
  assert.deepStrictEqual([facts().get("calls"), facts().has("self per call")], ["≥" + calls, false]);
});

test("bottom-up, calls of a merged method are at least above its callers", () => {
  const model = modelOf(recursive(), {});
  model.isBottomUp = true;
  const leaf = model.bottomUpTree();
  leaf.expand(0);
  const node = leaf.method.indexOf(1);
  const calls = () => new Map(new Facts(model).facts({node})).get("calls");
  assert.strictEqual(calls(), "53");
  model.methods[1].tier = "merged";
  assert.strictEqual(calls(), "at least 53");
});

test("in sampled mode, a counted method has time of its own", () => {
  const [inFull] = modelOf(recursive(), {sampledMode: false}).methods.slice(1);
  const model = modelOf(recursive(), {sampledMode: true});
  assert.deepStrictEqual([inFull.hasOwnValue, model.methods[1].hasOwnValue], [false, true]);
  const notes = new Facts(model).notes({node: 3});
  assert.ok(notes.includes("[counted]: calls are exact; where it calls nothing, the metric is the nearest timed caller's."), notes.join());
});

test("nor are they in the table", () => {
  const model = modelOf(recursive(), {});
  const shown = () => {
    const rows = new MethodRows(model);
    const leaf = rows.rows("method").find(({method}) => method === 1);
    const cell = (title) => {
      const {field, shown} = rows.columns().find((column) => column.title === title);
      return shown(leaf[field], leaf);
    };
    return [cell("Calls"), cell("Self/call")];
  };
  const [calls, each] = shown();
  assert.notStrictEqual(each, "-");
  model.methods[1].isSelfOfCalls = false;
  assert.deepStrictEqual(shown(), [calls, "-"]);
  const rows = new MethodRows(model);
  assert.match(csvOf(rows.columns(), rows.rows("method"), "ns"), /\r\n4030,[^\r]*,53,,403,0,/);
  model.methods[1].tier = "flat";
  assert.deepStrictEqual(shown(), [calls, "-"]);
  model.methods[1].tier = "merged";
  assert.deepStrictEqual(shown(), ["≥" + calls, "-"]);
});

test("calls of rows are marked by how they are known", () => {
  const tree = recursive();
  tree.callsKind = Float64Array.of(0, 0, 0, 2, 0, 2);
  const model = modelOf(tree, {});
  const rows = new MethodRows(model);
  const calls = (grouping) => {
    const {field, shown} = rows.columns().find(({title}) => title === "Calls");
    return rows.rows(grouping).map((row) => shown(row[field], row));
  };
  assert.deepStrictEqual(calls("method"), ["8", "53"], "of a method that had probes, all");
  assert.deepStrictEqual(calls("className"), ["≥4"]);
  model.methods[1].isOfClass = false;
  assert.deepStrictEqual(calls("method"), ["8", "≥53"]);
});

test("an inner class is a part of the outer one, and what is of no class is a group of its own", () => {
  const classes = ["com.acme.Order$Line", "$Proxy$1", ""];
  const of = (texts) => ({classes, names: ["a", "b", "<beyond maxnodes>"], ...texts});
  const none = ["", "", ""];
  const methods = describedMethods(of({suffixes: none, signatures: none, places: none, tiers: none, selfOfCalls: none, origins: none}));
  assert.deepStrictEqual(
    methods.map(({className, packageName, jar}) => [className, packageName, jar]),
    [
      ["com.acme.Order", "com.acme", "(no jar known)"],
      ["$Proxy", "(no package)", "(no jar known)"],
      ["<beyond maxnodes>", "<beyond maxnodes>", "<beyond maxnodes>"],
    ],
  );
});

test("a node is divided where most of its value is a part of a caller's", () => {
  const tree = recursive();
  tree.divided = Float64Array.of(0, -700, 150, 1000, 0, 30);
  const model = modelOf(tree, {});
  const isDivided = () => [1, 2, 3, 4, 5].filter((node) => model.isDivided(node));
  assert.deepStrictEqual(isDivided(), [2, 5]); // Of 3 only a quarter, and 1 has lost.
  model.kind = "samples";
  assert.deepStrictEqual(isDivided(), []);
});

test("a frame that samples told apart says so and between which values it is", () => {
  const tree = recursive();
  tree.divided = Float64Array.of(0, 0, 200, 0, 0, 0);
  tree.selfBelow = Float64Array.of(0, 0, 50, 0, 0, 0);
  tree.selfAbove = Float64Array.of(0, 0, 80, 0, 0, 0);
  const model = modelOf(tree, {});
  const facts = new Facts(model);
  const {classes, label} = facts.describe({node: 2});
  assert.ok(classes.split(" ").includes("divided"));
  assert.ok(label.startsWith("÷ "));
  assert.ok(!facts.describe({node: 3}).classes.split(" ").includes("divided"));
  const said = facts.facts({node: 2}).find(([name]) => name === "self, by samples");
  assert.match(said[1], /^200 .*self 150 .* to 280 /);
});

test("a method that samples told apart, or might have, says between which values it is", () => {
  const tree = recursive();
  tree.divided = Float64Array.of(0, 0, 0, 0, 0, 0);
  tree.selfBelow = Float64Array.of(0, 30, 40, 0, 0, 0);
  tree.selfAbove = Float64Array.of(0, 60, 80, 0, 0, 0);
  const model = modelOf(tree, {});
  const [self] = new MethodRows(model).columns();
  assert.deepStrictEqual(new MethodRows(model).rows("method").map((row) => self.shown(0, row)), ["÷ 1.17 us", "4.03 us"]);
  const fact = (method) => new Map(new Facts(model).ofMethod(method)).get("self, by samples");
  assert.deepStrictEqual([fact(0), fact(1)], ["self 1.12 us to 1.27 us", undefined]);
});

test("methods below 0 are told where they are much beside all", () => {
  const tree = recursive();
  assert.strictEqual(modelOf(tree, {}).belowZero(), null);
  tree.self[3] = -100;
  assert.deepStrictEqual(modelOf(tree, {}).belowZero(), {count: 1, sum: -70});
  tree.self[3] = -31;
  assert.strictEqual(modelOf(tree, {}).belowZero(), null);
});

test("a search finds by name, and adds up what it found", () => {
  const model = modelOf(recursive(), {});
  model.search = "LEAF";
  model.find();
  assert.deepStrictEqual([...model.found], [0, 1]);
  assert.strictEqual(model.matched.total, 4000);
});

test("a row of a group finds its methods and no others", () => {
  const classes = ["com.acme.A", "com.acme.A$1", "com.acme.sub.A", "xcom.acme.A", "A", "com.acme.AB"];
  const column = (text) => classes.map(() => text);
  const texts = {suffixes: column(""), signatures: column(""), places: column(""), tiers: column("timed"), selfOfCalls: column(true)};
  const origins = ["a.jar", "a.jar", "", "aa.jar", "", ""];
  const model = modelOf(recursive(), {methods: {classes, names: column("a"), ...texts, origins}, uncertainty: column(0.1)});
  const found = (group, name) => {
    model.search = groupSearch(group, name);
    model.find();
    return [...model.found].flatMap((is, method) => (is ? [method] : []));
  };
  assert.deepStrictEqual(found("packageName", "com.acme"), [0, 1, 5]);
  assert.deepStrictEqual(found("packageName", "(no package)"), [4]);
  assert.deepStrictEqual(found("className", "com.acme.A"), [0, 1]);
  assert.deepStrictEqual(found("className", "A"), [4]);
  assert.deepStrictEqual(found("jar", "a.jar"), [0, 1]);
  assert.deepStrictEqual(found("jar", "(no jar known)"), [2, 4, 5]);
});

test("a value that its overhead may be wrong by cannot be measured", () => {
  const tree = recursive();
  tree.self[5] = 0.3;
  const model = modelOf(tree, {});
  assert.ok(model.isBelowMeasurable(5) && !model.isBelowMeasurable(3));
  const self = (node) => new Facts(model).facts({node}).find(([name]) => name === "self")[1];
  assert.deepStrictEqual([self(5), self(4), self(3)], ["≈0", "≈0", "4.00 us"]);
  const certain = modelOf(tree, {uncertainty: [0.1, 0]});
  assert.ok(!certain.isBelowMeasurable(5), "what was subtracted was measured");
  assert.ok(certain.isBelowMeasurable(4), "less than nothing");
  certain.kind = "raw";
  assert.ok(!certain.isBelowMeasurable(4));
});

test("a value of one moment may be wrong by more, and one of few readings by more yet", () => {
  const tree = recursive();
  const wrong = tree.overhead[3] * 0.1;
  tree.self[3] = 2 * wrong;
  const isBelow = (momentary) => modelOf(tree, {momentary}).isBelowMeasurable(3);
  const ofMoment = {ratio: 2, moment: 1e7, ofReading: wrong / 1000, spread: 4};
  assert.ok(!isBelow({ratio: 0}));
  assert.ok(isBelow(ofMoment), "sqrt(5) times as much");
  assert.ok(!isBelow({...ofMoment, moment: (tree.self[3] + tree.overhead[3]) / 100}), "a hundred moments");
  assert.ok(isBelow({...ofMoment, moment: (tree.self[3] + tree.overhead[3]) / 100, ofReading: wrong}), "one reading");
});

test("a row that is below what can be measured comes last and is copied exactly", () => {
  const tree = recursive();
  const model = modelOf(tree, {uncertainty: [0.1, 11]});
  const rows = new MethodRows(model);
  const [recur, leaf] = rows.rows("method");
  const [self, share] = rows.columns();
  assert.deepStrictEqual([leaf.own, leaf.shownOwn], [4030, 0]);
  assert.deepStrictEqual([self.shown(0, leaf), share.shown(0, leaf)], ["≈0", "≈0"]);
  assert.strictEqual(self.shown(recur.shownOwn, recur), "1.17 us");
  assert.match(csvOf(rows.columns(), [leaf], "ns"), /^Self \[ns\],.*\r\n4030,/);
});
