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
    thread.columns = reader.position;
    addValues(reader, data.calls, data.rounded);
  }
  const sampled = data.threads.filter((thread) => thread.samples);
  if (sampled.length > 0) {
    data.sampleTree = readShape(reader);
    data.samples = emptyValues(data.sampleTree.size);
    for (const thread of sampled) {
      thread.samples.columns = reader.position;
      addValues(reader, data.samples, false);
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
  ...["exceptions", "open", "carried", "cut", "merged", "samples", "callsKind", "callsBelow", "callsAbove", "waiting"],
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

/** Adds the columns of one thread to these values. */
function addValues(reader, values, rounded) {
  const count = reader.number();
  const nodes = new Int32Array(count);
  for (let row = 0, node = -1; row < count; row++) {
    node += reader.number();
    nodes[row] = node;
  }
  const {calls, self, overhead} = values;
  for (let row = 0; row < count; row++) {
    calls[nodes[row]] += reader.number();
  }
  if (rounded) {
    const codes = new Uint16Array(count);
    for (let row = 0; row < count; row++) {
      const signedCode = reader.number();
      const code = signedCode % NEGATIVE_CODE;
      codes[row] = code;
      overhead[nodes[row]] += signedCode === code ? roundedAmount(code) : -roundedAmount(code);
    }
    for (let row = 0; row < count; row++) {
      self[nodes[row]] += reader.signed() * 2 ** Math.max(0, (codes[row] >> 3) - 1);
    }
  } else {
    for (let row = 0; row < count; row++) {
      overhead[nodes[row]] += reader.signed();
    }
    for (let row = 0; row < count; row++) {
      self[nodes[row]] += reader.signed();
    }
  }
  for (const name of RARE) {
    let node = 0;
    for (let some = reader.number(); some > 0; some--) {
      node += reader.number();
      values[name] ??= new Float64Array(calls.length);
      const value = reader.signed();
      values[name][node] = together(name, values[name][node], value);
    }
  }
}

/** Two values of a column as one. */
function together(name, one, other) {
  return name === "callsKind" ? Math.max(one, other) : ERRORS.has(name) ? Math.hypot(one, other) : one + other;
}

/** Added to the code of an amount below zero. */
const NEGATIVE_CODE = 1024;

/** The amount that a code of RoundedValues.java stands for. */
function roundedAmount(code) {
  const exponent = Math.max(0, (code >> 3) - 1);
  return (code - 8 * exponent) * 2 ** exponent;
}

/** The values of these threads together: those of all are at hand, those of others are added up into others. */
function valuesOf(data, threads, all, others, columnsOf, rounded) {
  if (threads.length === data.threads.length) {
    return all;
  }
  clearValues(others);
  for (const thread of threads) {
    const columns = columnsOf(thread);
    if (columns !== undefined) {
      addValues(new ColumnReader(data.bytes, columns), others, rounded);
    }
  }
  return others;
}
