// Finds the smallest objective with a learned bias without a penalty, and certifies it: theory/bias.py explains
// why it is enough to move the origin onto the boundary repeatedly, and why classes of one sum give a bound for each b.

import { dualOf, GAP, solved } from "./optimum.js";
import { objectiveOf } from "./scenes.js";
import { abs, mean, minus, most, norm, over, plus, product, times } from "./vectors.js";

// The feature, in units of the largest ‖x‖, or of 10·√λ if this is larger; and the number of moves.
const [CONSTANT_FEATURE, ROUNDS] = [10, 8];

export function optimumWithBias(run) {
  let centre = over(run.X.reduce(plus), run.X.length);
  let bias = aroundCentre(centre, run);
  for (let round = 0; round < ROUNDS && bias.gap > GAP * Math.max(1, bias.value); round++) {
    const { w, shift } = bias;
    if (!w.some(Boolean)) break;
    centre = minus(centre, times(shift / product(w, w), w));
    const other = aroundCentre(centre, run);
    if (other.gap >= bias.gap) break;
    bias = other;
  }
  const atZero = withoutW(bias, run.y);
  return atZero.value < bias.value ? atZero : bias;
}

// Returns the optimum of scores ⟨w, x − centre⟩ + b, where b is a constant feature with a small penalty.
function aroundCentre(centre, { X, y, lam, loss }) {
  const Z = X.map((x) => minus(x, centre));
  const scale = CONSTANT_FEATURE * Math.max(most(Z.map(norm)), 10 * Math.sqrt(lam));
  const rows = Z.map((z) => Float64Array.of(...z, scale));
  const [all, a] = solved({ X: rows, y, lam, loss });
  const [w, last] = [all.slice(0, -1), all.at(-1)];
  const b = bestBias(product(Z, w), y) - product(w, centre);
  const value = objectiveOf(product(w, w), plus(product(X, w), b), { y, lam, loss });
  const pulls = balanced(a, y);
  const pull = over(product(times(pulls, y), Z), lam * y.length);
  const rounding = Number.EPSILON * (mean(product(X.map(abs), abs(w))) + Math.abs(b));
  const bound = dualOf(pulls, product(pull, pull), { lam, loss }) - rounding;
  return { w, b, value, gap: Math.max(0, value - bound), shift: scale * last };
}

// Returns w = 0 with its best bias, and the same lower bound.
function withoutW({ w, value, gap }, y) {
  const zero = w.map(() => 0);
  const positive = y.filter((label) => label > 0).length / y.length;
  const atZero = 2 * Math.min(positive, 1 - positive);
  return { w: zero, b: bestBias(y.map(() => 0), y), value: atZero, gap: Math.max(0, atZero - value + gap) };
}

// Returns a in [0, 1] with a smaller a in one class, so that both classes have the same sum.
function balanced(a, y) {
  const inside = a.map((a_i) => Math.min(1, Math.max(0, a_i)));
  const sum = (label) => inside.reduce((total, a_i, i) => total + (y[i] === label ? a_i : 0), 0);
  const [positive, negative] = [sum(1), sum(-1)];
  const [heavier, share] = positive > negative ? [1, negative / positive] : [-1, positive / (negative || 1)];
  return inside.map((a_i, i) => (y[i] === heavier ? share * a_i : a_i));
}

// Returns the b with the smallest sum of hinge losses, in the middle between two kinks.
function bestBias(scores, y) {
  const kinks = minus(y, scores).sort();
  const positive = y.filter((label) => label > 0).length;
  return mean(kinks.slice(Math.max(positive - 1, 0), positive + 1));
}
