// Draws the objective over the plane of w as a landscape: the darker, the higher f; and on it the path of a run.

import { LOSSES } from "../../browser/js/losses.js";
import { contour, copy, fill, inFront, line, newCanvas, paint, ring, stroke } from "./canvas.js";
import { brief, element, tell } from "./elements.js";
import { update } from "./run.js";

const GRID = 33; // the lines per side of the grid for f
const LEVELS = 9;
const RECENT = 12; // the last steps, which stand out
const EDGE = 7; // the pixels from the edge at which a w beyond it is shown
const MOST = 0.8; // the share of the path that must be in view

// Draws f over the plane of w, with its axes, the ball and w*.
export class Ground {
  constructor() {
    this.canvas = newCanvas("heights", "The objective over the plane of w");
  }

  // Takes another f: of the points and the loss of `run` for this λ. `best` holds w* and f*, as far as they are known;
  // the picture reaches as far as `half` in each direction.
  take(run, lam, best, half) {
    Object.assign(this, { run, lam, best, half, known: null, key: null });
  }

  f(across, up) {
    const { signs, loss } = this.run;
    const { points, b } = this.run.picture;
    const lossOf = LOSSES[loss];
    let sum = 0;
    for (let n = 0; n < signs.length; n++) {
      sum += lossOf(signs[n] * (across * points[2 * n] + up * points[2 * n + 1] + b));
    }
    return this.lam / 2 * (across * across + up * up) + sum / signs.length;
  }

  get heights() {
    const at = (n) => (2 * n / (GRID - 1) - 1) * this.half;
    this.known ??= new Float64Array(GRID * GRID).map((_, n) => this.f(at(n % GRID), at(Math.floor(n / GRID))));
    return this.known;
  }

  // Returns the area where f reaches a level, and its edge.
  level(level) {
    const cell = this.size / (GRID - 1);
    return contour(this.heights, GRID, level, (i) => i * cell, (j) => this.size - j * cell);
  }

  // Paints all this, and what drawOn(context) draws on it.
  draw(colour, drawOn) {
    paint(this.canvas, (context, size) => {
      const key = [context.canvas.width, colour.ink].join();
      if (key !== this.key) this.prepare(context, size, colour);
      this.key = key;
      context.drawImage(this.background, 0, 0, size, size);
      context.font = colour.font;
      drawOn(context);
    });
  }

  // Draws the parts that are the same for all steps; the landscape is darker where f is higher.
  prepare(context, size, colour) {
    this.size = size;
    this.background = copy(context, this.background, (on) => {
      on.fillStyle = colour.paper;
      on.fillRect(0, 0, size, size);
      on.font = colour.font;
      on.globalAlpha = 0.13;
      for (const level of levelsOf(this.heights)) {
        const { area, edge } = this.level(level);
        fill(on, area, colour.link);
        stroke(on, edge, colour.link, 0.8);
      }
      on.globalAlpha = 1;
      this.axes(on, size, colour);
    });
  }

  axes(context, size, colour) {
    const letter = parseFloat(colour.font);
    const [x, y] = this.place([0, 0]);
    stroke(context, line([x, 0], [x, size]), colour.muted, 0.6);
    stroke(context, line([0, y], [size, y]), colour.muted, 0.6);
    const [isLeft, isBelow] = [0, 1].map((n) => this.best?.w?.[n] > 0); // away from w*: the path rarely goes there
    inFront(context, "w₁", size - 4, isBelow ? y + 1.3 * letter : y - 6, colour, "right");
    inFront(context, "w₂", isLeft ? x - 6 : x + 6, 1.2 * letter, colour, isLeft ? "right" : "left");
    const { ball } = this.run.picture;
    if (ball) stroke(context, this.around([0, 0], ball), colour.accent, 2, [8, 4]);
  }

  // Returns the place of a w on the canvas, and the w at a place.
  place([across, up]) {
    return [(1 + across / this.half) * this.size / 2, (1 - up / this.half) * this.size / 2];
  }

  under(x, y) {
    return [(2 * x / this.size - 1) * this.half, (1 - 2 * y / this.size) * this.half];
  }

  around(w, radius) {
    return ring(...this.place(w), radius / this.half * this.size / 2);
  }

  star(context, colour) {
    if (!this.best?.w) return;
    const [x, y] = this.place(this.best.w);
    const star = line([x - 6, y], [x + 6, y]);
    star.addPath(line([x, y - 6], [x, y + 6]));
    stroke(context, star, colour.paper, 5);
    stroke(context, star, colour.accent, 2.6);
    const isLeft = x > this.size * 0.8;
    inFront(context, "w*", isLeft ? x - 9 : x + 9, y - 7, colour, isLeft ? "right" : "left");
  }
}

// Draws the landscape of a run, with the path of w up to a moment.
export class LandscapeOfRun {
  constructor(run) {
    this.ground = new Ground();
    this.said = element("p", { class: "said" });
    this.element = element("div", { class: "landscape" }, this.ground.canvas, this.said);
    this.exchange(run);
  }

  // Shows another run; there is no landscape if w does not have two entries.
  exchange(run) {
    const { kind, exact } = run.picture;
    this.isThere = kind === "plane" && exact && run.key["@b"] == null && run.key["@w"] != null;
    this.element.hidden = !this.isThere;
    if (!this.isThere) return;
    this.path = pathOf(run);
    this.ground.take(run, run.lam, run.best, reach(this.path, run));
  }

  // Draws the path up to this step, and in green the changes within this step.
  draw({ step, path }, colour) {
    if (this.isThere && colour) this.ground.draw(colour, (context) => this.drawPath(context, step, path, colour));
  }

  drawPath(context, step, path, colour) {
    const place = (w) => this.ground.place(w);
    const passed = this.path.slice(0, step + 1).map(place);
    stroke(context, line(...passed), colour.muted, 0.6);
    stroke(context, line(...passed.slice(-RECENT)), colour.paper, 5);
    stroke(context, line(...passed.slice(-RECENT)), colour.ink, 2.6);
    const moved = path.filter(Boolean).map(place);
    if (moved.length > 1) stroke(context, line(...moved), colour.accent, 2.6);
    this.ground.star(context, colour);
    const now = moved.at(-1) ?? passed.at(-1);
    const middle = this.ground.size / 2;
    const away = Math.max(...now.map((value) => Math.abs(value - middle)));
    const part = Math.min(1, (middle - EDGE) / away); // below 1 if w is beyond the edge: a ring shows where
    const seen = now.map((value) => middle + part * (value - middle));
    fill(context, ring(...seen, 6), colour.paper);
    if (part < 1) stroke(context, ring(...seen, 4.5), colour.ink, 2);
    else fill(context, ring(...seen, 4.5), colour.ink);
  }

  tell({ w }) {
    if (!this.isThere) return;
    const { half, best, run } = this.ground;
    const now = w ?? [0, 0];
    const isOutside = Math.max(...now.map(Math.abs)) > half;
    const values = `w = ${brief(now)}, ‖w‖ = ${brief(Math.hypot(...now))}`;
    const inside = `● ${values}, and its path; the bluer, the higher f`;
    const here = isOutside ? `○ w lies beyond the edge: ${values}` : inside;
    const { ball } = run.picture;
    const edge = ball ? `; dashed: the ball ‖w‖ ≤ 1/√λ = ${brief(ball)}` : "";
    tell(this.said, `${here}${best?.w ? "; ✚ w*, where f is smallest" : ""}${edge}.`);
  }
}

// Returns how far the landscape reaches: to the lowest point, to the ball, and to most of the path.
function reach(path, { best, picture }) {
  const lengths = path.map((w) => Math.hypot(...w)).sort((a, b) => a - b);
  const most = lengths[Math.floor((lengths.length - 1) * MOST)];
  const lowest = Math.hypot(...(best?.w ?? [0]));
  return 1.15 * Math.max(most, 1.5 * lowest, picture.ball ?? 0, 1e-9);
}

// Returns w before the first step and after each.
function pathOf(run) {
  const values = [];
  return run.moments.map((entries) => {
    for (const entry of entries) update(values, entry);
    return values[run.key["@w"]] ?? [0, 0];
  });
}

// Returns levels of f, closer together near the bottom, where the run ends.
function levelsOf(heights) {
  const low = heights.reduce((a, b) => Math.min(a, b));
  const high = heights.reduce((a, b) => Math.max(a, b));
  return Array.from({ length: LEVELS }, (_, n) => low + (high - low) * ((n + 1) / (LEVELS + 1)) ** 2.5);
}
