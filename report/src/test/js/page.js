/** The page's scripts share one scope, as they do in the page; this gives a test what it names of them. */
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const FOLDER = path.join(__dirname, "../../main/resources/dev/tare/report/html");

exports.scripts = (files, names) => {
  const source = files.map((file) => fs.readFileSync(path.join(FOLDER, file + ".js"), "utf8")).join("\n");
  return vm.runInThisContext(`(() => {"use strict";${source}; return {${names.join(", ")}}})()`);
};

const RARE = ["exceptions", "open", "carried", "cut", "samples", "callsKind", "callsBelow", "callsAbove", "waiting"].concat(
  ["divided", "selfBelow", "selfAbove"],
);

/** A tree of rows [parent, method, self, calls, overhead], in preorder; row 0 is the root. */
exports.treeOf = (rows) => {
  const column = (i, Column = Float64Array) => Column.from(rows, (row) => row[i] ?? 0);
  const tree = {size: rows.length, parent: column(0, Int32Array), method: column(1, Int32Array)};
  Object.assign(tree, {self: column(2), calls: column(3), overhead: column(4)});
  for (const name of RARE) {
    tree[name] = null;
  }
  return tree;
};

/** Of the profile that Profiles.small() has in its thread "main": recur (0) calls itself, directly and through leaf (1). */
exports.recursive = () =>
  exports.treeOf([
    [-1, -1, 500, 0, 10],
    [0, 0, 1000, 1, 100],
    [1, 0, 200, 5, 20],
    [2, 1, 4000, 50, 400],
    [3, 0, -30, 2, 40],
    [0, 1, 30, 3, 3],
  ]);
