// Draws the examples of each step: the draws of runs/draws.py, bit for bit, from NumPy's generator PCG64.

import { arange } from "./vectors.js";

const [WORD, QUARTER] = [0xffffffffn, 2n ** 128n - 1n];
const FACTOR = 0x2360ed051fc65da44385df649fccf645n;
const HALF = 2 ** 32;
const word = (n) => n & WORD;

// NumPy's SeedSequence: spreads a seed of any size over 32-bit words.
function seedWords(seed, count) {
  const words = [];
  for (let rest = BigInt(seed); rest > 0n; rest >>= 32n) words.push(word(rest));
  let constant = 0x43b0d7e5n;
  const hashed = (value, factor) => {
    const before = constant;
    constant = word(constant * factor);
    const mixed = word((value ^ before) * constant);
    return mixed ^ (mixed >> 16n);
  };
  const mix = (a, b) => {
    const mixed = word(a * 0xca01f9ddn - b * 0x4973f715n);
    return mixed ^ (mixed >> 16n);
  };
  const pool = [0, 1, 2, 3].map((n) => hashed(words[n] ?? 0n, 0x931e8875n));
  for (const from of pool.keys()) {
    for (const to of pool.keys()) {
      if (from !== to) pool[to] = mix(pool[to], hashed(pool[from], 0x931e8875n));
    }
  }
  for (const more of words.slice(4)) {
    for (const to of pool.keys()) pool[to] = mix(pool[to], hashed(more, 0x931e8875n));
  }
  constant = 0x8b51f9ddn;
  return Array.from({ length: count }, (_, n) => hashed(pool[n % 4], 0x58f38dedn));
}

// The generator numpy.random.default_rng(seed).
class Generator {
  constructor(seed) {
    const words = seedWords(seed, 8);
    const part = (n) => words[n] | (words[n + 1] << 32n);
    this.increment = (((part(4) << 64n) | part(6)) << 1n | 1n) & QUARTER;
    this.state = this.increment;
    this.state = (this.state + ((part(0) << 64n) | part(2))) & QUARTER;
    this.forward();
    this.half = null;
  }

  forward() {
    this.state = (this.state * FACTOR + this.increment) & QUARTER;
  }

  // Three methods: one returns 64 bits, one returns 32 and keeps 32 for the next call, one a number in [0, 1).
  next() {
    this.forward();
    const bits = BigInt.asUintN(64, (this.state >> 64n) ^ this.state);
    const turn = this.state >> 122n;
    return turn ? BigInt.asUintN(64, (bits >> turn) | (bits << (64n - turn))) : bits;
  }

  nextHalf() {
    if (this.half !== null) {
      const kept = this.half;
      this.half = null;
      return kept;
    }
    const bits = this.next();
    this.half = Number(bits >> 32n);
    return Number(word(bits));
  }

  random() {
    return Number(this.next() >> 11n) / 2 ** 53;
  }

  // Returns a whole number below m; all are equally likely (by the method of Lemire).
  integer(m) {
    if (m === 1) return 0;
    let product = this.nextHalf() * m; // exact while m is below 2^21
    if (product % HALF < m) {
      const least = (HALF - m) % m;
      while (product % HALF < least) product = this.nextHalf() * m;
    }
    return Math.floor(product / HALF);
  }

  // Returns k different numbers below m, without replacement: by Floyd's method or, for large k, from a shuffle.
  subset(m, k) {
    if (m > 10000 && k > Math.floor(m / 50)) {
      const order = Int32Array.from({ length: m }, (_, n) => n);
      this.shuffle(order, Math.max(m - k, 1));
      return order.slice(m - k);
    }
    const chosen = new Set();
    for (let j = m - k; j < m; j++) {
      const index = this.integer(j + 1);
      chosen.add(chosen.has(index) ? j : index);
    }
    const order = Int32Array.from(chosen);
    this.shuffle(order, 1);
    return order;
  }

  shuffle(order, first) {
    for (let i = order.length - 1; i >= first; i--) {
      const j = this.integer(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
  }
}

// Yield indices below m without end, one at a time or a pass at a time: one function for each order.
export const ORDERS = {
  * uniform(m, rng) {
    for (;;) yield [rng.integer(m)];
  },
  * epochs(m, rng) {
    for (;;) yield shuffled(m, rng);
  },
  * permutation(m, rng) {
    const order = shuffled(m, rng);
    for (;;) yield order;
  },
  * cyclic(m) {
    for (;;) yield arange(m);
  },
};

function shuffled(m, rng) {
  const u = Float64Array.from({ length: m }, () => rng.random());
  const order = arange(m);
  for (let i = m - 1; i > 0; i--) {
    const j = Math.trunc(u[i] * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// Returns the draws of T steps: an index for each, or an array of k.
export function drawsOf(sampling, m, T, seed, k = null) {
  const rng = new Generator(seed);
  if (sampling === "uniform" && k > 1) return Array.from({ length: T }, () => rng.subset(m, k));
  const draws = [];
  const batch = [];
  for (const order of ORDERS[sampling](m, rng)) {
    for (const i of order) {
      if (draws.length === T) return draws;
      if (k === null) draws.push(i);
      else if (batch.push(i) === k) draws.push(Int32Array.from(batch.splice(0)));
    }
  }
  return draws;
}
