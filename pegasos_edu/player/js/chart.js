// Draws the objective after each step; the seek bar lies over it.

import { copy, fill, line, newCanvas, paint, ring, stroke, write } from "./canvas.js";
import { brief, format } from "./elements.js";

const DASHES = [[], [7, 4], [2, 3]]; // the curves of several runs
const SIGNS = ["—", "- -", "···"]; // the dashes in text
const MARGIN = { left: 46, right: 14, top: 19, bottom: 18 };

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
  axes(width, height) {
    const across = width - MARGIN.left - MARGIN.right;
    const up = height - MARGIN.top - MARGIN.bottom;
    return {
      width, height,
      x: (t) => MARGIN.left + across * t / this.T,
      y: (value) => MARGIN.top + up * (this.high - Math.log10(value)) / (this.high - this.low),
    };
  }

  // Draws the curve in ink up to the last completed step, and the rest in a pale colour unless it is hidden.
  draw(step, done, f, colour, isHidden) {
    paint(this.canvas, (context, width, height) => {
      const axes = this.axes(width, height);
      if (this.colour !== colour || this.isHidden !== isHidden) {
        this.isHidden = isHidden;
        this.prepare(context, axes, colour);
      }
      context.drawImage(this.background, 0, 0, width, height);
      const known = (axes.x(done) + 1) / width;
      const { width: columns, height: rows } = this.ink;
      context.drawImage(this.ink, 0, 0, columns * known, rows, 0, 0, width * known, height);
      const x = axes.x(step);
      stroke(context, line([x, MARGIN.top], [x, height - MARGIN.bottom + 4]), colour.accent, 1.6);
      for (const value of f) {
        const y = Math.min(Math.max(MARGIN.top, axes.y(value)), height - MARGIN.bottom);
        fill(context, ring(x, y, 8), colour.paper);
        fill(context, ring(x, y, 6.5), colour.accent);
      }
    });
  }

  // Draws the parts that are the same for all steps, and redraws them only for another size or theme: the whole
  // curve in a pale colour, and the curves in ink on a separate canvas.
  prepare(context, axes, colour) {
    this.background = copy(context, this.background, (on) => this.drawBackground(on, axes, colour));
    this.ink = copy(context, this.ink, (on) => {
      this.drawCurves(on, axes, colour.ink, 2);
      if (this.runs.length > 1) return; // only a single run has ticks
      this.drawTicks(on, axes, "m", 5, colour.muted);
      this.drawTicks(on, axes, "p", 11, colour.ink);
    });
    this.colour = colour;
  }

  drawCurves(context, { x, y }, style, thick) {
    this.curves.forEach((values, n) => {
      stroke(context, line(...values.map((value, t) => [x(t), y(value)])), style, thick, DASHES[n]);
    });
  }

  drawBackground(context, axes, colour) {
    const right = axes.width - MARGIN.right;
    const across = (value) => line([MARGIN.left, axes.y(value)], [right, axes.y(value)]);
    context.globalAlpha = 0.6;
    if (!this.isHidden) this.drawCurves(context, axes, colour.muted, 1.2);
    context.globalAlpha = 1;
    context.font = colour.font;
    let last = Infinity;
    for (const value of this.runs.flatMap((run) => run.marks).sort((a, b) => a - b)) {
      const y = axes.y(value);
      stroke(context, across(value), colour.faint, 0.5);
      if (last - y < parseFloat(colour.font)) continue; // no room for another number
      write(context, format(value), MARGIN.left - 12, y + 4, colour.muted, "right");
      last = y;
    }
    this.drawTexts(context, axes, colour);
    for (const { optimum } of this.runs) {
      if (optimum) stroke(context, across(optimum), colour.accent, 1.4);
    }
  }

  drawTexts(context, { width, height }, colour) {
    const several = this.runs.length > 1;
    const kind = (run, n) => `${SIGNS[n]} ${n + 1}: ${nameAmong(run, this.runs)}`;
    const kinds = several ? this.runs.map(kind) : [];
    const top = parseFloat(colour.font) - 1;
    const optima = this.runs.filter((run) => run.optimum).map((run) => brief(run.optimum));
    const best = optima.length ? `f* = ${[...new Set(optima)].join(" | ")}` : "";
    const room = width - MARGIN.left - MARGIN.right - context.measureText(best).width - 10;
    const title = "objective f after each step, on a log scale";
    const titles = [...(this.isHidden ? [] : [`${title}; grey: steps to come`]), title, "f, log scale", "f"];
    const texts = titles.map((one) => [one, ...kinds].join("   "));
    if (several) texts.push(this.runs.map((_, n) => `${SIGNS[n]} ${n + 1}`).join("   "));
    const fits = (text) => context.measureText(text).width < room;
    write(context, texts.find(fits) ?? texts.at(-1), MARGIN.left, top, colour.muted);
    if (!several) write(context, this.runs[0].ticks, MARGIN.left, height - 3, colour.muted);
    write(context, best, width - MARGIN.right, top, colour.accent, "right");
  }

  // Marks each step with an event of a kind.
  drawTicks(context, { x, height }, kind, long, style) {
    const ticks = new Path2D();
    this.runs[0].events.forEach((event, n) => {
      if (event.includes(kind)) ticks.rect(x(n + 1), height - MARGIN.bottom + 4 - long, 0, long);
    });
    stroke(context, ticks, style, 1.5);
  }
}

// Returns the name of a run, with the settings in which it differs from the other runs.
function nameAmong(run, runs) {
  const given = (one) => one.about.split(", ");
  const own = given(run).filter((part) => !runs.every((one) => given(one).includes(part)));
  return [run.algorithm, ...own].join(", ");
}
