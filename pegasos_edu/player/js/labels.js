// Finds places for labels in a picture, where they cover no point and no curve: a free corner, beside a line, or near a
// thing, on a leader.

import { inFront, line, stroke } from "./canvas.js";

const EDGE = 10; // pixels between a label and the edge of the picture
const NEAR = 9; // pixels between a label and a point
const FINE = 4; // pixels between the points of a curve that labels must not cover
const AWAY = [44, 66, 92, 120]; // the lengths of leaders
const TURNS = 12; // the directions of leaders

export class Labels {
  // points: the places that labels must not cover, nor come nearer than so many pixels. size: width and height of the
  // picture. The context has the font of the labels.
  constructor(context, size, points, colour, gap = NEAR) {
    Object.assign(this, { context, size, points, colour, gap, taken: [] });
    this.height = parseFloat(colour.font) * 1.2;
  }

  // Returns labels beside curves, which are functions from a place across to a height.
  static amongCurves(context, size, curves, colour) {
    const places = Array.from({ length: Math.ceil(size[0] / FINE) + 1 }, (_, n) => FINE * n);
    const points = curves.flatMap((curve) => places.map((place) => [place, curve(place)]));
    return new Labels(context, size, points, colour, FINE / 2);
  }

  // Writes a text in a corner, if possible in the direction of (across, up).
  corner(text, style, [across, up]) {
    const [right, below] = [this.size[0] - EDGE - this.widthOf(text), this.size[1] - EDGE - this.height];
    this.on(text, style, across > 0 ? [right, EDGE] : [EDGE, right], up < 0 ? [below, EDGE] : [EDGE, below]);
  }

  // Writes a text where one of these columns meets one of these rows, if possible the first of them.
  on(text, style, columns, rows) {
    const width = this.widthOf(text);
    this.write(text, style, columns.flatMap((x) => rows.map((y) => ({ width, x, y }))));
  }

  // Writes a text at the end of a leader to a thing with this radius.
  near(text, style, [x, y], radius) {
    const width = this.widthOf(text);
    const boxes = AWAY.flatMap((away) => Array.from({ length: TURNS }, (_, n) => {
      const turn = 2 * Math.PI * (n + 0.5) / TURNS;
      const [across, down] = [x + away * Math.cos(turn), y + away * Math.sin(turn)];
      const left = across - width / 2 + width / 2 * Math.cos(turn);
      return { width, x: left, y: down - this.height / 2, from: [across, down] };
    }));
    const { from } = this.best(boxes);
    const part = radius / Math.hypot(from[0] - x, from[1] - y);
    const start = [x + part * (from[0] - x), y + part * (from[1] - y)];
    stroke(this.context, line(start, from), style, 1.5);
    this.write(text, style, boxes);
  }

  // Writes a text beside a line through two places.
  along(text, style, [x, y], [toX, toY]) {
    const width = this.widthOf(text);
    const boxes = Array.from({ length: 24 }, (_, n) => {
      const part = (Math.floor(n / 2) + 0.5) / 12;
      const rise = Math.abs(toY - y) / Math.hypot(toX - x, toY - y);
      const off = this.height / 2 + 5 + rise * width / 2;
      const [across, down] = [x + part * (toX - x), y + part * (toY - y) + (n % 2 ? off : -off)];
      return { width, x: across - width / 2, y: down - this.height / 2 };
    });
    this.write(text, style, boxes);
  }

  // Writes a letter above or below a curve at one of these places across, nearer to it than to the others.
  beside(letter, style, curve, others, places) {
    const width = this.widthOf(letter);
    const away = (other, x, y) => Math.abs(other(x) - y - this.height / 2);
    const box = (x, y) => ({
      width, x: x - width / 2, y,
      cost: 10 * others.filter((other) => away(other, x, y) <= away(curve, x, y) + FINE).length,
    });
    const boxes = places.flatMap((x) => [curve(x) - this.height - FINE, curve(x) + FINE].map((y) => box(x, y)));
    this.write(letter, style, boxes);
  }

  widthOf(text) {
    return this.context.measureText(text).width;
  }

  // Returns the first of the boxes that cover least.
  best(boxes) {
    const costs = boxes.map((box) => this.cost(box));
    return boxes[costs.indexOf(Math.min(...costs))];
  }

  cost({ x, y, width, cost = 0 }) {
    const { size, height, gap } = this;
    const isNear = ([across, down]) => across > x - gap && across < x + width + gap
      && down > y - gap && down < y + height + gap;
    const covered = this.points.filter(isNear).length;
    const beyond = x < 2 || y < 2 || x + width > size[0] - 2 || y + height > size[1] - 2;
    const isOver = (box) => box.x < x + width + 4 && x < box.x + box.width + 4 && Math.abs(box.y - y) < height;
    const over = this.taken.filter(isOver).length;
    return cost + covered + 100 * beyond + 100 * over;
  }

  write(text, style, boxes) {
    const box = this.best(boxes);
    this.taken.push(box);
    inFront(this.context, text, box.x, box.y + 0.8 * this.height, { ...this.colour, ink: style });
  }
}
