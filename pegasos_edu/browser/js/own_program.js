// Runs a learner's step on the data of a player, and makes its states an algorithm for the engine.

import { product, times, valuesAt } from "./vectors.js";

const LARGEST = 1e100; // a state with a larger number is not drawn
const TOLERANCE = 1e-5; // as in check/parts/searching.py

// Returns whether the states of a program can be drawn: those of each step, or w after all steps.
export function isDrawable({ state }, { failed, kind }) {
  const isOfWeights = !state.some((name) => ["b", "alpha"].includes(name));
  return !failed && (kind === "step" || (kind === "all" && isOfWeights));
}

// Returns the data of a run as a text for Python; JavaScript itself writes the number 2.0 as 2.
export function dataOf({ X, y, lam, draws, algorithm }) {
  const indices = Array.from(draws, (drawn) => JSON.stringify(algorithm.is_batch ? [...drawn] : drawn));
  return `{"X":${real(X)},"y":${real(y)},"lam":${real(lam)},"draws":[${indices}]}`;
}

function real(value) {
  if (typeof value !== "number") return `[${Array.from(value, real)}]`;
  return Number.isInteger(value) && Math.abs(value) < LARGEST ? `${BigInt(value)}.0` : String(value);
}

// Returns the states up to the first one that cannot be drawn.
export function drawable(rows) {
  const isFinite = (row) => row.every((a) => a !== null && Math.abs(a) < LARGEST);
  const end = rows.findIndex((row) => !isFinite(row));
  return end < 0 ? rows : rows.slice(0, end);
}

// Returns an algorithm of the same kind that leaves the given states. lines: the program, as it is shown.
export function ofStates(like, rows, name, lines) {
  const listing = (lines.length > 1 ? lines : [...lines, " "]).map((line) => [line, "", [], ""]);
  const last = Math.max(lines.findLastIndex((line) => /^\s+(return|yield)\b/.test(line)), 1);
  const kept = like.is_kernel ? like.kept : [null, "w"];
  const walk = (like.is_kernel ? walkOfKernel : walkOfWeights)(like, rows, last);
  return { ...like, name, title: "", listing, loop: 0, asks: [], options: [], kept, walk };
}

function walkOfWeights({ is_batch, is_dual, has_bias }, rows, last) {
  return function* (X, y, lam, draws, _, tracer) {
    const d = X[0].length;
    const alpha = new Float64Array(y.length);
    let [w, b] = [new Float64Array(d), 0];
    tracer?.enter(last);
    tracer?.see({ w, b });
    for (const [n, drawn] of draws.entries()) {
      const score = (i) => product(w, X[i]) + b;
      const seen = is_batch ? { A: drawn, scores: valuesAt(drawn, score) } : { i: drawn, score: score(drawn) };
      tracer?.enter(0);
      tracer?.enter(last);
      w = Float64Array.from(rows[n].slice(0, d));
      const step = { t: n + 1, eta: 1 / (lam * (n + 1)), ...seen, w };
      if (has_bias) step.b = b = rows[n][d];
      if (is_dual) {
        Object.assign(step, { alpha, delta: rows[n][d] - alpha[drawn] });
        alpha[drawn] = rows[n][d];
      }
      yield step;
    }
  };
}

function walkOfKernel(_, rows, last) {
  return function* (K, y, lam, draws, options, tracer) {
    let [alpha, eta] = [new Float64Array(y.length), 0];
    tracer?.enter(last);
    tracer?.see({ alpha });
    for (const [n, i] of draws.entries()) {
      const score = eta * product(times(alpha, y), K[i]);
      tracer?.enter(0);
      tracer?.enter(last);
      eta = 1 / (lam * (n + 1));
      alpha = Float64Array.from(rows[n]);
      yield { t: n + 1, i, eta, score, alpha };
    }
  };
}

// Returns the first step after which a program has other states than the algorithm; 0 if there is none.
export function firstDifference(algorithm, steps, rows) {
  const [s, v] = algorithm.kept;
  const states = steps.map((step) => {
    const w = s && !algorithm.is_kernel ? times(step[s], step[v]) : step[v];
    return algorithm.has_bias ? [...w, step.b] : [...w];
  });
  const isOther = (right, n) => {
    const bound = TOLERANCE * Math.max(1, ...right.map(Math.abs));
    return !rows[n] || right.some((a, j) => !(Math.abs(a - rows[n][j]) <= bound));
  };
  return states.findIndex(isOther) + 1;
}
