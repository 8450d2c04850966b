const {test} = require("node:test");
const assert = require("node:assert");
const {scripts} = require("./page.js");

const {formatValue, formatAmount, formatEach, formatShare, finder, globFinder, visible} = scripts(
  ["format"],
  ["formatValue", "formatAmount", "formatEach", "formatShare", "finder", "globFinder", "visible"],
);

test("times have three digits and the unit that they are best read in", () => {
  const shown = [0, 480, 999, 1000, 4830, 99_960, 889_282_787, 999_960_000, 2_059_542_408, -1500].map((v) => formatValue(v, "ns"));
  assert.deepStrictEqual(shown, [
    "0 ns", "480 ns", "999 ns", "1.00 us", "4.83 us", "100 us", "889 ms", "1.00 s", "2.06 s", "-1.50 us",
  ]);
});

test("amounts are exact as long as they are short", () => {
  const shown = [0, 4830, 9999, 10_000, 436_890, 68_100_000, 1.5e12].map(formatAmount);
  assert.deepStrictEqual(shown, ["0", "4,830", "9,999", "10.0 k", "437 k", "68.1 M", "1.50 T"]);
});

test("other units stand behind the amount", () => {
  assert.strictEqual(formatValue(68_100_000, "instructions"), "68.1 M instructions");
  assert.deepStrictEqual([512, 4830, 2.5e9].map((v) => formatValue(v, "bytes")), ["512 B", "4.83 kB", "2.50 GB"]);
});

test("values of a call below one have three digits", () => {
  const shown = [0.0024, 0.5, 0.9996, 0.09994, 0.09996, -0.0034, 5.6e-17].map((v) => formatAmount(v));
  assert.deepStrictEqual(shown, ["0.00240", "0.500", "1.00", "0.0999", "0.100", "-0.00340", "0.00"]);
});

test("a part of a call may have a part of a unit", () => {
  assert.deepStrictEqual(
    [formatEach(4830, 60, "ns"), formatEach(1, 0, "ns"), formatEach(10, 4, "instructions"), formatEach(3000, 1, "ns")],
    ["80.5 ns", "-", "2.50 instructions", "3.00 us"],
  );
});

test("a share of nothing is not known", () => {
  assert.deepStrictEqual([formatShare(1, 8), formatShare(1, 0)], ["12.5%", "-"]);
});

test("a search is a part of a name whatever its case, or a pattern between slashes", () => {
  assert.ok(finder("ORDER")("com.acme.Order"));
  assert.ok(finder("/^com.*er$/")("com.acme.Order"));
  assert.strictEqual(finder("/(/"), null);
  assert.ok(globFinder("w*-1")("worker-1") && !globFinder("w*-1")("worker-12"));
});

test("control characters are shown as numbers", () => {
  assert.strictEqual(visible("a\u202e\u0000b"), "a\\u202e\\u0000b");
});
