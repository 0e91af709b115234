// Unpacks what browser/python_in_page.py has packed: LZMA without a header, in base 91. LZMA takes an eighth less space
// than gzip. Words such as state and slot are those of its specification.

const LETTERS = "!#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";

// Returns the bytes that were packed. text: their number, a space, and the letters.
export function unpack(text) {
  const [size, letters] = text.split(" ");
  return decompressed(bytesOf(letters), Number(size));
}

// Returns the text that was packed.
export function unpackText(text) {
  return new TextDecoder().decode(unpack(text));
}

// Returns the bytes that letters stand for; each two letters are the digits of a number of 13 bits in base 91.
function bytesOf(letters) {
  const values = new Uint8Array(128);
  [...LETTERS].forEach((letter, value) => (values[letter.charCodeAt(0)] = value));
  const bytes = new Uint8Array((letters.length * 13) >> 4);
  let [held, bits, done] = [0, 0, 0];
  for (let n = 0; n < letters.length; n += 2) {
    held = (held << 13) | (91 * values[letters.charCodeAt(n)] + values[letters.charCodeAt(n + 1)]);
    for (bits += 13; bits >= 8; bytes[done++] = held >> bits) bits -= 8;
  }
  return bytes;
}

const LEAST = 2 ** 24; // below it, the range takes up another byte

// The places of the probabilities in one array. A length has 2 choices, 8 short, 8 middle and 256 long values.
const [IS_REP, IS_REP_0, IS_REP_1, IS_REP_2, IS_REP_0_LONG] = [12, 24, 36, 48, 60]; // one for each state, of 12
const [LENGTHS, REP_LENGTHS, SLOTS, SPECIAL, ALIGN, LITERALS] = [72, 346, 620, 876, 992, 1008];
const CONTEXTS = 8; // the highest three bits of the last byte choose the probabilities of a literal

// Reads numbers from packed bytes; each probability learns from the bits that are read with it.
class Numbers {
  constructor(packed) {
    this.packed = packed;
    this.at = 5;
    this.range = new Uint32Array([2 ** 32 - 1, new DataView(packed.buffer).getUint32(1)]); // the range, and the code
    this.chances = new Uint16Array(LITERALS + 768 * CONTEXTS).fill(1024); // of 2048 that a bit is 0
  }

  bit(place) {
    const { range, chances } = this;
    const chance = chances[place];
    const bound = (range[0] >>> 11) * chance;
    const is = range[1] < bound ? 0 : 1;
    if (is) {
      range[0] -= bound;
      range[1] -= bound;
      chances[place] -= chance >> 5;
    } else {
      range[0] = bound;
      chances[place] += (2048 - chance) >> 5;
    }
    if (range[0] < LEAST) this.widen();
    return is;
  }

  widen() {
    this.range[0] <<= 8;
    this.range[1] = (this.range[1] << 8) | this.packed[this.at++];
  }

  // Returns a number of some bits, each of which has a probability for all that the bits before it can be.
  number(place, bits) {
    let prefix = 1;
    for (let n = 0; n < bits; n += 1) prefix = 2 * prefix + this.bit(place + prefix);
    return prefix - 2 ** bits;
  }

  // Returns the same with the lowest bit first.
  reversed(place, bits) {
    let [prefix, value] = [1, 0];
    for (let n = 0; n < bits; n += 1) {
      const bit = this.bit(place + prefix);
      prefix = 2 * prefix + bit;
      value |= bit << n;
    }
    return value;
  }

  // Returns a number whose bits have no probabilities.
  direct(bits) {
    let value = 0;
    for (let n = 0; n < bits; n += 1) {
      this.range[0] >>>= 1;
      const is = this.range[1] < this.range[0] ? 0 : 1;
      if (is) this.range[1] -= this.range[0];
      value = 2 * value + is;
      if (this.range[0] < LEAST) this.widen();
    }
    return value;
  }

  // Returns how many bytes repeat earlier ones.
  length(place) {
    if (!this.bit(place)) return 2 + this.number(place + 2, 3);
    if (!this.bit(place + 1)) return 10 + this.number(place + 10, 3);
    return 18 + this.number(place + 18, 8);
  }

  // Returns how far back, less 1, the bytes are that are repeated.
  distance(length) {
    const slot = this.number(SLOTS + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + this.reversed(SPECIAL + base - slot, bits);
    return base + 16 * this.direct(bits - 4) + this.reversed(ALIGN, 4);
  }

  // Returns a byte. before: the byte before it; expected: the byte that would continue what was repeated last, or null.
  literal(before, expected) {
    const place = LITERALS + 768 * (before >> 5);
    let prefix = 1;
    for (let n = 7; expected !== null && n >= 0; n -= 1) {
      const likely = (expected >> n) & 1;
      const is = this.bit(place + 256 * (1 + likely) + prefix);
      prefix = 2 * prefix + is;
      if (is !== likely) break;
    }
    while (prefix < 256) prefix = 2 * prefix + this.bit(place + prefix);
    return prefix;
  }
}

// Returns the first `size` bytes that LZMA with lc = 3, lp = 0 and pb = 0 has compressed.
function decompressed(packed, size) {
  const numbers = new Numbers(packed);
  const out = new Uint8Array(size);
  const last = new Uint32Array(4); // the last four distances, less 1
  let state = 0; // what the last steps were; from 7 on, the last one repeated bytes
  let done = 0;
  while (done < size) {
    if (!numbers.bit(state)) {
      const expected = state < 7 ? null : out[done - last[0] - 1];
      out[done] = numbers.literal(done ? out[done - 1] : 0, expected);
      done += 1;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    const [length, next] = (numbers.bit(IS_REP + state) ? again : anew)(numbers, last, state);
    state = next;
    for (const end = done + length; done < end; done += 1) out[done] = out[done - last[0] - 1];
  }
  return out;
}

// Returns how many bytes repeat others at one of the last four distances, and the next state.
function again(numbers, last, state) {
  const n = !numbers.bit(IS_REP_0 + state) ? 0 : !numbers.bit(IS_REP_1 + state) ? 1 : 2 + numbers.bit(IS_REP_2 + state);
  if (n === 0 && !numbers.bit(IS_REP_0_LONG + state)) return [1, state < 7 ? 9 : 11];
  toFront(last, last[n], n);
  return [numbers.length(REP_LENGTHS), state < 7 ? 8 : 11];
}

// Returns the same for a new distance.
function anew(numbers, last, state) {
  const length = numbers.length(LENGTHS);
  toFront(last, numbers.distance(length), 3);
  return [length, state < 7 ? 7 : 10];
}

// Puts a distance before the other ones, in place of the one at n.
function toFront(last, distance, n) {
  last.copyWithin(1, 0, n);
  last[0] = distance;
}
