// Finds the smallest objective, certified by the dual: f* lies in [value − gap, value]. The solver is translated
// from theory/optimum.py, which explains a, D(a) and the gap.

import { interior_point, newton } from "./generated.js";
import { diagonal, factored } from "./linear.js";
import { LOSSES } from "./losses.js";
import { largest, objectiveOf } from "./scenes.js";
import { abs, mean, most, over, product, times } from "./vectors.js";

// The largest accepted gap; it is larger for a kernel, where an iteration costs more.
export const [GAP, KERNEL_GAP] = [1e-9, 1e-7];

// Returns the error allowed in an entry of K, within bounds relative to the largest entry. The larger λ is, the
// less the error matters for the dual; the gap is always computed with K itself.
function mayMiss(K, lam) {
  const size = most(diagonal(K));
  return Math.min(Math.max(1e-3 * lam, 1e-8 * size), 1e-4 * size);
}

// Returns h(a), whose mean is part of the dual.
const ENTROPIES = {
  hinge: (a) => a,
  log: (a) => -(a > 0 ? a * Math.log(a) : 0) - (a < 1 ? (1 - a) * Math.log1p(-a) : 0),
};

// Returns D(a), where the norm is that of w(a).
export const dualOf = (a, squaredNorm, { lam, loss }) => mean(a.map(ENTROPIES[loss])) - lam / 2 * squaredNorm;

// Returns the better of a result and w = 0, with its gap, which includes rounding.
function certified(result, dual, run, rounding) {
  const atZero = LOSSES[run.loss](0);
  const best = result.value < atZero ? result : { value: atZero, w: result.w.map(() => 0) };
  return { ...best, gap: Math.max(0, best.value - dual) + rounding };
}

// Returns the best w, the a that belongs to it, and D(a).
export function solved({ X, y, lam, loss }) {
  const size = most(X.map(largest)) || 1;
  const Z = X.map((x, i) => times(y[i] / size, x));
  const scaled = lam / size ** 2;
  const [v, a] = loss === "log" ? newton(Z, scaled) : interior_point(Z, scaled, GAP);
  const pull = over(product(a, Z), scaled * y.length);
  return [over(v, size), a, dualOf(a, product(pull, pull), { lam: scaled, loss })];
}

export function optimumOfRows(run) {
  const { X } = run;
  const [w, , dual] = solved(run);
  const value = objectiveOf(product(w, w), product(X, w), run);
  return certified({ value, w }, dual, run, Number.EPSILON * mean(product(X.map(abs), abs(w))));
}

export function optimumOfKernel(run) {
  const { X: K, y, lam } = run;
  const Z = factored(K, mayMiss(K, lam)).map((row, i) => times(y[i], row));
  const [, a] = interior_point(Z, lam, KERNEL_GAP);
  const beta = over(times(a, y), lam * y.length);
  const scores = product(K, beta);
  const square = product(beta, scores);
  const value = objectiveOf(square, scores, run);
  const dual = dualOf(a, square, run);
  return certified({ value, w: beta }, dual, run, Number.EPSILON * mean(product(K, abs(beta))));
}
