// The data as points, the boundary with its margin band, and the examples just drawn.

class Plane {
  // pick(example) is called for a click near an example, with null for one near none.
  constructor(run, pick) {
    const onclick = (event) => pick(this.nearest(event.offsetX, event.offsetY));
    this.canvas = newCanvas("plane", "The data and the boundary", { onclick });
    Object.assign(this, { run, ...run.picture });
    if (!this.side) this.side = 2; // a plane is given by its corners
    if (this.columns) this.columns = Object.entries(this.columns).map((column) => this.unpacked(column));
  }

  // What an example adds to the score on the grid, in a kernel run.
  unpacked([j, text]) {
    return { j, key: this.run.key[`α[${j}]`], values: unpack(text, Int16Array, 32767) };
  }

  // Where the n-th point lies on the canvas.
  at(n) {
    const part = (axis) => (this.points[2 * n + axis] - this.centre[axis]) / this.half;
    return [(1 + part(0)) * this.size / 2, (1 - part(1)) * this.size / 2];
  }

  nearest(x, y) {
    const distance = (n) => Math.hypot(this.at(n)[0] - x, this.at(n)[1] - y);
    const best = this.run.signs.reduce((best, _, n) => (distance(n) < distance(best) ? n : best), 0);
    if (distance(best) >= 20) return null;
    return this.indices ? this.indices[best] : best;
  }

  // The score in the corners of the picture, or of a kernel run on its whole grid.
  // b is that of the moment, or of the whole run.
  scores(values, w, b = this.b) {
    const scores = new Float64Array(this.side ** 2);
    if (this.columns) return this.kernelScores(values, scores);
    if (!w) return scores;
    const { side, centre, half } = this;
    const x = (n) => centre[0] + (n % side ? half : -half);
    const y = (n) => centre[1] + (n >= side ? half : -half);
    return scores.map((_, n) => w[0] * x(n) + w[1] * y(n) + b);
  }

  kernelScores(values, scores) {
    const eta = values[this.run.key["@η"]] || 0;
    for (const { j, key, values: column } of this.columns) {
      const weight = eta * (values[key] || 0) * this.run.signs[j];
      if (!weight) continue;
      column.forEach((value, n) => {
        scores[n] += weight * value;
      });
    }
    return scores;
  }

  // The area in which scores reach a level, and the line around it.
  contour(scores, level) {
    const cell = this.size / (this.side - 1);
    return contour(scores, this.side, level, (i) => i * cell, (j) => this.size - j * cell);
  }

  draw(moment, colour) {
    paint(this.canvas, (context, size) => {
      this.size = size;
      const scores = this.scores(moment.values, moment.w, moment.b);
      const none = !scores.some(Boolean); // no line yet
      const levels = none ? [1, 1, 1] : [-1, 0, 1];
      const [low, middle, high] = levels.map((level) => this.contour(scores, level));
      context.fillStyle = none ? colour.raised : colour.regions[0];
      context.fillRect(0, 0, size, size);
      fill(context, low.area, colour.regions[1]);
      fill(context, middle.area, colour.regions[2]);
      fill(context, high.area, colour.regions[3]);
      this.boundaryBefore(context, moment, colour);
      stroke(context, low.edge, colour.ink, 1.1, [6, 4]);
      stroke(context, high.edge, colour.ink, 1.1, [6, 4]);
      stroke(context, middle.edge, colour.ink, 2.4);
      this.examples(context, moment, colour);
    });
  }

  // Once w has changed in a step, the boundary that it had before.
  boundaryBefore(context, { path, before, was }, colour) {
    if (path.length < 2 || !before?.some(Boolean)) return;
    const { edge } = this.contour(this.scores(null, before, was), 0);
    stroke(context, edge, colour.ink, 1.6, [2, 4]);
  }

  examples(context, moment, colour) {
    const rings = new Path2D();
    const circles = new Path2D();
    const triangles = new Path2D();
    this.run.signs.forEach((sign, n) => {
      const [x, y] = this.at(n);
      if (sign > 0) triangles.addPath(triangle(x, y));
      else ring(x, y, 4.2, circles);
      if (this.counts(moment, n)) ring(x, y, 7.5, rings);
    });
    for (const [path, own] of [[circles, colour.minus], [triangles, colour.plus]]) {
      stroke(context, path, colour.paper, 2); // first, or the outlines bury the points of a crowd
      fill(context, path, own);
    }
    stroke(context, rings, colour.muted, 1);
    for (const index of moment.drawn) {
      const n = this.indices ? this.indices.indexOf(index) : index;
      if (n >= 0) stroke(context, ring(...this.at(n), 11), colour.accent, 3.2);
    }
  }

  // Whether an example has a margin below 1; in a kernel run, whether it was added.
  counts({ values, w, b = this.b }, n) {
    if (this.columns) return values[this.run.key[`α[${n}]`]] > 0;
    const [x, y] = this.points.slice(2 * n, 2 * n + 2);
    const score = w ? w[0] * x + w[1] * y + b : 0;
    return this.exact && this.run.signs[n] * score < 1;
  }
}

function triangle(x, y) {
  const top = [x, y - 5.5];
  return line(top, [x + 5, y + 3.5], [x - 5, y + 3.5], top);
}
