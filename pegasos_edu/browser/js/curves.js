// Computes points in the plane and the curve of a kernel run, Σ_j η·α_j·y_j·K(x_j, ·); see trace/scenes.py.

import { curve_content, grid_of, has_both_signs, kernel_change } from "./generated.js";
import { rounded } from "./numbers.js";
import { largest, Scene } from "./scenes.js";
import { add, least, most, product, times } from "./vectors.js";

// The kernels of kernels.py, for two examples.
export const KERNEL_FUNCTIONS = {
  linear: () => product,
  polynomial: ({ degree, gamma, coef0 }) => (x, z) => (gamma * product(x, z) + coef0) ** degree,
  rbf: ({ gamma }) => (x, z) => {
    let square = 0;
    for (let n = 0; n < x.length; n++) square += (x[n] - z[n]) ** 2;
    return Math.exp(-gamma * square);
  },
};

// The data of kernel runs with everything that depends only on data and kernel, reused by the next run.
export class KernelData {
  constructor(points, kernel) {
    Object.assign(this, { points, kernel });
    this.of = KERNEL_FUNCTIONS[kernel.name](kernel);
    this.columns = new Map();
    this.gram = points.map(() => new Float64Array(points.length));
    points.forEach((x, i) => {
      for (let j = 0; j <= i; j++) this.gram[i][j] = this.gram[j][i] = this.of(x, points[j]);
    });
    const axis = (n) => points.map((x) => x[n]);
    this.centre = [0, 1].map((n) => (least(axis(n)) + most(axis(n))) / 2);
    const far = points.flatMap((x) => [x[0] - this.centre[0], x[1] - this.centre[1]]);
    this.half = 1.1 * Math.max(largest(far), 1e-9);
  }

  // Returns the kernel of the j-th example on a grid and, if wanted, at the examples.
  column(j, side, withExamples) {
    const key = [j, side, withExamples].join();
    if (!this.columns.has(key)) {
      const line = (n, at) => this.centre[n] - this.half + at * (2 * this.half / (side - 1));
      const values = new Float64Array(side * side + (withExamples ? this.points.length : 0));
      for (let place = 0; place < side * side; place++) {
        const x = [line(0, place % side), line(1, Math.floor(place / side))];
        values[place] = this.of(x, this.points[j]);
      }
      if (withExamples) values.set(this.gram[j], side * side);
      this.columns.set(key, values);
    }
    return this.columns.get(key);
  }
}

export class CurvesScene extends Scene {
  constructor(run) {
    super(run);
    const m = run.y.length;
    Object.assign(this, { kind: "curves", isExact: false, eta: 0, added: new Set() });
    this.counts = new Float64Array(m);
    this.grown = new Float64Array(m); // what a step adds to each α
    this.sums = new Float64Array(m); // Σ_j α_j·y_j·K(x_j, ·) at each example
    this.before = { beta: new Float64Array(m), isParted: false };
    this.enter(0, new Float64Array(m));
  }

  // Returns the changes of α and η for the record: [key, value, …].
  see({ alpha, eta = 0 }) {
    if (!alpha) return [];
    const noted = ["@η", rounded(eta)];
    const { y, X } = this.run;
    const { counts } = this;
    let isOther = eta !== this.eta && this.added.size > 0;
    for (let j = 0; j < alpha.length; j++) {
      const more = alpha[j] - counts[j];
      if (more === 0) continue;
      counts[j] = alpha[j];
      noted.push(`α[${j}]`, rounded(alpha[j]));
      add(this.sums, more * y[j], X, j);
      this.added.add(j);
      this.grown[j] += more;
      if (eta !== 0) isOther = true;
    }
    this.eta = eta;
    if (isOther) {
      const scores = times(eta, this.sums);
      let square = 0;
      for (const j of this.added) square += eta * counts[j] * y[j] * scores[j];
      this.enter(square, scores);
    }
    return noted;
  }

  get isZero() {
    return !this.counts.some(Boolean);
  }

  changing() {
    const { before, grown } = this;
    const beta = times(this.eta, times(this.counts, this.run.y));
    const isParted = has_both_signs(this.scores);
    this.before = { beta, isParted };
    this.grown = new Float64Array(grown.length);
    const adds = grown.some(Boolean);
    return ({ i }) => kernel_change(grown[i], adds, before.beta, beta, before.isParted, isParted);
  }

  content() {
    const { data, y } = this.run;
    const added = [...this.added].sort((a, b) => a - b);
    const [side, exact] = grid_of(y.length, added.length);
    const columns = Object.fromEntries(added.map((j) => [j, data.column(j, side, exact)]));
    return curve_content(data.points.flatMap((x) => [...x]), y, data.centre, data.half, side, exact, columns);
  }
}
