// What a player draws of a run, and what it takes to tell of it: scores and objective in each state.
// These are the scenes of trace/scenes.py, where the terms are explained.

import { basis_of, linear_change, plane_content } from "./generated.js";
import { LOSSES } from "./losses.js";
import { rounded } from "./numbers.js";
import { shown } from "./values.js";
import { plus, product, times } from "./vectors.js";

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

// Points in the plane, and w in it; of more than two features along the last w, and across it.
export class PlaneScene extends Scene {
  constructor(run) {
    super(run);
    const d = run.X[0].length;
    Object.assign(this, { kind: "plane", isExact: d === 2, d });
    this.basis = this.isExact ? null : basis_of(run.X, run.lastWeights());
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

  // What the step that ends here did to the weights: see trace/changes.py.
  change(step, facts, y, isAdded) {
    const { before, state: after, d } = this;
    this.before = after;
    const rows = Array.from(step.drawn, (i) => this.run.X[i]);
    const [old, now] = [before, after].map((one) => one.subarray(0, d));
    return linear_change(step, facts, rows, y, isAdded, old, now, before[d], after[d]);
  }

  content(facts) {
    const points = Array.from(this.run.X, (x) => Array.from(this.inPlane(x))).flat();
    return plane_content(facts, this.d, points, this.run.y, null);
  }
}
