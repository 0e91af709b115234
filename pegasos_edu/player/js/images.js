// Draws examples that are images: the one just drawn, w before and after the step, and the change.

import { newCanvas, paint, write } from "./canvas.js";
import { unpack } from "./run.js";

export class Images {
  constructor(run) {
    this.exchange(run);
    this.canvas = newCanvas("plane", "The example and the weights");
  }

  exchange(run) {
    this.run = run;
  }

  draw(moment, colour) {
    const panels = this.panels(moment);
    paint(this.canvas, (context, size) => {
      context.font = colour.font;
      const half = size / 2;
      panels.forEach((panel, n) => {
        const place = { left: (n % 2) * half, top: Math.floor(n / 2) * half, size: half };
        this.panel(context, panel, place, colour);
      });
    });
  }

  // Returns title, pixels and largest value of each panel; the panels of w share one scale. Before the first step, the
  // example is the one that this step draws.
  panels({ drawn, w, before }) {
    const { images, shape } = this.run.picture;
    const blank = new Array(shape[0] * shape[1]).fill(0);
    const pixels = (text) => (text ? Array.from(unpack(text)) : blank);
    const largest = (values) => Math.max(...values.map(Math.abs)) || 1;
    const [shown] = [...drawn, this.run.drawn[0]].flat();
    const image = pixels(images[shown]);
    const now = pixels(w);
    const then = pixels(before);
    const change = now.map((value, n) => value - then[n]);
    const example = `example ${shown}${drawn.length ? "" : " comes first"}`;
    const limit = largest([...change, ...then, ...now]);
    return [
      { title: example, pixels: image, limit: largest(image), isNeutral: true },
      { title: "the change", pixels: change, limit },
      { title: "w before", pixels: then, limit },
      { title: "w now", pixels: now, limit },
    ];
  }

  panel(context, { title, pixels, limit, isNeutral }, { left, top, size }, colour) {
    const [rows, columns] = this.run.picture.shape;
    const room = Math.min((size - 12) / columns, (size - 26) / rows);
    const cell = room > 3 ? Math.floor(room) : room; // whole pixels, otherwise gaps would be visible
    const x0 = Math.round(left + (size - cell * columns) / 2);
    const y0 = Math.round(top + 20);
    write(context, title, left + size / 2, top + 14, colour.ink, "center");
    pixels.forEach((value, n) => {
      const x = x0 + (n % columns) * cell;
      const y = y0 + Math.floor(n / columns) * cell;
      this.pixel(context, { value, part: Math.abs(value) / limit, isNeutral }, { x, y, cell }, colour);
    });
    context.strokeStyle = colour.faint;
    context.lineWidth = 1;
    context.strokeRect(x0, y0, cell * columns, cell * rows);
  }

  // Draws a square with a strength relative to the largest value, and its sign if there is room. An example is
  // drawn in ink, because it belongs to no class.
  pixel(context, { value, part, isNeutral }, { x, y, cell }, colour) {
    const ofSign = value > 0 ? colour.plus : colour.minus;
    context.globalAlpha = part;
    context.fillStyle = isNeutral ? colour.ink : ofSign;
    context.fillRect(x, y, cell, cell);
    context.globalAlpha = 1;
    if (isNeutral || part <= 0.35 || cell <= 6) return;
    const ink = part > 0.6 ? colour.paper : colour.ink;
    write(context, value > 0 ? "+" : "−", x + cell / 2, y + cell / 2 + 4, ink, "center");
  }
}
