// What a player draws of a run, and what it takes to tell of it: scores and objective in each state.
// These are the scenes of trace/scenes.py, where the terms are explained.

import { axes, caption } from "./generated.js";
import { LOSSES, SLOPES } from "./losses.js";
import { rounded } from "./numbers.js";
import { shown } from "./values.js";
import { arange, argmax, combine, minus, norm, over, plus, product, sum, times } from "./vectors.js";

const TURNS = 30; // for the direction in which the data spread most
export const [NEAR, ALIKE] = [1e-9, 1e-6]; // in units of the longer w: see trace/scenes.py
export const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

// What is the same of all runs: the objective f in the state that w is in, and the margins there.
export class Scene {
  constructor(run) {
    this.run = run;
  }

  // Another state of w: its squared norm and the score of every example.
  enter(squaredNorm, scores) {
    this.scores = scores;
    this.f = rounded(objectiveOf(squaredNorm, scores, this.run), 5);
  }

  marginsOf(drawn) {
    return Float64Array.from(drawn, (i) => this.run.y[i] * this.scores[i]);
  }
}

export function objectiveOf(squaredNorm, scores, { y, lam, loss }) {
  const lossOf = LOSSES[loss];
  let total = 0;
  for (let n = 0; n < y.length; n++) total += lossOf(y[n] * scores[n]);
  return 0.5 * lam * squaredNorm + total / y.length;
}

// c, and whether now is c·old; 1 where old is 0.
export function factorOf(old, now) {
  const square = product(old, old);
  const c = square > 0 ? product(now, old) / square : 1;
  return [c, largest(minus(now, times(c, old))) <= NEAR * Math.max(largest(old), largest(now))];
}

// Points in the plane, and w in it; of more than two features along the last w, and across it.
export class PlaneScene extends Scene {
  constructor(run) {
    super(run);
    const d = run.X[0].length;
    Object.assign(this, { seen: "plane", isExact: d === 2, d });
    this.basis = this.isExact ? null : planeOf(run.X, run.lastWeights());
    this.move(new Float64Array(d + 1).fill(run.b, d));
    this.before = this.state;
  }

  // What is to be noted of the weights that a step keeps: [key, value, …].
  see(step) {
    const [s, v] = this.run.algorithm.kept;
    if (!step[v]) return [];
    const w = s ? times(step[s] ?? 0, step[v]) : step[v];
    const noted = ["@w", shown(this.inPlane(w))];
    if (this.run.algorithm.has_bias) noted.push("@b", shown(step.b));
    const b = this.run.algorithm.has_bias ? step.b : this.run.b;
    const { state, d } = this;
    if (state[d] !== b || w.some((value, n) => value !== state[n])) {
      const next = new Float64Array(d + 1);
      next.set(w);
      next[d] = b;
      this.move(next);
    }
    return noted;
  }

  // The state is w, and after it b.
  move(state) {
    const w = state.subarray(0, this.d);
    const b = state[this.d];
    this.state = state;
    const scores = product(this.run.X, w);
    this.enter(product(w, w), b ? plus(scores, b) : scores);
  }

  get isZero() {
    return !this.state.subarray(0, this.d).some(Boolean);
  }

  inPlane(w) {
    return this.isExact ? w : Float64Array.from(this.basis, (axis) => product(w, axis));
  }

  // What the step that ends here did to the weights: see trace/stories.py, Change.
  change(step, { drawn, scores, isMet, whole }) {
    const { before, state: after, d } = this;
    this.before = after;
    const [old, now] = [before, after].map((one) => one.subarray(0, d));
    const { lam, algorithm } = this.run;
    const [factor, isMultiple] = factorOf(old, now);
    const kept = algorithm.is_dual ? 1 : 1 - lam * step.eta;
    const projected = this.isProjected(now);
    const taken = { i: step.i, old, now, kept, projected, whole };
    const [added, isAlong] = algorithm.is_batch ? [0, false] : this.added(taken);
    const isWhole = isAlong && Math.abs(added - whole) <= ALIKE * Math.abs(whole);
    const isAdded = isMet || algorithm.is_dual || isWhole || !isMultiple;
    const c = isMultiple || algorithm.is_dual ? kept : Math.min(Math.max(factor, 0), 1);
    const rest = minus(now, times(c, old));
    const isMoved = isAdded && largest(rest) > NEAR * Math.max(largest(old), largest(now));
    return {
      gain: isMoved ? this.gain(drawn, scores, rest) : 0,
      projected,
      factor,
      added,
      is_along: isAlong,
      had_line: old.some(Boolean),
      has_line: now.some(Boolean),
      is_turned: !factorOf(before, after)[1],
      keeps_b: before[d] === after[d],
    };
  }

  gain(drawn, scored, rest) {
    const { X, y, loss } = this.run;
    const pulls = Array.from(drawn, (i, n) => -SLOPES[loss](y[i] * scored[n]));
    const base = pulls.some(Boolean) ? 0 : 1;
    const along = Array.from(drawn, (i, n) => (base + pulls[n]) * y[i] * product(X[i], rest));
    return sum(along) < 0 ? -1 : 1;
  }

  added({ i, old, now, kept, projected, whole }) {
    const x = this.run.X[i];
    if (projected) {
      const both = plus(times(kept, old), times(whole, x));
      const [c, isMultiple] = factorOf(both, now);
      return [whole, norm(both) * Math.sqrt(this.run.lam) >= 1 - NEAR && isMultiple && c > 0];
    }
    const square = product(x, x);
    const found = [kept, 1].map((c) => {
      const rest = minus(now, times(c, old));
      const g = square > 0 ? product(rest, x) / square : 0;
      return { g, left: largest(minus(rest, times(g, x))) };
    }).filter(({ left }) => left <= ALIKE * Math.max(largest(old), largest(now)));
    const [best] = found.sort((one, other) => Math.abs(one.g - whole) - Math.abs(other.g - whole));
    return best ? [best.g, true] : [0, false];
  }

  isProjected(w) {
    const { lam, options } = this.run;
    return Boolean(options.project) && Math.abs(norm(w) * Math.sqrt(lam) - 1) < NEAR;
  }

  content() {
    const { X, lam, options, b } = this.run;
    const points = Array.from(X).flatMap((x) => Array.from(this.inPlane(x)));
    return {
      points: points.map((value) => rounded(value)),
      centre: [0, 0],
      half: rounded(1.2 * Math.max(largest(points), 1e-9)),
      b,
      exact: this.isExact,
      ball: options.project ? rounded(lam ** -0.5) : null,
      axes: axes(this.isExact),
      caption: caption(this.d, X.length, X.length),
    };
  }
}

// The direction of the last w, and the one across it in which the data spread most.
function planeOf(X, w) {
  const unit = (v) => {
    const size = norm(v);
    return size > 0 ? over(v, size) : Float64Array.from(v, (_, n) => (n === 0 ? 1 : 0));
  };
  const first = unit(w);
  const d = first.length;
  if (d === 1) return [[1], [0]];
  const average = over(combine(new Float64Array(X.length).fill(1), X, arange(X.length)), X.length);
  const across = (v) => unit(minus(v, times(product(v, first), first)));
  let second = Float64Array.from(first, (_, n) => 1 + n / d);
  for (let turn = 0; turn < TURNS; turn++) {
    second = across(second);
    const spread = minus(product(X, second), product(average, second));
    second = minus(combine(spread, X, arange(X.length)), times(average, sum(spread)));
  }
  second = across(second);
  const sizes = second.map(Math.abs);
  return [first, times(Math.sign(second[argmax(sizes)]), second)];
}
