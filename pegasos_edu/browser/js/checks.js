// What comes in, checked before the first step: what it must be, what came, what to do.

import { KERNEL_FUNCTIONS } from "./curves.js";

export const MOST = { m: 1000, d: 100, T: 10000, drawn: 200000, m_of_kernels: 400 };

export class LiveError extends Error {}

export function demand(isRight, must, came, hint) {
  if (!isRight) throw new LiveError(`${must}, got ${String(came).slice(0, 60)}; ${hint}.`);
}

export const isWhole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
export const isPositive = (value) => isFinite_(value) && value > 0 && isFinite_(1 / value);

const isRow = (row, d) => row?.length === d && Array.from(row).every(isFinite_);
const isFinite_ = (value) => typeof value === "number" && Math.abs(value) <= 1e150;

// What y may hold, by the loss of the algorithm.
const ANSWERS = {
  hinge: [(label) => label === 1 || label === -1, "−1 and +1"],
  insensitive: [isFinite_, "finite numbers"],
  multiclass: [(label) => isWhole(label, 0, 99), "class numbers from 0 on"],
};
ANSWERS.log = ANSWERS.hinge;

export function checkData({ X, y }, { is_kernel: isKernel, loss }) {
  const most = isKernel ? MOST.m_of_kernels : MOST.m;
  demand(Array.isArray(X) && X.length, "X must hold a row for each example", X, "give some examples");
  demand(X.length <= most, `X must have at most ${most} rows`, X.length, "take fewer");
  const d = X[0]?.length;
  demand(isWhole(d, 1, MOST.d), `X must have 1 to ${MOST.d} columns`, d, "take fewer features");
  demand(!isKernel || d === 2, "X must have two columns for a kernel", d, "take two of them");
  const bad = X.find((row) => !isRow(row, d));
  demand(!bad, `X must have rows of ${d} finite numbers`, bad, "remove that example");
  demand(y?.length === X.length, `y must hold ${X.length} labels`, y?.length, "one for each row");
  const [isRight, wanted] = ANSWERS[loss];
  demand(Array.from(y).every(isRight), `y must hold ${wanted}`, y, "give nothing else");
}

export function checkSeed(seed) {
  const isSeed = typeof seed === "bigint" ? seed >= 0n : /^\d{1,60}$/.test(String(seed));
  demand(isSeed, "seed must be a whole number of at least 0", seed, "give another number");
}

// The draws as they were given.
export function checkedDraws(draws, m, isBatches) {
  demand(isWhole(draws?.length, 1, MOST.T), `draws must be 1 to ${MOST.T}`, draws?.length, "give fewer");
  for (const drawn of draws) {
    const these = isBatches ? Array.from(drawn) : [drawn];
    const isRight = these.length > 0 && these.every((i) => isWhole(i, 0, m - 1));
    demand(isRight, `draws must hold indices from 0 to ${m - 1}`, drawn, "count from 0");
  }
  return isBatches ? draws.map((drawn) => Int32Array.from(drawn)) : [...draws];
}

export function checkedKernel({ kernel = "rbf", gamma = 1, degree = 3, coef0 = 1 }) {
  const names = Object.keys(KERNEL_FUNCTIONS);
  demand(names.includes(kernel), `kernel must be one of ${names}`, kernel, "take rbf");
  demand(isPositive(gamma), "gamma must be a finite number above 0", gamma, "try 1");
  demand(isWhole(degree, 1, 20), "degree must be a whole number from 1 to 20", degree, "try 3");
  demand(isFinite_(coef0), "coef0 must be a finite number", coef0, "try 1");
  const settings = { linear: {}, rbf: { gamma }, polynomial: { degree, gamma, coef0 } };
  return { name: kernel, ...settings[kernel] };
}
