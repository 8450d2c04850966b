const {test} = require("node:test");
const assert = require("node:assert");
const {scripts} = require("./page.js");

const {parseData, roundedAmount, valuesOf, emptyValues} = scripts(
  ["data"],
  ["parseData", "roundedAmount", "valuesOf", "emptyValues"],
);

const zeros = (count) => Array(count).fill(0);

/** Two threads: main calls 0, which calls 1 twice; worker calls 1. As PageTree.java and NodeColumns.java write them. */
function page() {
  const names = Buffer.from(JSON.stringify({rounded: false, threads: [{name: "main"}, {name: "worker"}]}));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(names.length);
  const shape = [4, 0, 0, 2, 1, 2, 2]; // size, steps up, methods: none is guessed right
  const main = [3, 1, 1, 1, 0, 1, 2, 0, 20, 2, 0, 201, 0x90, 0x03]; // self: 0, -100 (as 201: two bytes), 200
  main.splice(11, 1, 0xc9, 0x01);
  const worker = [2, 1, 3, 0, 7, 0, 2, 0, 10];
  const rare = [1, 1, 2, ...zeros(12)]; // exceptions: node 1 has 1
  return new Uint8Array([...length, ...names, ...shape, ...main, ...rare, ...worker, ...zeros(13)]);
}

test("threads are laid over one shape and added up", () => {
  const {tree, calls} = parseData(page());
  assert.deepStrictEqual([...tree.parent], [-1, 0, 1, 0]);
  assert.deepStrictEqual([...tree.method], [-1, 0, 1, 1]);
  assert.deepStrictEqual([...calls.calls], [0, 1, 2, 7]);
  assert.deepStrictEqual([...calls.self], [0, -100, 200, 5]);
  assert.deepStrictEqual([...calls.overhead], [0, 10, 1, 1]);
  assert.deepStrictEqual([...calls.exceptions], [0, 1, 0, 0]);
  assert.strictEqual(calls.open, null);
});

test("one thread alone is read again", () => {
  const data = parseData(page());
  const others = emptyValues(data.tree.size);
  const select = (...threads) => valuesOf(data, threads, data.calls, others, (thread) => thread.columns, false);
  assert.deepStrictEqual([...select(data.threads[1]).calls], [0, 0, 0, 7]);
  assert.deepStrictEqual([...select(data.threads[0]).self], [0, -100, 200, 0]);
  assert.deepStrictEqual([...select().self], zeros(4));
  assert.strictEqual(select(...data.threads), data.calls);
});

test("codes of rounded amounts rise by an eighth of a power of two", () => {
  assert.deepStrictEqual([0, 7, 8, 15, 16, 17, 23, 24].map(roundedAmount), [0, 7, 8, 15, 16, 18, 30, 32]);
});
