// Unpacks what browser/python.py has packed: LZMA without a header, in base 91. LZMA takes an eighth less space than
// gzip. Words such as state and slot are those of its specification.

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

// The places of the probabilities in one array. A length has 2 choices, 8 short, 8 middle and 256 long values.
const [IS_REP, IS_REP_0, IS_REP_1, IS_REP_2, IS_REP_0_LONG] = [12, 24, 36, 48, 60]; // one for each state, of 12
const [LENGTHS, REP_LENGTHS, SLOTS, SPECIAL, ALIGN, LITERALS] = [72, 346, 620, 876, 992, 1008];
const CONTEXTS = 8; // the highest three bits of the last byte choose the probabilities of a literal

// Returns the first `size` bytes that LZMA with lc = 3, lp = 0 and pb = 0 has compressed.
function decompressed(packed, size) {
  const out = new Uint8Array(size);
  const chances = new Uint16Array(LITERALS + 768 * CONTEXTS).fill(1024);
  const range = new Uint32Array([2 ** 32 - 1, new DataView(packed.buffer).getUint32(1)]); // the range, and the code
  let at = 5;

  const shift = () => {
    if (range[0] >= 2 ** 24) return;
    range[0] <<= 8;
    range[1] = (range[1] << 8) | packed[at++];
  };
  const bit = (place) => {
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
    shift();
    return is;
  };
  const tree = (place, bits) => {
    let found = 1;
    for (let n = 0; n < bits; n += 1) found = 2 * found + bit(place + found);
    return found - 2 ** bits;
  };
  const reversed = (place, bits) => {
    let [found, value] = [1, 0];
    for (let n = 0; n < bits; n += 1) {
      const one = bit(place + found);
      found = 2 * found + one;
      value |= one << n;
    }
    return value;
  };
  const direct = (bits) => {
    let value = 0;
    for (let n = 0; n < bits; n += 1) {
      range[0] >>>= 1;
      const is = range[1] < range[0] ? 0 : 1;
      if (is) range[1] -= range[0];
      value = 2 * value + is;
      shift();
    }
    return value;
  };
  const lengthOf = (place) => {
    if (!bit(place)) return 2 + tree(place + 2, 3);
    if (!bit(place + 1)) return 10 + tree(place + 10, 3);
    return 18 + tree(place + 18, 8);
  };
  const distanceFor = (length) => {
    const slot = tree(SLOTS + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reversed(SPECIAL + base - slot, bits);
    return base + 16 * direct(bits - 4) + reversed(ALIGN, 4);
  };

  let state = 0;
  let last = [0, 0, 0, 0]; // the last four distances, less 1
  let done = 0;
  const literal = () => {
    const place = LITERALS + 768 * (done ? out[done - 1] >> 5 : 0);
    let found = 1;
    if (state >= 7) {
      let match = out[done - last[0] - 1];
      while (found < 256) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const is = bit(place + 256 * (1 + expected) + found);
        found = 2 * found + is;
        if (is !== expected) break;
      }
    }
    while (found < 256) found = 2 * found + bit(place + found);
    out[done++] = found;
    state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
  };
  const again = () => { // copies from one of the last distances
    const n = !bit(IS_REP_0 + state) ? 0 : !bit(IS_REP_1 + state) ? 1 : 2 + bit(IS_REP_2 + state);
    if (n === 0 && !bit(IS_REP_0_LONG + state)) {
      state = state < 7 ? 9 : 11;
      return 1;
    }
    last.unshift(...last.splice(n, 1));
    const length = lengthOf(REP_LENGTHS);
    state = state < 7 ? 8 : 11;
    return length;
  };
  const anew = () => {
    const length = lengthOf(LENGTHS);
    last = [distanceFor(length), ...last.slice(0, 3)];
    state = state < 7 ? 7 : 10;
    return length;
  };
  while (done < size) {
    if (bit(state)) {
      const end = done + (bit(IS_REP + state) ? again() : anew());
      for (; done < end; done += 1) out[done] = out[done - last[0] - 1];
    } else literal();
  }
  return out;
}
