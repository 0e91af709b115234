// Draws a landscape: the steps, batches, bowl and paths at w, and the examples beside it.

import { arrow, fill, inFront, line, paint, ring, stroke, triangle } from "./canvas.js";
import { tell } from "./elements.js";
import { Landscape } from "./landscape.js";
import { describe } from "./landscape_words.js";
import { along, centre, inner, minus, square } from "./plane_vectors.js";

const COLOURS = ["ink", "muted", "faint", "paper", "raised", "minus", "plus", "accent", "link"];
const DASHES = [[], [7, 4], [2, 3]]; // the lines of several paths

export class LandscapePicture extends Landscape {
  value(name) {
    return this.facts.sliders[name]?.values[this.index[name]];
  }

  // Returns a subgradient at w for each example: λ·w, minus y·x where the margin is below 1.
  slopes(w = this.w) {
    const shrinking = w.map((value) => this.lam * value);
    return this.pairs.map((x, n) => {
      const y = this.run.signs[n];
      return y * inner(w, x) < 1 ? along(shrinking, -y, x) : shrinking;
    });
  }

  // Returns the mean of the slopes in each batch: the first k of each list.
  batches(slopes) {
    return this.facts.batches.map((order) => centre(order.slice(0, this.value("k")).map((n) => slopes[n])));
  }

  heights() {
    if (this.known?.lam !== this.lam) this.known = { lam: this.lam, heights: super.heights() };
    return this.known.heights;
  }

  restyle() {
    const style = getComputedStyle(this.root);
    const get = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colour = Object.fromEntries(COLOURS.map((name) => [name, get(name)]));
    this.colour.font = `${(13 / 16) * parseFloat(style.fontSize)}px ${style.fontFamily}`;
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
    const { facts } = this;
    context.font = colour.font;
    const slopes = this.slopes();
    if (facts.steps) this.drawNearer(context, colour);
    if (facts.bowl) this.drawBowl(context, centre(slopes), colour);
    if (facts.steps) this.drawSteps(context, slopes, colour);
    if (facts.batches) this.drawBatches(context, slopes, colour);
    if (facts.paths.length) this.drawPaths(context, colour);
    if (facts.paths.length === 1) this.drawDistance(context, colour);
    this.drawStar(context, colour);
    for (const [name, w] of facts.marks) this.drawPoint(context, w, name, colour.paper, colour);
    if (this.walked.length) stroke(context, line(...this.walked.map(this.place)), colour.ink, 1.4);
    if (!facts.paths.length) this.drawPoint(context, this.w, "", colour.ink, colour);
  }

  drawPoint(context, w, name, inside, colour) {
    const [x, y] = this.place(w);
    fill(context, ring(x, y, 6), colour.paper);
    fill(context, ring(x, y, 4.5), inside);
    stroke(context, ring(x, y, 4.5), colour.ink, 1.4);
    if (name) inFront(context, name, x + 8, y - 6, colour);
  }

  // Draws the level line of f through w, and the circle around w* through w.
  drawNearer(context, colour) {
    const size = this.canvas.clientWidth;
    stroke(context, this.level(this.heights(), this.f(...this.w), size).edge, colour.ink, 1.6);
    this.drawDistance(context, colour);
  }

  drawDistance(context, colour) {
    const away = Math.hypot(...minus(this.w, this.best.w)) / this.half * this.canvas.clientWidth / 2;
    stroke(context, ring(...this.place(this.best.w), away), colour.accent, 1.6, [6, 4]);
  }

  // Draws the disc in which the bowl below f is at most f(w), and the level line of f through w.
  drawBowl(context, g, colour) {
    const size = this.canvas.clientWidth;
    stroke(context, this.level(this.heights(), this.f(...this.w), size).edge, colour.ink, 1.6);
    const radius = Math.sqrt(square(g)) / this.lam;
    const disc = ring(...this.place(along(this.w, -1 / this.lam, g)), radius / this.half * size / 2);
    stroke(context, disc, colour.accent, 2, [6, 4]);
  }

  drawSteps(context, slopes, colour) {
    const from = this.place(this.w);
    const ends = slopes.map((g) => this.place(along(this.w, -this.value("eta"), g)));
    for (const end of ends) stroke(context, line(from, end), colour.muted, 0.7);
    ends.forEach(([x, y], n) => {
      const isPlus = this.run.signs[n] > 0;
      const mark = isPlus ? triangle(x, y) : ring(x, y, 4);
      stroke(context, mark, colour.paper, 1.6);
      fill(context, mark, isPlus ? colour.plus : colour.minus);
    });
    this.drawMean(context, slopes, colour);
  }

  drawMean(context, slopes, colour) {
    const to = this.place(along(this.w, -this.value("eta"), centre(slopes)));
    stroke(context, arrow(this.place(this.w), to, 10), colour.paper, 6);
    stroke(context, arrow(this.place(this.w), to, 10), colour.accent, 3);
  }

  drawBatches(context, slopes, colour) {
    const from = this.place(this.w);
    for (const g of this.batches(slopes)) {
      const end = this.place(along(this.w, -this.value("eta"), g));
      stroke(context, line(from, end), colour.muted, 0.7);
      fill(context, ring(...end, 3.5), colour.ink);
    }
    this.drawMean(context, slopes, colour);
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
        const mark = signs[n] > 0 ? triangle(...at) : ring(...at, 4.2);
        if (signs[n] * inner(w, x) < 1) stroke(context, ring(...at, 7.5), colour.muted, 1);
        stroke(context, mark, colour.paper, 1.6);
        fill(context, mark, signs[n] > 0 ? colour.plus : colour.minus);
      });
    });
  }
}
