// The objective after each step, to seek in.

const DASHES = [[], [7, 4], [2, 3]]; // of the curves of several runs
const SIGNS = ["—", "- -", "···"]; // that stand for these in text
const MARGIN = { left: 46, right: 10, top: 14, bottom: 22 };

class Chart {
  // seek(step) is called where the chart is pressed, or dragged over.
  constructor(runs, seek) {
    const point = (event) => {
      if (event.buttons) seek(this.stepAt(event.offsetX));
    };
    const listeners = { onpointerdown: point, onpointermove: point };
    this.canvas = newCanvas("chart", "The objective after each step", listeners);
    this.runs = runs;
    this.T = runs[0].T;
    const values = runs.flatMap((run) => [...run.values, run.optimum ?? run.values[0]]);
    this.low = Math.log10(Math.min(...values)) - 0.05;
    this.high = Math.max(Math.log10(Math.max(...values)) + 0.05, this.low + 0.2);
  }

  stepAt(offset) {
    const width = this.canvas.clientWidth - MARGIN.left - MARGIN.right;
    return Math.round(((offset - MARGIN.left) / width) * this.T);
  }

  // Where steps and values lie on the canvas.
  axes(width, height) {
    const across = width - MARGIN.left - MARGIN.right;
    const up = height - MARGIN.top - MARGIN.bottom;
    return {
      width, height,
      x: (t) => MARGIN.left + across * t / this.T,
      y: (value) => MARGIN.top + up * (this.high - Math.log10(value)) / (this.high - this.low),
    };
  }

  // With the curve in ink as far as it is known: in the middle of a step up to the step before.
  draw(step, done, colour) {
    paint(this.canvas, (context, width, height) => {
      const axes = this.axes(width, height);
      if (this.colour !== colour) this.prepare(context, axes, colour);
      context.drawImage(this.background, 0, 0, width, height);
      const known = (axes.x(done) + 1) / width;
      const { width: columns, height: rows } = this.ink;
      context.drawImage(this.ink, 0, 0, columns * known, rows, 0, 0, width * known, height);
      if (done) {
        for (const { values } of this.runs) {
          stroke(context, ring(axes.x(done), axes.y(values[done - 1]), 3), colour.accent, 4);
        }
      }
      const x = axes.x(step);
      stroke(context, line([x, 12], [x, height - 14]), colour.accent, 2);
    });
  }

  // What stays from step to step is drawn once, and again when the player has read its colours anew, for
  // another size or theme: an image of all of it, pale, and one of the curves in ink.
  prepare(context, axes, colour) {
    this.background = copy(context, (on) => this.drawBackground(on, axes, colour));
    this.ink = copy(context, (on) => this.drawCurves(on, axes, colour.ink, 1.8));
    this.colour = colour;
  }

  drawCurves(context, { x, y }, style, thick) {
    this.runs.forEach(({ values }, n) => {
      const curve = line(...values.map((value, t) => [x(t + 1), y(value)]));
      stroke(context, curve, style, thick, DASHES[n]);
    });
  }

  drawBackground(context, axes, colour) {
    const right = axes.width - MARGIN.right;
    const across = (value) => line([MARGIN.left, axes.y(value)], [right, axes.y(value)]);
    this.drawCurves(context, axes, colour.faint, 1.4);
    context.font = colour.font;
    for (const value of this.runs.flatMap((run) => run.marks)) {
      stroke(context, across(value), colour.faint, 0.6);
      write(context, format(value), MARGIN.left - 4, axes.y(value) + 4, colour.muted, "right");
    }
    this.drawTexts(context, axes, colour);
    for (const { optimum } of this.runs) {
      if (optimum) stroke(context, across(optimum), colour.accent, 1.4);
    }
    if (this.runs.length > 1) return; // ticks are those of a single run
    this.drawTicks(context, axes, "m", 5, colour.muted);
    this.drawTicks(context, axes, "p", 12, colour.ink);
  }

  drawTexts(context, { width, height }, colour) {
    const several = this.runs.length > 1;
    const kinds = several ? this.runs.map(({ box }, n) => `${SIGNS[n]} ${n + 1}: ${box}`) : [];
    write(context, ["objective f(w)", ...kinds].join("   "), 50, 10, colour.muted);
    const ticks = several || width < 400 ? "" : this.runs[0].ticks;
    write(context, ticks, MARGIN.left, height - 2, colour.muted);
    const optima = this.runs.filter((run) => run.optimum).map((run) => brief(run.optimum));
    const best = optima.length ? `f* = ${[...new Set(optima)].join(" | ")}` : "";
    write(context, best, width - MARGIN.right, height - 2, colour.accent, "right");
  }

  // Below each step with an event of a kind.
  drawTicks(context, { x, height }, kind, long, style) {
    const ticks = new Path2D();
    this.runs[0].events.forEach((event, n) => {
      if (event.includes(kind)) ticks.rect(x(n + 1), height - 14 - long, 0, long);
    });
    stroke(context, ticks, style, 1.5);
  }
}

// A canvas of the same size and scale, drawn on.
function copy(context, draw) {
  const { width, height } = context.canvas;
  const made = Object.assign(document.createElement("canvas"), { width, height });
  const on = made.getContext("2d");
  on.setTransform(context.getTransform());
  draw(on);
  return made;
}
