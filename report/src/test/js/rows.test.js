const {test} = require("node:test");
const assert = require("node:assert");
const {scripts} = require("./page.js");

const {csvOf, markdownOf, ThreadRows} = scripts(["format", "rows"], ["csvOf", "markdownOf", "ThreadRows"]);

const columns = [
  {title: "Self", field: "own", shown: (v) => v / 1000 + " us"},
  {title: "Calls", field: "calls", shown: String},
];

test("CSV has exact values, and units in its headings", () => {
  const rows = [{own: 4830, calls: 60, name: 'A.<init>(int, "x")'}];
  assert.strictEqual(csvOf(columns, rows, "ns"), 'Self [ns],Calls,Name\r\n4830,60,"A.<init>(int, ""x"")"\r\n');
});

test("what is not known is an empty cell", () => {
  const known = [...columns, {title: "Share [%]", field: "ownShare", shown: String}];
  const rows = [{own: null, calls: 0, ownShare: 0 / 0, name: "a"}];
  assert.strictEqual(csvOf(known, rows, "ns"), "Self [ns],Calls,Share [%],Name\r\n,0,,a\r\n");
});

test("shares are in percent, and what is not of the profile's unit has its own", () => {
  const thread = {name: "t", id: 1, self: 900, waiting: 600, outside: 7, calls: 1, overhead: 2, switched_out_ns: 3, collected_ns: 1};
  const samples = {cpu_ns: 5, taken: 6, failed: 0, lost: 0};
  const threads = [{...thread, samples}, {...thread, self: 1500}];
  const rows = new ThreadRows({data: {threads, waitingKnown: true, unit: "ns", threadsCallsKind: 0}});
  assert.strictEqual(
    csvOf(rows.columns(), rows.rows().slice(0, 1), "ns"),
    "Working [ns],Share [%],Waiting [ns],Outside [ns],Calls,Overhead [ns],Not running [ns],CPU time [ns],Samples,Failed or lost," +
      "Name\r\n300,25,600,7,1,2,4,5,6,0,t (1)\r\n",
  );
});

test("Markdown is as the table shows it, names without meaning as markup", () => {
  const rows = [{own: 4830, calls: 60, name: "A.<init>|b_c"}];
  assert.strictEqual(
    markdownOf(columns, rows),
    "| Self | Calls | Name |\n| --: | --: | --- |\n| 4.83 us | 60 | A.\\<init\\>\\|b\\_c |\n",
  );
});

test("threads are compared by what they worked, where waiting is known", () => {
  const thread = {name: "t", id: 1, self: 900, waiting: 600, outside: 0, calls: 1, overhead: 0, switched_out_ns: 0, collected_ns: 0};
  const rows = (waitingKnown) => new ThreadRows({data: {threads: [thread], waitingKnown, unit: "ns"}});
  assert.deepStrictEqual([rows(true).rows()[0].own, rows(false).rows()[0].own], [300, 900]);
  const titles = rows(true).columns().map(({title}) => title);
  assert.deepStrictEqual(titles.slice(0, 4), ["Working", "Share [%]", "Waiting", "Outside"]);
});

test("calls of threads are marked where they are at least", () => {
  const thread = {name: "t", id: 1, self: 900, waiting: 0, outside: 0, calls: 12, overhead: 0, switched_out_ns: 0, collected_ns: 0};
  const shown = (threadsCallsKind) => {
    const rows = new ThreadRows({data: {threads: [thread], waitingKnown: false, unit: "ns", threadsCallsKind}});
    return rows.columns().find(({title}) => title === "Calls").shown(12, rows.rows()[0]);
  };
  assert.deepStrictEqual([shown(0), shown(2)], ["12", "≥12"]);
});
