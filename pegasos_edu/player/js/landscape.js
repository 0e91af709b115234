// Draws the objective over the plane of w as a map: lines of equal f, the path of w, w*, the ball.

import { LOSSES } from "../../browser/js/losses.js";
import { contour, fill, inFront, line, newCanvas, paint, ring, stroke } from "./canvas.js";
import { copy } from "./chart.js";
import { brief, element, tell } from "./elements.js";
import { update } from "./run.js";

const GRID = 33; // lines on a side, on which f is computed
const LEVELS = 9;
const RECENT = 25; // steps of the path that stand out

export class Landscape {
  constructor(whole) {
    this.canvas = newCanvas("map", "The objective over the plane of w");
    this.said = element("p", {});
    const attributes = { type: "checkbox", onchange: () => this.again() };
    this.all = element("input", attributes);
    const choice = element("label", { class: "choice" }, this.all, " the whole path");
    const title = element("h3", {}, "f as a map over all w");
    const beside = element("div", {}, title, this.said, choice);
    this.element = element("div", { class: "landscape" }, this.canvas, beside);
    this.whole = whole; // draws all anew
  }

  again() {
    this.key = null;
    this.whole();
  }

  // Takes a run, its smallest f and the w that has it; there is no map if w is not two numbers.
  take(run, best, lam) {
    Object.assign(this, { run, best, lam });
    const { kind, exact, b } = run.picture;
    const hasBias = b !== 0 || run.key["@b"] != null;
    this.isThere = kind === "plane" && exact && !hasBias && run.key["@w"] != null;
    this.path = this.isThere ? pathOf(run) : [];
    this.key = null;
    this.element.hidden = !this.isThere;
  }

  // Returns how far the map reaches: to the lowest point, to the ball, and to most of the path.
  reach() {
    const lengths = this.path.map((w) => Math.hypot(...w)).sort((a, b) => a - b);
    const part = this.all.checked ? 1 : 0.8;
    const most = lengths[Math.floor((lengths.length - 1) * part)];
    const lowest = Math.hypot(...(this.best?.w ?? [0]));
    return 1.15 * Math.max(most, 1.5 * lowest, this.run.picture.ball ?? 0, 1e-9);
  }

  f(across, up) {
    const { points } = this.run.picture;
    const { signs } = this.run;
    const loss = LOSSES[this.run.loss];
    let sum = 0;
    for (let n = 0; n < signs.length; n++) {
      sum += loss(signs[n] * (across * points[2 * n] + up * points[2 * n + 1]));
    }
    return this.lam / 2 * (across * across + up * up) + sum / signs.length;
  }

  draw(step, colour) {
    if (!this.isThere || !colour) return;
    this.canvas.known = null; // it may have been hidden, or in another place
    paint(this.canvas, (context, size) => {
      const key = [context.canvas.width, colour.ink].join();
      if (key !== this.key) this.prepare(context, size, colour);
      this.key = key;
      context.drawImage(this.background, 0, 0, size, size);
      this.drawPath(context, step, colour);
    });
    this.tellWhere(step);
  }

  // Draws what stays from step to step: darker where f is higher, and lines of equal f with their values.
  prepare(context, size, colour) {
    this.half = this.reach();
    const middle = size / 2;
    this.place = ([across, up]) => [(1 + across / this.half) * middle, (1 - up / this.half) * middle];
    const heights = this.heights();
    const spots = this.taken(size);
    this.background = copy(context, this.background, (on) => {
      on.fillStyle = colour.paper;
      on.fillRect(0, 0, size, size);
      on.font = colour.font;
      for (const level of levelsOf(heights)) {
        const { area, edge } = this.level(heights, level, size);
        on.globalAlpha = 0.09;
        fill(on, area, colour.ink);
        on.globalAlpha = 1;
        stroke(on, edge, colour.muted, 0.9);
        this.name(on, heights, level, spots, colour);
      }
      this.axes(on, size, colour);
    });
  }

  // Returns f on a grid over the map.
  heights() {
    const at = (n) => (2 * n / (GRID - 1) - 1) * this.half;
    return new Float64Array(GRID * GRID).map((_, n) => this.f(at(n % GRID), at(Math.floor(n / GRID))));
  }

  // Returns the area where f reaches a level, and its edge.
  level(heights, level, size) {
    const cell = size / (GRID - 1);
    return contour(heights, GRID, level, (i) => i * cell, (j) => size - j * cell);
  }

  // Returns the places of w* and of other texts, where no number may be written.
  taken(size) {
    const star = this.best?.w ? this.place(this.best.w) : null;
    const [x, y] = this.place([0, 0]);
    const ofStar = star ? [star, [star[0] + 14, star[1] + 10]] : [];
    return [...ofStar, [size - 10, y - 5], [x + 12, 12]];
  }

  // Writes the f of a line where it crosses the vertical through the middle, if there is room.
  name(context, heights, level, spots, colour) {
    const middle = (GRID - 1) / 2;
    const columns = [middle, Math.round(GRID * 0.2), Math.round(GRID * 0.8)];
    for (const column of columns) {
      for (let row = GRID - 6; row > 1; row--) {
        const [above, below] = [heights[row * GRID + column], heights[(row - 1) * GRID + column]];
        if (above >= level === below >= level) continue;
        const at = (n) => (2 * n / (GRID - 1) - 1) * this.half;
        const [x, y] = this.place([at(column), at(row)]);
        if (spots.some((spot) => Math.hypot(spot[0] - x, (spot[1] - y) * 2) < 44)) continue;
        spots.push([x, y]);
        inFront(context, brief(level), x, y + 4, { ...colour, ink: colour.muted }, "center");
        return;
      }
    }
  }

  axes(context, size, colour) {
    const [x, y] = this.place([0, 0]);
    stroke(context, line([x, 0], [x, size]), colour.muted, 0.7);
    stroke(context, line([0, y], [size, y]), colour.muted, 0.7);
    inFront(context, "w₁", size - 4, y - 5, colour, "right");
    inFront(context, "w₂", x + 5, 14, colour);
    const { ball } = this.run.picture;
    if (ball) {
      const radius = ball / this.half * size / 2;
      stroke(context, ring(x, y, radius), colour.accent, 2, [8, 4]);
      inFront(context, `1/√λ = ${brief(ball)}`, x, y - radius + 14, colour, "center");
    }
  }

  drawPath(context, step, colour) {
    const passed = this.path.slice(0, step + 1).map(this.place);
    stroke(context, line(...passed), colour.muted, 0.8);
    stroke(context, line(...passed.slice(-RECENT)), colour.paper, 3.5);
    stroke(context, line(...passed.slice(-RECENT)), colour.ink, 1.4);
    this.drawStar(context, colour);
    const now = passed.at(-1);
    fill(context, ring(...now, 4.5), colour.paper);
    fill(context, ring(...now, 3.5), colour.ink);
  }

  // Marks w*, if it is known.
  drawStar(context, colour) {
    if (!this.best?.w) return;
    const [x, y] = this.place(this.best.w);
    const star = line([x - 6, y], [x + 6, y]);
    star.addPath(line([x, y - 6], [x, y + 6]));
    stroke(context, star, colour.paper, 5);
    stroke(context, star, colour.accent, 2.4);
    context.font = colour.font;
    inFront(context, "w*", x + 7, y + 14, colour);
  }

  tellWhere(step) {
    const w = this.path[step];
    const isOutside = (one) => Math.max(...one.map(Math.abs)) > this.half;
    const hidden = this.path.slice(0, step + 1).filter(isOutside).length;
    const outside = hidden ? ` ${hidden} of its ${step + 1} places are outside the map.` : "";
    const ball = this.run.picture.ball ? " Dashed: the ball." : "";
    const place = w.map((value) => brief(value)).join(", ");
    const lowest = this.best?.w ? " ✚ w*, the lowest point." : "";
    const path = `● w = (${place}) now, and its path.`;
    tell(this.said, `${path}${lowest} On each line f is the same.${ball}${outside}`);
  }
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
