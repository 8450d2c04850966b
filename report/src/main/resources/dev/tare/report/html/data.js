/**
 * Reads what PageData.java wrote: base64 of gzip of names as JSON, then of call trees as columns. The trees of all threads
 * have one shape, {size, parent, method}, whose nodes are in preorder: node 0 is the root, and a node's parent comes
 * before it. Each thread has its values for some of the nodes; they stay as bytes, at thread.columns, until the thread is
 * chosen.
 */
async function readData(base64) {
  const unpacked = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return parseData(new Uint8Array(await new Response(unpacked).arrayBuffer()));
}

function parseData(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const reader = new ColumnReader(bytes, 4 + length);
  data.bytes = bytes;
  data.tree = readShape(reader);
  data.calls = emptyValues(data.tree.size);
  for (const thread of data.threads) {
    thread.columns = readColumns(reader, data.calls, data.rounded);
  }
  const sampled = data.threads.filter((thread) => thread.samples);
  if (sampled.length > 0) {
    data.sampleTree = readShape(reader);
    data.samples = emptyValues(data.sampleTree.size);
    for (const thread of sampled) {
      thread.samples.columns = readColumns(reader, data.samples, false);
    }
  }
  return data;
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) {
    return Uint8Array.fromBase64(base64);
  }
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // A loop: Uint8Array.from with a function takes half a second for ten megabytes.
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = text.charCodeAt(i);
  }
  return bytes;
}

class ColumnReader {
  constructor(bytes, position) {
    this.bytes = bytes;
    this.position = position;
  }

  /** Multiplies instead of shifting: shifts are of 32 bits, these numbers are not. */
  number() {
    const bytes = this.bytes;
    let byte = bytes[this.position++];
    if (byte < 128) {
      return byte;
    }
    let value = byte & 127;
    let weight = 128;
    do {
      byte = bytes[this.position++];
      value += (byte & 127) * weight;
      weight *= 128;
    } while (byte >= 128);
    return value;
  }

  /** The sign is in the first byte, so that it outlives rounding: a double has no room for all of 64 bits. */
  signed() {
    const negative = this.bytes[this.position] & 1;
    const twice = this.number();
    return negative ? -(twice - 1) / 2 : twice / 2;
  }
}

/** PageTree.java and MethodGuess.java say what is read here. */
function readShape(reader) {
  const size = reader.number();
  const parent = new Int32Array(size);
  parent[0] = -1;
  for (let node = 1; node < size; node++) {
    let above = node - 1;
    for (let steps = reader.number(); steps > 0; steps--) {
      above = parent[above];
    }
    parent[node] = above;
  }
  const method = new Int32Array(size);
  method[0] = -1;
  const guesses = new Int32Array(2 ** 16);
  const lastChild = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    const above = parent[node];
    const slot = (Math.imul(method[above] + 1, 0x9e3779b1) ^ Math.imul(lastChild[above], 0x85ebca6b)) >>> 16;
    const code = reader.number();
    if (code > 0) {
      guesses[slot] = code;
    }
    method[node] = guesses[slot] - 1;
    lastChild[above] = guesses[slot];
  }
  return {size, parent, method};
}

/** What few nodes have, in the order in which NodeColumns.java writes it. */
const RARE = [
  ...["exceptions", "open", "carried", "cut", "samples", "callsKind", "callsBelow", "callsAbove", "waiting"],
  ...["divided", "selfBelow", "selfAbove"],
];

/** Errors of several values: their squares add up. */
const ERRORS = new Set(["selfBelow", "selfAbove"]);

/** Values of nodes, all 0; a column of what is rare is there only when a node has some. */
function emptyValues(size) {
  const values = {calls: new Float64Array(size), self: new Float64Array(size), overhead: new Float64Array(size)};
  for (const name of RARE) {
    values[name] = null;
  }
  return values;
}

function clearValues(values) {
  for (const column of Object.values(values)) {
    column?.fill(0);
  }
}

/** Adds the columns of one thread to these values; says where they are, and how many nodes have some. */
function readColumns(reader, values, rounded) {
  const dense = reader.position;
  const size = addDense(reader, values, rounded, 1);
  const sparse = reader.position;
  addSparse(reader, values);
  return {dense, sparse, size};
}

/** Calls, self and overhead, which are added if sign is 1, subtracted if it is -1; says how many nodes have some. */
function addDense(reader, {calls, self, overhead}, rounded, sign) {
  const nodes = readNodes(reader);
  addNumbers(reader, nodes, calls, sign);
  if (rounded) {
    addRounded(reader, nodes, overhead, self, sign);
  } else {
    addSigned(reader, nodes, overhead, sign);
    addSigned(reader, nodes, self, sign);
  }
  return nodes.length;
}

function addSparse(reader, values) {
  for (const name of RARE) {
    let node = 0;
    for (let some = reader.number(); some > 0; some--) {
      node += reader.number();
      values[name] ??= new Float64Array(values.calls.length);
      const value = reader.signed();
      values[name][node] = together(name, values[name][node], value);
    }
  }
}

/*
 * What follows reads millions of numbers when threads are chosen, each column by a loop of its own with all that it needs
 * in local variables: calls of number() and signed() took 5 times as long (docs/results/2026-11-23-reports-3.md).
 */

/** The nodes of which a thread has values. */
function readNodes(reader) {
  const nodes = new Int32Array(reader.number());
  const {bytes} = reader;
  let {position} = reader;
  for (let row = 0, node = -1; row < nodes.length; row++) {
    let byte = bytes[position++];
    node += byte & 127;
    for (let weight = 128; byte >= 128; weight *= 128) {
      byte = bytes[position++];
      node += (byte & 127) * weight;
    }
    nodes[row] = node;
  }
  reader.position = position;
  return nodes;
}

function addNumbers(reader, nodes, column, sign) {
  const {bytes} = reader;
  let {position} = reader;
  for (let row = 0; row < nodes.length; row++) {
    let byte = bytes[position++];
    let value = byte & 127;
    for (let weight = 128; byte >= 128; weight *= 128) {
      byte = bytes[position++];
      value += (byte & 127) * weight;
    }
    column[nodes[row]] += sign * value;
  }
  reader.position = position;
}

function addSigned(reader, nodes, column, sign) {
  const {bytes} = reader;
  let {position} = reader;
  for (let row = 0; row < nodes.length; row++) {
    let byte = bytes[position++];
    const isNegative = (byte & 1) === 1;
    let value = (byte & 126) / 2;
    for (let weight = 64; byte >= 128; weight *= 128) {
      byte = bytes[position++];
      value += (byte & 127) * weight;
    }
    column[nodes[row]] += isNegative ? -sign * value : sign * value;
  }
  reader.position = position;
}

/** Codes of overhead, then self values in the steps that these codes say. */
function addRounded(reader, nodes, overhead, self, sign) {
  const {bytes} = reader;
  let {position} = reader;
  const codes = new Uint16Array(nodes.length);
  for (let row = 0; row < nodes.length; row++) {
    let code = bytes[position++];
    if (code >= 128) {
      code += (bytes[position++] - 1) * 128;
    }
    codes[row] = code % NEGATIVE_CODE;
    overhead[nodes[row]] += sign * ROUNDED_AMOUNTS[code];
  }
  for (let row = 0; row < nodes.length; row++) {
    let byte = bytes[position++];
    const isNegative = (byte & 1) === 1;
    let value = (byte & 126) / 2;
    for (let weight = 64; byte >= 128; weight *= 128) {
      byte = bytes[position++];
      value += (byte & 127) * weight;
    }
    const step = sign * ROUNDED_STEPS[codes[row]];
    self[nodes[row]] += isNegative ? -value * step : value * step;
  }
  reader.position = position;
}

/** Two values of a column as one. A bound of calls that is not there, -1, is not there of both together. */
function together(name, one, other) {
  if (name === "callsAbove" && (one < 0 || other < 0)) {
    return -1;
  }
  return name === "callsKind" ? Math.max(one, other) : ERRORS.has(name) ? Math.hypot(one, other) : one + other;
}

/** Added to the code of an amount below zero. */
const NEGATIVE_CODE = 1024;

/** The exponent that a code of RoundedValues.java has. */
function roundedExponent(code) {
  return Math.max(0, (code >> 3) - 1);
}

/** The amount that a code of RoundedValues.java stands for. */
function roundedAmount(code) {
  const exponent = roundedExponent(code);
  return (code - 8 * exponent) * 2 ** exponent;
}

/** Of each code, also of amounts below zero, the amount; of each code of an overhead what self values are multiples of. */
const ROUNDED_AMOUNTS = Float64Array.from({length: 2 * NEGATIVE_CODE}, (none, code) =>
  code < NEGATIVE_CODE ? roundedAmount(code) : -roundedAmount(code - NEGATIVE_CODE),
);
const ROUNDED_STEPS = Float64Array.from({length: NEGATIVE_CODE}, (none, code) => 2 ** roundedExponent(code));

/**
 * The values of these threads together: those of all are at hand, those of others are added up into others, or are what
 * remains of all without the other threads, whichever are fewer. Sums below 2^53 are exact, so it is the same.
 */
function valuesOf(data, threads, all, others, columnsOf, rounded) {
  if (threads.length === data.threads.length) {
    return all;
  }
  const columns = (some) => some.map(columnsOf).filter((part) => part !== undefined);
  const size = (parts) => parts.reduce((sum, part) => sum + part.size, 0);
  const chosen = columns(threads);
  const isChosen = new Set(threads);
  const rest = columns(data.threads.filter((thread) => !isChosen.has(thread)));
  const isRemainder = size(rest) < size(chosen);
  clearValues(others);
  if (isRemainder) {
    for (const name of ["calls", "self", "overhead"]) {
      others[name].set(all[name]);
    }
  }
  for (const {dense} of isRemainder ? rest : chosen) {
    addDense(new ColumnReader(data.bytes, dense), others, rounded, isRemainder ? -1 : 1);
  }
  // These are few, and some of them are no sums.
  for (const {sparse} of chosen) {
    addSparse(new ColumnReader(data.bytes, sparse), others);
  }
  return others;
}
