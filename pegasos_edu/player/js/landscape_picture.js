// Draws a landscape: the steps, batches, bowl and paths at w, and the examples beside it.

import { arrow, coloursOf, fill, inFront, line, markOf, paint, ring, stroke } from "./canvas.js";
import { tell } from "./elements.js";
import { Landscape } from "./landscape.js";
import { describe } from "./landscape_words.js";
import { along, centre, inner, minus, square } from "./plane_vectors.js";

const DASHES = [[], [7, 4], [2, 3]]; // the lines of several paths

export class LandscapePicture extends Landscape {
  value(name) {
    return this.facts.sliders[name]?.values[this.index[name]];
  }

  // Returns a subgradient at w for each example: λ·w, minus y·x where the margin is below 1.
  slopes() {
    const { w } = this;
    const shrinking = w.map((value) => this.lam * value);
    return this.pairs.map((x, n) => {
      const y = this.run.signs[n];
      return y * inner(w, x) < 1 ? along(shrinking, -y, x) : shrinking;
    });
  }

  heights() {
    if (this.known?.lam !== this.lam) this.known = { lam: this.lam, heights: super.heights() };
    return this.known.heights;
  }

  restyle() {
    this.colour = coloursOf(this.canvas);
    this.key = null;
    this.show();
  }

  show() {
    this.canvas.known = null; // the size may have changed
    this.draw(null, this.colour);
    if (this.colour) tell(this.said, describe(this));
    if (this.plane && this.colour) this.drawPlane();
  }

  reach() {
    return this.facts.half;
  }

  drawPath(context, _, colour) {
    const { steps, bowl, batches, paths, marks } = this.facts;
    context.font = colour.font;
    const slopes = this.slopes();
    const g = centre(slopes);
    if (steps || bowl) this.drawLevel(context, colour);
    if (bowl) { // the disc in which the bowl below f is at most f(w)
      const disc = this.around(along(this.w, -1 / this.lam, g), Math.sqrt(square(g)) / this.lam);
      stroke(context, disc, colour.accent, 2, [6, 4]);
    }
    if (steps || batches) this.drawSteps(context, slopes, colour);
    if (paths.length) this.drawPaths(context, colour);
    if (steps || paths.length === 1) { // the places that are as far from w* as w
      const away = Math.hypot(...minus(this.w, this.best.w));
      stroke(context, this.around(this.best.w, away), colour.accent, 1.6, [6, 4]);
    }
    this.drawStar(context, colour);
    for (const [name, w] of marks) this.drawPoint(context, w, name, colour.paper, colour);
    if (this.walked.length) stroke(context, line(...this.walked.map(this.place)), colour.ink, 1.4);
    if (!paths.length) this.drawPoint(context, this.w, "", colour.ink, colour);
  }

  drawPoint(context, w, name, inside, colour) {
    const [x, y] = this.place(w);
    fill(context, ring(x, y, 6), colour.paper);
    fill(context, ring(x, y, 4.5), inside);
    stroke(context, ring(x, y, 4.5), colour.ink, 1.4);
    if (name) inFront(context, name, x + 8, y - 6, colour);
  }

  drawLevel(context, colour) {
    const { edge } = this.level(this.heights(), this.f(...this.w), this.canvas.clientWidth);
    stroke(context, edge, colour.ink, 1.6);
  }

  // Draws the step of each example, or of each batch (the first k of a list), and the mean step.
  drawSteps(context, slopes, colour) {
    const from = this.place(this.w);
    const to = (g) => this.place(along(this.w, -this.value("eta"), g));
    const { batches } = this.facts;
    const means = batches?.map((order) => centre(order.slice(0, this.value("k")).map((n) => slopes[n])));
    const ends = (means ?? slopes).map(to);
    for (const end of ends) stroke(context, line(from, end), colour.muted, 0.7);
    ends.forEach((end, n) => {
      if (batches) fill(context, ring(...end, 3.5), colour.ink);
      else this.drawExample(context, end, n, colour);
    });
    const mean = arrow(from, to(centre(slopes)), 10);
    stroke(context, mean, colour.paper, 6);
    stroke(context, mean, colour.accent, 3);
  }

  drawExample(context, place, n, colour) {
    const mark = markOf(this.run.signs[n], ...place);
    stroke(context, mark, colour.paper, 1.6);
    fill(context, mark, this.run.signs[n] > 0 ? colour.plus : colour.minus);
  }

  // Draws the paths; if an update was cut, the path shows the place before the cut, too.
  drawPaths(context, colour) {
    const t = this.value("t");
    this.ways.forEach(({ moments }, n) => {
      const corners = moments.slice(0, t + 1).flatMap((one) => [one.slice(0, 2), one.slice(-2)]);
      const passed = line(...corners.map(this.place));
      stroke(context, passed, colour.paper, 3.5);
      stroke(context, passed, colour.ink, 1.4, DASHES[n]);
    });
    this.ways.forEach(({ path }, n) => this.drawPoint(context, path[t], "", n ? colour.paper : colour.ink, colour));
  }

  // Draws the examples, and where the score of w is 0 (a line) and ±1 (dashed).
  drawPlane() {
    const { w, pairs, run: { signs }, colour } = this;
    const half = 1.1 * Math.max(...pairs.flat().map(Math.abs));
    this.plane.known = null;
    paint(this.plane, (context, size) => {
      const place = ([x, y]) => [(1 + x / half) * size / 2, (1 - y / half) * size / 2];
      const length = Math.sqrt(square(w));
      stroke(context, line([size / 2, 0], [size / 2, size]), colour.faint, 0.6);
      stroke(context, line([0, size / 2], [size, size / 2]), colour.faint, 0.6);
      for (const score of length ? [0, -1, 1] : []) {
        const foot = along([0, 0], score / length ** 2, w);
        const ends = [-3, 3].map((part) => place(along(foot, part * half / length, [w[1], -w[0]])));
        stroke(context, line(...ends), score ? colour.muted : colour.ink, score ? 1 : 2.2, score ? [6, 4] : []);
      }
      pairs.forEach((x, n) => {
        const at = place(x);
        if (signs[n] * inner(w, x) < 1) stroke(context, ring(...at, 7.5), colour.muted, 1);
        this.drawExample(context, at, n, colour);
      });
    });
  }
}
