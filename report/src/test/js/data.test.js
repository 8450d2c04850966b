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
  const rare = [1, 1, 2, ...zeros(11)]; // exceptions: node 1 has 1
  return new Uint8Array([...length, ...names, ...shape, ...main, ...rare, ...worker, ...zeros(12)]);
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

/** Numbers as PageNumbers.java writes them. */
function written(...numbers) {
  const bytes = [];
  for (let number of numbers) {
    for (number = BigInt(number); number >= 128n; number >>= 7n) {
      bytes.push(Number(number & 127n) | 128);
    }
    bytes.push(Number(number));
  }
  return bytes;
}

/** The sign is the first bit. */
const signed = (number) => (number < 0 ? 1 - 2 * number : 2 * number);

/** Threads of a root and one node below it; calls, overhead and self are given as they are written. */
function pageOf(rounded, ...values) {
  const names = Buffer.from(JSON.stringify({rounded, threads: values.map((value, i) => ({name: "t" + i}))}));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(names.length);
  const thread = ([calls, overhead, self, kind = 0, above = 0]) => [
    ...written(2, 1, 1, 0, calls, 0, overhead, 0, self),
    ...zeros(5),
    ...(kind === 0 ? [0] : [1, 1, 2 * kind]),
    0,
    ...(above === 0 ? [0] : [1, 1, signed(above)]),
    ...zeros(4),
  ];
  return parseData(new Uint8Array([...length, ...names, 2, 0, 1, ...values.flatMap(thread)]));
}

test("numbers of any length, signed ones by their first bit", () => {
  const {calls} = pageOf(false, [300_000, signed(5_000_000_000), signed(-70_000_000_000)]);
  assert.deepStrictEqual([...calls.calls], [0, 300_000]);
  assert.deepStrictEqual([...calls.overhead], [0, 5_000_000_000]);
  assert.deepStrictEqual([...calls.self], [0, -70_000_000_000]);
});

test("rounded values: codes of overhead, self values in their steps", () => {
  const {calls} = pageOf(true, [1, 1024 + 33, signed(9)], [1, 7, signed(-3)]);
  assert.strictEqual(roundedAmount(33), 72);
  assert.deepStrictEqual([...calls.overhead], [0, 7 - 72]);
  assert.deepStrictEqual([...calls.self], [0, 9 * 8 - 3]);
});

test("most threads are all without the others, and are the same as added up", () => {
  for (const rounded of [false, true]) {
    const values = [[3, 34, signed(40), 1], [20, 60, signed(-20)], [100, 90, signed(200), 2], [7, 1, signed(-1)]];
    const data = pageOf(rounded, ...values);
    const others = emptyValues(data.tree.size);
    for (let chosen = 0; chosen < 16; chosen++) {
      const isChosen = (value, i) => ((chosen >> i) & 1) === 1;
      const wanted = pageOf(rounded, ...values.filter(isChosen)).calls;
      const found = valuesOf(data, data.threads.filter(isChosen), data.calls, others, (thread) => thread.columns, rounded);
      for (const name of ["calls", "self", "overhead"]) {
        assert.deepStrictEqual(found[name], wanted[name]);
      }
      assert.deepStrictEqual([...(found.callsKind ?? zeros(2))], [...(wanted.callsKind ?? zeros(2))]);
    }
  }
});

test("calls of two threads have no bound where those of one have none", () => {
  const above = (...values) => pageOf(false, ...values.map((value) => [100, 0, 0, 2, value])).calls.callsAbove[1];
  assert.deepStrictEqual([above(3, 5), above(-1, 5), above(5, -1), above(-1, -1)], [8, -1, -1, -1]);
});

test("codes of rounded amounts rise by an eighth of a power of two", () => {
  assert.deepStrictEqual([0, 7, 8, 15, 16, 17, 23, 24].map(roundedAmount), [0, 7, 8, 15, 16, 18, 30, 32]);
});
