const {test} = require("node:test");
const assert = require("node:assert");
const {scripts} = require("./page.js");

const {csvOf, markdownOf} = scripts(["format", "rows"], ["csvOf", "markdownOf"]);

const columns = [
  {title: "Self", field: "own", shown: (v) => v / 1000 + " us"},
  {title: "Calls", field: "calls", shown: String},
];

test("CSV has exact values, and units in its headings", () => {
  const rows = [{own: 4830, calls: 60, name: 'A.<init>(int, "x")'}];
  assert.strictEqual(csvOf(columns, rows, "ns"), 'Self [ns],Calls,Name\r\n4830,60,"A.<init>(int, ""x"")"\r\n');
});

test("Markdown is as the table shows it, names without meaning as markup", () => {
  const rows = [{own: 4830, calls: 60, name: "A.<init>|b_c"}];
  assert.strictEqual(
    markdownOf(columns, rows),
    "| Self | Calls | Name |\n| --: | --: | --- |\n| 4.83 us | 60 | A.\\<init\\>\\|b\\_c |\n",
  );
});
