// Finds the smallest objective with a learned bias without a penalty, and certifies it: theory/bias.py explains
// why it is enough to move the origin onto the boundary repeatedly.

import { GAP, optimumOfRows } from "./optimum.js";
import { objectiveOf } from "./scenes.js";
import { abs, mean, minus, most, norm, over, plus, product, times } from "./vectors.js";

const [CONSTANT_FEATURE, ROUNDS] = [10, 8]; // the feature, in units of the largest ‖x‖; the number of moves

export function optimumWithBias(run) {
  let centre = over(run.X.reduce(plus), run.X.length);
  let found = aroundCentre(centre, run);
  for (let round = 0; round < ROUNDS && found.gap > GAP * Math.max(1, found.value); round++) {
    const { w, shift } = found;
    if (!w.some(Boolean)) break;
    centre = minus(centre, times(shift / product(w, w), w));
    const other = aroundCentre(centre, run);
    if (other.gap >= found.gap) break;
    found = other;
  }
  return found;
}

// Returns the optimum of scores ⟨w, x − centre⟩ + b, where b is a constant feature with a small penalty.
function aroundCentre(centre, { X, y, lam, loss }) {
  const Z = X.map((x) => minus(x, centre));
  const R = most(Z.map(norm)) || 1;
  const scale = CONSTANT_FEATURE * R;
  const rows = Z.map((z) => Float64Array.of(...z, scale));
  const { w: all, value: penalised, gap } = optimumOfRows({ X: rows, y, lam, loss });
  const [w, last] = [all.slice(0, -1), all.at(-1)];
  const b = bestBias(product(Z, w), y) - product(w, centre);
  const value = objectiveOf(product(w, w), plus(product(X, w), b), { y, lam, loss });
  const dual = penalised - gap + lam / 2 * last ** 2;
  const reach = 1 + R * Math.sqrt(2 * value / lam); // an upper bound on |b| of a minimiser
  const rounding = Number.EPSILON * (mean(product(X.map(abs), abs(w))) + Math.abs(b));
  const bound = dual - reach * lam * Math.abs(last) / scale - rounding;
  return { w, b, value, gap: Math.max(0, value - bound), shift: scale * last };
}

// Returns the b with the smallest sum of hinge losses, in the middle between two kinks.
function bestBias(scores, y) {
  const kinks = minus(y, scores).sort();
  const positive = y.filter((label) => label > 0).length;
  return mean(kinks.slice(Math.max(positive - 1, 0), positive + 1));
}
