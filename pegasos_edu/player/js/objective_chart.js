// Draws the objective after each step; the seek bar lies over it.

import { copy, fill, line, newCanvas, paint, ring, stroke, write } from "./canvas.js";
import { format } from "./elements.js";
import { Labels } from "./labels.js";

const DASHES = [[], [7, 4], [2, 3]]; // the curves of several runs
const [ABOVE, BELOW, ASIDE] = [8, 6, 14]; // the pixels around the curve

export class Chart {
  constructor(runs) {
    this.canvas = newCanvas("chart", "The objective after each step");
    this.exchange(runs);
  }

  exchange(runs) {
    Object.assign(this, { runs, T: runs[0].T, colour: null });
    this.curves = runs.map((run) => [run.start, ...run.values]);
    const values = [...this.curves.flat(), ...runs.flatMap((run) => run.optimum ?? [])];
    this.low = Math.log10(Math.min(...values)) - 0.05;
    this.high = Math.max(Math.log10(Math.max(...values)) + 0.05, this.low + 0.2);
  }

  // Returns functions from steps and values to places on the canvas.
  axes(width, height, colour) {
    const left = 3.5 * parseFloat(colour.font);
    const across = width - left - ASIDE;
    const up = height - ABOVE - BELOW;
    return {
      left, width, height,
      x: (t) => left + across * t / this.T,
      y: (value) => ABOVE + up * (this.high - Math.log10(value)) / (this.high - this.low),
    };
  }

  // Draws the curve in ink up to the last completed step, and the rest in a pale colour unless it is hidden.
  draw(step, done, f, colour, isHidden) {
    paint(this.canvas, (context, width, height) => {
      const axes = this.axes(width, height, colour);
      if (this.colour !== colour || this.isHidden !== isHidden) {
        this.isHidden = isHidden;
        this.prepare(context, axes, colour);
      }
      context.drawImage(this.background, 0, 0, width, height);
      const known = (axes.x(done) + 1) / width;
      const { width: columns, height: rows } = this.ink;
      context.drawImage(this.ink, 0, 0, columns * known, rows, 0, 0, width * known, height);
      const x = axes.x(step);
      stroke(context, line([x, 0], [x, height]), colour.accent, 1.6);
      f.forEach((value, n) => {
        const y = Math.min(Math.max(ABOVE, axes.y(value)), height - BELOW);
        fill(context, ring(x, y, 8), colour.paper);
        fill(context, ring(x, y, 6.5), colour.accent);
        if (n) fill(context, ring(x, y, 3.5), colour.paper);
      });
    });
  }

  // Draws the parts that are the same for all steps, and redraws them only for another size or theme: the whole
  // curve in a pale colour, and the curves in ink on a separate canvas.
  prepare(context, axes, colour) {
    this.background = copy(context, this.background, (on) => this.drawBackground(on, axes, colour));
    this.ink = copy(context, this.ink, (on) => this.drawCurves(on, axes, colour.ink, 2));
    this.colour = colour;
  }

  drawCurves(context, { x, y }, style, thick) {
    this.curves.forEach((values, n) => {
      stroke(context, line(...values.map((value, t) => [x(t), y(value)])), style, thick, DASHES[n]);
    });
  }

  drawBackground(context, axes, colour) {
    const { left, width, y } = axes;
    context.globalAlpha = 0.6;
    if (!this.isHidden) this.drawCurves(context, axes, colour.muted, 1.2);
    context.globalAlpha = 1;
    for (const { optimum } of this.runs) {
      if (optimum) stroke(context, line([left, y(optimum)], [width - ASIDE, y(optimum)]), colour.accent, 1.4);
    }
    context.font = colour.font;
    const letter = parseFloat(colour.font);
    let last = Infinity;
    for (const value of this.runs.flatMap((run) => run.marks).sort((a, b) => a - b)) {
      const place = Math.max(letter, y(value) + letter / 3);
      if (last - place < letter) continue; // no room for another number
      write(context, format(value), left - letter, place, colour.muted, "right");
      last = place;
    }
    this.drawLabels(context, axes, colour);
  }

  // Writes what the curve is at the right, and the letter of each of several runs where the curves are far apart.
  drawLabels(context, { left, width, height, y }, colour) {
    const right = width - ASIDE;
    const curves = this.curves.map((values) => (place) => y(valueAt(values, (place - left) / (right - left))));
    const optima = this.runs.flatMap(({ optimum }) => (optimum ? [() => y(optimum)] : []));
    const labels = Labels.amongCurves(context, [width, height], [...curves, ...optima], colour);
    const title = this.title(context, 0.7 * (right - left));
    const rows = [0, 0.5, 1].map((part) => 2 + part * (height - 4 - labels.height));
    labels.on(title, colour.muted, [right - labels.widthOf(title)], rows);
    if (curves.length === 1) return;
    const gap = (place) => Math.abs(curves[0](place) - curves.at(-1)(place));
    const places = Array.from({ length: 24 }, (_, n) => left + (right - left) * (n + 1) / 26);
    places.sort((here, there) => gap(there) - gap(here));
    curves.forEach((curve, n) => labels.beside("ABC"[n], colour.ink, curve, curves.toSpliced(n, 1), places));
  }

  // Returns what the curve is, as long as there is room.
  title(context, room) {
    const green = this.runs.some(({ optimum }) => optimum) ? "; green: its smallest value" : "";
    const titles = [`f after each step, log scale${green}`, "f after each step, log scale", "f, log scale"];
    return titles.find((text) => context.measureText(text).width < room) ?? "f";
  }
}

// Returns the value at a share of a curve, on the straight line between two steps.
function valueAt(values, share) {
  const at = Math.min(1, Math.max(0, share)) * (values.length - 1);
  const [from, to] = [values[Math.floor(at)], values[Math.ceil(at)]];
  return from === to ? from : from * (to / from) ** (at % 1); // straight on a log scale
}
