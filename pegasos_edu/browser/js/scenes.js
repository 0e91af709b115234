// Keeps the state of the weights, with scores and objective, and computes the picture of a run.
// These are the scenes of trace/scenes.py, where the terms are explained.

import { basis_of, linear_change, plane_content } from "./generated.js";
import { transposed } from "./linear.js";
import { LOSSES } from "./losses.js";
import { rounded } from "./numbers.js";
import { asRecorded } from "./values.js";
import { plus, product, times, valuesAt } from "./vectors.js";

export const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

// Holds the common part of all pictures: the objective f in the current state, and the margins.
export class Scene {
  constructor(run) {
    this.run = run;
  }

  // Enters another state, with the squared norm of w and the score of every example.
  enter(squaredNorm, scores) {
    this.scores = scores;
    this.f = rounded(objectiveOf(squaredNorm, scores, this.run), 5);
  }

  marginsOf(drawn) {
    return valuesAt(drawn, (i) => this.run.y[i] * this.scores[i]);
  }
}

export function objectiveOf(squaredNorm, scores, { y, lam, loss }) {
  const lossOf = LOSSES[loss];
  let total = 0;
  if (loss === "hinge") { // a function call for each example would be several times slower
    for (let n = 0; n < y.length; n++) {
      const margin = y[n] * scores[n];
      if (margin < 1) total += 1 - margin;
    }
  } else for (let n = 0; n < y.length; n++) total += lossOf(y[n] * scores[n]);
  return 0.5 * lam * squaredNorm + total / y.length;
}

function isOther(w, state) {
  for (let n = 0; n < w.length; n++) if (w[n] !== state[n]) return true;
  return false;
}

// Computes points and a line in the plane; more than two features are projected onto w and a direction across it.
export class PlaneScene extends Scene {
  constructor(run) {
    super(run);
    const d = run.X[0].length;
    Object.assign(this, { kind: "plane", isExact: d === 2, d });
    this.columns = this.isExact ? transposed(run.X) : null;
    this.basis = this.isExact ? null : basis_of(run.X, run.lastWeights());
    this.move(new Float64Array(d + 1).fill(run.b, d));
    this.before = this.state;
  }

  // Returns the changes of the weights in a step for the record: [key, value, …].
  see(step) {
    const [s, v] = this.run.algorithm.kept;
    if (!step[v]) return [];
    const w = s ? times(step[s] ?? 0, step[v]) : step[v];
    const noted = ["@w", asRecorded(this.inPlane(w))];
    if (this.run.algorithm.has_bias) noted.push("@b", asRecorded(step.b));
    const b = this.run.algorithm.has_bias ? step.b : this.run.b;
    const { state, d } = this;
    if (state[d] !== b || isOther(w, state)) {
      const next = new Float64Array(d + 1);
      next.set(w);
      next[d] = b;
      this.move(next);
    }
    return noted;
  }

  // Moves to a state; a state holds w and then b.
  move(state) {
    const { d } = this;
    const w = state.subarray(0, d);
    const b = state[d];
    this.state = state;
    const scores = d === 2 ? this.scoresInPlane(w) : product(this.run.X, w);
    this.enter(product(w, w), b ? plus(scores, b) : scores);
  }

  // Returns the product of X and w, computed from the columns of X.
  scoresInPlane([across, up]) {
    const [first, second] = this.columns;
    const scores = new Float64Array(first.length);
    for (let n = 0; n < scores.length; n++) scores[n] = across * first[n] + up * second[n];
    return scores;
  }

  get isZero() {
    return !this.state.subarray(0, this.d).some(Boolean);
  }

  inPlane(w) {
    return this.isExact ? w : Float64Array.from(this.basis, (axis) => product(w, axis));
  }

  // Returns a function that computes how the step that ends here changed the weights: see trace/changes.py.
  changing() {
    const { before, state: after, d } = this;
    this.before = after;
    return (step, facts, y, isAdded) => {
      const rows = step.drawn.map((i) => this.run.X[i]);
      const [old, now] = [before, after].map((weights) => weights.subarray(0, d));
      return linear_change(step, facts, rows, y, isAdded, old, now, before[d], after[d]);
    };
  }

  content(facts) {
    const points = Array.from(this.run.X, (x) => Array.from(this.inPlane(x))).flat();
    return plane_content(facts, this.d, points, this.run.y, null);
  }
}
