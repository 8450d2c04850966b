/**
 * Reads what PageData.java wrote: base64 of gzip of names as JSON and trees as columns.
 * A tree is an object of typed arrays, one element per node; a node's parent comes before it; node 0 is the root.
 */
async function readData(base64) {
  const packed = bytesOf(atob(base64));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const reader = new TreeReader(bytes, 4 + length);
  for (const thread of data.threads) {
    thread.tree = reader.tree();
    if (thread.samples) {
      thread.samples.tree = reader.tree();
    }
    if (data.diff) {
      thread.before = reader.tree();
    }
  }
  return data;
}

/** A loop: Uint8Array.from with a function takes half a second for ten megabytes. */
function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = text.charCodeAt(i);
  }
  return bytes;
}

/** The columns of a tree, in the order in which TreeColumns.java writes them. */
const COLUMNS = ["calls", "exceptions", "open", "self", "overhead", "cut", "samples"];
const SIGNED = new Set(["self", "overhead"]);

class TreeReader {
  constructor(bytes, position) {
    this.bytes = bytes;
    this.position = position;
  }

  tree() {
    const size = this.number();
    const zeros = new Float64Array(size);
    const tree = {size, parent: this.parents(size), method: this.methods(size)};
    for (const name of COLUMNS) {
      tree[name] = this.column(size, SIGNED.has(name), zeros);
    }
    return tree;
  }

  parents(size) {
    const parent = new Int32Array(size);
    parent[0] = -1;
    const present = this.bytes[this.position++] === 1;
    if (present) {
      this.number();
    }
    for (let node = 1; node < size; node++) {
      let above = node - 1;
      for (let steps = present ? this.number() : 0; steps > 0; steps--) {
        above = parent[above];
      }
      parent[node] = above;
    }
    return parent;
  }

  methods(size) {
    const method = new Int32Array(size);
    if (this.bytes[this.position++] === 1) {
      for (let node = 0; node < size; node++) {
        method[node] = this.number();
      }
    }
    method[0] = -1;
    return method;
  }

  column(size, signed, zeros) {
    if (this.bytes[this.position++] === 0) {
      return zeros;
    }
    const values = new Float64Array(size);
    for (let node = 0; node < size; node++) {
      values[node] = signed ? this.signed() : this.number();
    }
    return values;
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
