// Computes with numbers and vectors as an algorithm does. A vector is a Float64Array, indices are an Int32Array, a
// mask is an array of truth values, and a matrix is an array of rows. Every result is a new array.

export const isNumber = (a) => typeof a === "number" || typeof a === "boolean" || typeof a === "string";
export const isMatrix = (a) => Array.isArray(a) && typeof a[0] === "object";

// Extends a function of two numbers to vectors and matrices, entry by entry. In the page + − * / < > have
// copies of these loops (see browser/engine.py): engines optimise a loop that calls a single function.
function each(f, make = (n) => new Float64Array(n)) {
  return function lifted(a, b) {
    const [isOne, isOther] = [isNumber(a), isNumber(b)];
    if (isOne && isOther) return f(a, b);
    if (isMatrix(a)) return a.map((row, n) => lifted(row, isMatrix(b) ? b[n] : b));
    if (isMatrix(b)) return b.map((row) => lifted(a, row));
    const { length } = isOne ? b : a;
    const result = make(length);
    if (isOne) for (let n = 0; n < length; n++) result[n] = f(a, b[n]);
    else if (isOther) for (let n = 0; n < length; n++) result[n] = f(a[n], b);
    else for (let n = 0; n < length; n++) result[n] = f(a[n], b[n]);
    return result;
  };
}

const mask = (n) => new Array(n);
export const plus = each((a, b) => a + b);
export const minus = each((a, b) => a - b);
export const times = each((a, b) => a * b);
export const over = each((a, b) => a / b);
export const power = each((a, b) => (b === 2 ? a * a : a ** b));
export const floored = each((a, b) => Math.floor(a / b));
export const modulo = each((a, b) => ((a % b) + b) % b);
export const below = each((a, b) => a < b, mask);
export const above = each((a, b) => a > b, mask);
export const atMost = each((a, b) => a <= b, mask);
export const atLeast = each((a, b) => a >= b, mask);
export const equal = each((a, b) => a === b, mask);
export const unequal = each((a, b) => a !== b, mask);
export const lesser = each(Math.min);
export const greater = each(Math.max);

// Computes log(e^a + e^b), and functions of a number or of each entry.
export const logaddexp = each((a, b) => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b))));
const of = (f) => (a) => (isNumber(a) ? f(a) : a.map(f));
export const [exp, sqrt, abs, sign, whole] = [Math.exp, Math.sqrt, Math.abs, Math.sign, Math.trunc].map(of);
export const number = Number;
export const truth = (a) => (Array.isArray(a) ? a.length > 0 : Boolean(a));

// Returns the values of a function at some indices: `Float64Array.from` would be many times slower.
export function valuesAt(indices, f) {
  const result = new Float64Array(indices.length);
  for (let n = 0; n < indices.length; n++) result[n] = f(indices[n]);
  return result;
}

export function at(a, i) {
  if (typeof i !== "object") return a[i < 0 ? a.length + i : i];
  if (Array.isArray(i)) return picked(a, i);
  const result = isMatrix(a) ? new Array(i.length) : new a.constructor(i.length);
  for (let n = 0; n < i.length; n++) result[n] = a[i[n]];
  return result;
}

// Returns the entries that a mask selects.
function picked(a, mask_) {
  const result = a.slice();
  let count = 0;
  for (let n = 0; n < a.length; n++) if (mask_[n]) result[count++] = a[n];
  return result.slice(0, count);
}

export function where(test, a, b) {
  const result = new Float64Array(test.length);
  for (let n = 0; n < test.length; n++) {
    const chosen = test[n] ? a : b;
    result[n] = isNumber(chosen) ? chosen : chosen[n];
  }
  return result;
}

// Copies values into an array, which stays the same array.
export function into(a, values) {
  if (isNumber(a)) return values;
  a.set(values);
  return a;
}

export function product(a, b) {
  if (isMatrix(a)) return inners(b, a);
  if (!isMatrix(b)) return inner(a, b);
  const total = new Float64Array(b[0].length);
  for (let n = 0; n < b.length; n++) add(total, a[n], b, n);
  return total;
}

function inner(a, b) {
  let total = 0;
  for (let n = 0; n < a.length; n++) total += a[n] * b[n];
  return total;
}

// Returns the inner products of x with rows from `first` on, over `count` entries. It handles four rows at a
// time, so that the processor need not wait for one sum before it adds to the next.
export function inners(x, rows, first = 0, count = x.length) {
  const result = new Float64Array(rows.length);
  let n = first;
  for (; n + 3 < rows.length; n += 4) {
    const [p, q, r, s] = [rows[n], rows[n + 1], rows[n + 2], rows[n + 3]];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < count; k++) {
      const entry = x[k];
      a += entry * p[k];
      b += entry * q[k];
      c += entry * r[k];
      d += entry * s[k];
    }
    [result[n], result[n + 1], result[n + 2], result[n + 3]] = [a, b, c, d];
  }
  for (; n < rows.length; n++) {
    const row = rows[n];
    for (let k = 0; k < count; k++) result[n] += x[k] * row[k];
  }
  return result;
}

export const zeros = (size) => (isNumber(size)
  ? new Float64Array(size)
  : Array.from({ length: size[0] }, () => new Float64Array(size[1])));
export const zerosLike = (a) => new Float64Array(a.length);
export const arange = (n) => new Int32Array(n).map((_, i) => i);
export const range = (first, end = null) => {
  const [low, high] = end === null ? [0, first] : [first, end];
  return Array.from({ length: Math.max(0, high - low) }, (_, n) => low + n);
};
export const shape = (a) => (isMatrix(a) ? [a.length, a[0].length] : [a.length]);
export const len = (a) => a.length;
export const copy = (a) => a.slice();
export const norm = (a) => Math.sqrt(product(a, a));
const entries = (all) => (all.length === 1 && !isNumber(all[0]) ? all[0] : all);
export const mean = (a) => sum(a) / a.length;
export const all = (a) => a.every(truth);
export const any = (a) => a.some(truth);
export const zip = (a, b) => Array.from(a, (entry, n) => [entry, b[n]]);
export const argmax = (a) => a.indexOf(most(a));

export function sum(a) {
  let total = 0;
  for (let n = 0; n < a.length; n++) total += Number(a[n]);
  return total;
}

export function least(...values) {
  const numbers = entries(values);
  let best = Infinity;
  for (let n = 0; n < numbers.length; n++) if (numbers[n] < best) best = numbers[n];
  return best;
}

export function most(...values) {
  const numbers = entries(values);
  let best = -Infinity;
  for (let n = 0; n < numbers.length; n++) if (numbers[n] > best) best = numbers[n];
  return best;
}

// Holds the operations of algorithms on rows of X, as in algorithms/rows.py for dense rows.
export const dot = (v, X, i) => (X === undefined ? product(v, i) : product(v, X[i]));
export const square = (X, i) => inner(X[i], X[i]);
export const dots = (w, X, A) => valuesAt(A, (i) => inner(X[i], w));

export function add(v, c, X, i) {
  const x = X[i];
  for (let n = 0; n < v.length; n++) v[n] += c * x[n];
}

export function combine(c, X, A) {
  const total = new Float64Array(X[0].length);
  A.forEach((i, n) => add(total, c[n], X, i));
  return total;
}
