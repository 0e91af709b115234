// Computes the scores in the plane, for w and for the curve of a kernel run.

import { unpackedColumn } from "./run.js";

// Computes the scores w·x + b, which the corners of the picture determine.
export class Flat {
  constructor(run) {
    this.run = run;
    this.side = 2;
  }

  on({ w, b }) {
    const scores = this.corners(w, b);
    return { scores, boundary: scores };
  }

  corners(w, b = this.run.picture.b) {
    const { centre, half } = this.run.picture;
    if (!w) return [0, 0, 0, 0];
    const across = [centre[0] - half, centre[0] + half];
    const up = [centre[1] - half, centre[1] + half];
    return up.flatMap((y) => across.map((x) => w[0] * x + w[1] * y + b));
  }

  // Returns the boundary before the step, once w has changed.
  before({ path, before, earlier }) {
    if (path.length < 2 || !before?.some(Boolean)) return null;
    return this.corners(before, earlier[this.run.key["@b"]]);
  }

  score(n, { w, b }) {
    const { points, b: given } = this.run.picture;
    return w ? w[0] * points[2 * n] + w[1] * points[2 * n + 1] + (b ?? given) : given;
  }

  // Returns the two places at which the line of these scores crosses the edge of the picture, or null.
  ends([first, second, third, fourth]) {
    const { centre, half } = this.run.picture;
    const sides = [[first, second, (at) => [at, -1]], [third, fourth, (at) => [at, 1]],
      [first, third, (at) => [-1, at]], [second, fourth, (at) => [1, at]]];
    const crossed = sides.filter(([from, to]) => from * to < 0)
      .map(([from, to, place]) => place((from + to) / (from - to)).map((part, axis) => centre[axis] + part * half));
    return crossed.length === 2 ? crossed : null;
  }

  // Returns the radius of the ring around the n-th point if it is a support vector of this w: its margin is at most 1.
  radius(n, moment) {
    const { exact } = this.run.picture;
    const isThere = exact && this.run.loss === "hinge" && moment.w?.some(Boolean);
    return isThere && this.run.signs[n] * this.score(n, moment) <= 1 ? 7.5 : 0;
  }
}

function hasNoNegative(values) {
  for (let n = 0; n < values.length; n++) if (values[n] < 0) return false;
  return true;
}

// Computes the scores Σ η·α[j]·y[j]·K(x_j, ·); column j holds the kernel of x_j on the grid, then at the examples.
export class Curved {
  constructor(run) {
    const { side, columns } = run.picture;
    this.run = run;
    this.side = side;
    this.keys = run.signs.map((_, n) => run.key[`α[${n}]`]); // the keys of the counts
    this.columns = Object.entries(columns).map(([j, values]) => ({ j, values: unpackedColumn(values) }));
    this.isPositive = this.columns.every(({ values }) => hasNoNegative(values));
  }

  weights(values) {
    const { key, signs } = this.run;
    const eta = values[key["@η"]] || 0;
    return this.columns.map(({ j }) => eta * (values[this.keys[j]] || 0) * signs[j]);
  }

  // Returns the scores, and values that are 0 where the score is 0. Far from all examples both parts of the sum
  // are tiny but their ratio is not, so the boundary is drawn smoothly from the logarithm of the ratio.
  field(values) {
    const size = this.side ** 2;
    const sums = { 1: new Float64Array(size), "-1": new Float64Array(size) };
    this.weights(values).forEach((weight, n) => {
      if (!weight) return;
      const sum = weight > 0 ? sums[1] : sums[-1];
      const factor = Math.abs(weight);
      const column = this.columns[n].values;
      for (let place = 0; place < size; place++) sum[place] += factor * column[place];
    });
    const scores = sums[1].map((sum, n) => sum - sums[-1][n]);
    const ratio = (sum, n) => Math.log((sum + 1e-300) / (sums[-1][n] + 1e-300));
    return { scores, boundary: this.isPositive ? sums[1].map(ratio) : scores };
  }

  on({ values }) {
    return this.field(values);
  }

  before({ values, earlier }) {
    const [now, then] = [values, earlier].map((state) => this.weights(state));
    const hasGrown = now.some(Boolean) && then.some(Boolean) && this.turned(now, then);
    return hasGrown ? this.field(earlier).boundary : null;
  }

  // Returns whether the coefficients changed by more than a common factor, so that the boundary may have moved.
  turned(now, then) {
    const [a, b] = [now, then].map((weights) => Math.hypot(...weights));
    return now.some((weight, n) => Math.abs(weight / a - then[n] / b) > 1e-3);
  }

  score(n, { values }) {
    const place = this.side ** 2 + n;
    const parts = this.weights(values).map((weight, j) => weight * this.columns[j].values[place]);
    return parts.reduce((sum, part) => sum + part, 0);
  }

  count(n, { values }) {
    return values[this.keys[n]] || 0;
  }

  // Returns half the side of the square around the n-th point, which grows with its count.
  radius(n, moment) {
    const count = this.count(n, moment);
    return count > 0 ? Math.min(5.5 + 2 * Math.sqrt(count), 15) : 0;
  }
}
