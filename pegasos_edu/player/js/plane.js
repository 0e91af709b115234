// Draws the data as points, the boundary with its band, and rings around the examples drawn in this step.

import { contour, emptied, fill, inFront, line, markOf, newCanvas, paint, ring, stroke } from "./canvas.js";
import { brief, format } from "./elements.js";
import { Curved, Flat } from "./scores_in_plane.js";
import { Labels } from "./labels.js";

const LONGEST = 24; // the most letters of a name in the picture
const SMALL = 16; // the size of a picture, in letters, below which only the classes have names
const MOVED = 8; // the pixels from which on the end of a line has visibly moved
const LETTER = 13; // the size of letters at which points and lines have their usual size

export class Plane {
  // pick(example) is called for a click near an example, with null if there is none; point(n) with the point
  // that the pointer is near.
  constructor(run, pick, point) {
    const near = (event) => this.nearest(event.offsetX, event.offsetY);
    const onclick = (event) => {
      const n = near(event);
      point(n);
      pick(this.example(n));
    };
    const onpointermove = (event) => point(near(event));
    const onpointerleave = () => point(null);
    const listeners = { onclick, onpointermove, onpointerleave };
    this.canvas = newCanvas("plane", "The data and the boundary", listeners);
    this.exchange(run);
  }

  exchange(run) {
    const isSame = (name) => String(run.picture[name]) === String(this[name]);
    if (!["points", "labels", "half", "centre"].every(isSame)) this.look = ""; // draw the points again
    Object.assign(this, { run, ...run.picture });
    this.field = this.kind === "curves" ? new Curved(run) : new Flat(run);
    this.names = [`● ${run.names[0]}`, `▲ ${run.names[1]}`];
  }

  // `place` returns the position of a point of the plane on the canvas, `at` the position of the n-th example.
  place(x, y) {
    const part = (value, axis) => (value - this.centre[axis]) / this.half;
    return [(1 + part(x, 0)) * this.size / 2, (1 - part(y, 1)) * this.size / 2];
  }

  at(n) {
    return this.place(this.points[2 * n], this.points[2 * n + 1]);
  }

  distance(n, x, y) {
    const [across, up] = this.at(n);
    return Math.hypot(across - x, up - y);
  }

  closest(x, y) {
    const distances = this.run.signs.map((_, n) => this.distance(n, x, y));
    return distances.indexOf(Math.min(...distances));
  }

  nearest(x, y) {
    const best = this.closest(x, y);
    return this.distance(best, x, y) < 20 ? best : null;
  }

  // Returns the number of the n-th point among all examples.
  example(n) {
    return n == null || !this.indices ? n : this.indices[n];
  }

  contour(values, level) {
    const cell = this.size / (this.field.side - 1);
    return contour(values, this.field.side, level, (i) => i * cell, (j) => this.size - j * cell);
  }

  draw(moment, colour, pointed) {
    paint(this.canvas, (context, size) => {
      this.size = size;
      this.unit = parseFloat(colour.font) / LETTER;
      const { scores, boundary } = this.field.on(moment);
      const none = !scores.some(Boolean); // no line yet
      const [low, high] = [-1, 1].map((level) => this.contour(scores, level));
      const middle = this.contour(boundary, 0);
      context.fillStyle = none ? colour.raised : colour.regions[0];
      context.fillRect(0, 0, size, size);
      if (!none) {
        fill(context, low.area, colour.regions[1]);
        fill(context, middle.area, colour.regions[2]);
        fill(context, high.area, colour.regions[3]);
      }
      this.axesThroughOrigin(context, colour);
      const before = this.field.before(moment);
      if (before) stroke(context, this.contour(before, 0).edge, colour.ink, 1.6 * this.unit, [2, 4]);
      if (!none) {
        stroke(context, low.edge, colour.ink, 1.1 * this.unit, [6, 4]);
        stroke(context, high.edge, colour.ink, 1.1 * this.unit, [6, 4]);
        stroke(context, middle.edge, colour.ink, 2.4 * this.unit);
      }
      const isMarked = this.examples(context, moment, colour);
      this.origin(context, colour);
      this.annotate(context, moment, colour, isMarked, before);
      if (pointed != null) stroke(context, ring(...this.at(pointed), 9 * this.unit), colour.ink, 2);
    });
  }

  axesThroughOrigin(context, colour) {
    const { size } = this;
    const [x, y] = this.place(0, 0);
    stroke(context, line([x, 0], [x, size]), colour.muted, 0.7);
    stroke(context, line([0, y], [size, y]), colour.muted, 0.7);
  }

  // Draws the origin in front of lines and points.
  origin(context, colour) {
    const { size } = this;
    const [x, y] = this.place(0, 0);
    const letter = parseFloat(colour.font);
    if (size < SMALL * letter) return;
    context.font = colour.font;
    stroke(context, ring(x, y, 2), colour.paper, 3);
    fill(context, ring(x, y, 2.5), colour.ink);
    const [left, low] = [x - 4, y + 1.2 * letter];
    const isFree = this.run.signs.every((_, n) => this.distance(n, left - 4, low - 4) > 12);
    if (isFree) inFront(context, "0", left, low, colour, "right");
  }

  // Writes the name of each axis at one of its ends, where it covers no point.
  namesOfAxes(labels, colour) {
    const { size, axes } = this;
    const [x, y] = this.place(0, 0);
    const [[width, upright], { height }] = [axes.map((name) => labels.widthOf(name)), labels];
    const isIn = (place) => place > 20 && place < size - 20;
    if (isIn(y)) labels.on(axes[0], colour.muted, [size - 4 - width, 4], [y - 2 - height, y + 2]);
    if (isIn(x)) labels.on(axes[1], colour.muted, [x + 5, x - 5 - upright], [4, size - 4 - height]);
  }

  // Draws all points with their marks; returns whether there are any marks.
  examples(context, moment, colour) {
    const radii = this.run.signs.map((_, n) => this.field.radius(n, moment));
    const marks = new Path2D();
    radii.forEach((radius, n) => radius && this.mark(...this.at(n), radius * this.unit, marks));
    context.drawImage(this.shapes(colour), 0, 0, this.size, this.size);
    stroke(context, marks, colour.muted, 1);
    for (const n of this.drawn(moment)) this.exampleDrawn(context, n, colour);
    return radii.some(Boolean);
  }

  // Returns the points that the step has drawn, without those that are not in the picture.
  drawn(moment) {
    const points = moment.drawn.map((index) => (this.indices ? this.indices.indexOf(index) : index));
    return points.filter((n) => n >= 0);
  }

  // Writes what the things in the picture are, where the writing covers no point.
  annotate(context, moment, colour, isMarked, before) {
    const { run, size } = this;
    const lines = this.field.ends ? [this.field.on(moment).scores, before].map((scores) => this.edges(scores)) : [];
    context.font = `600 ${colour.font}`;
    const labels = new Labels(context, [size, size], run.signs.map((_, n) => this.at(n)), colour);
    if (size >= SMALL * parseFloat(colour.font)) this.namesOfAxes(labels, colour);
    labels.points.push(...lines.flat()); // later, because the names stay where they are when a line turns
    const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
    labels.corner(short(this.names[0]), colour.minus, run.towards(-1));
    labels.corner(short(this.names[1]), colour.plus, run.towards(1));
    const said = `${this.kind === "curves" ? "□" : "○"} support vectors`;
    if (size < SMALL * parseFloat(colour.font)) return;
    if (isMarked) labels.corner(said, colour.muted, [-1, -1]);
    if (moment.drawn.length === 1) {
      const name = `example ${moment.drawn[0]}`;
      for (const n of this.drawn(moment)) labels.near(name, colour.accent, this.at(n), 11 * this.unit);
    }
    const [[now], [then]] = lines.length ? lines : [[], []];
    const hasMoved = now && then && Math.hypot(now[0] - then[0], now[1] - then[1]) > MOVED;
    if (hasMoved) labels.along("before", colour.muted, lines[1][0], lines[1].at(-1));
  }

  // Returns places along a line, from one edge of the picture to the other; none if there is no line.
  edges(scores) {
    const ends = scores && this.field.ends(scores);
    if (!ends) return [];
    const [[x, y], [toX, toY]] = ends.map((end) => this.place(...end));
    return Array.from({ length: 33 }, (_, n) => [x + (toX - x) * n / 32, y + (toY - y) * n / 32]);
  }

  // Draws an example in front of its neighbours, with a thick ring.
  exampleDrawn(context, n, colour) {
    const [x, y] = this.at(n);
    const sign = this.run.signs[n];
    const shape = markOf(sign, x, y, this.unit);
    stroke(context, shape, colour.paper, 4);
    fill(context, shape, sign > 0 ? colour.plus : colour.minus);
    stroke(context, ring(x, y, 11 * this.unit), colour.accent, 3.2 * this.unit);
  }

  // Adds a ring for a margin of at most 1, or a square that shows how often the example was added.
  mark(x, y, radius, path) {
    if (this.kind === "curves") path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    else ring(x, y, radius, path);
  }

  // Returns the points on a separate canvas, because they stay the same and take long to draw.
  shapes(colour) {
    const { width, height } = this.canvas;
    const look = [width, height, this.unit, colour.minus, colour.plus, colour.paper].join();
    if (this.look === look) return this.layer;
    this.layer = emptied(this.layer, width, height);
    this.look = look;
    const [circles, triangles] = [new Path2D(), new Path2D()];
    this.run.signs.forEach((sign, n) => {
      (sign > 0 ? triangles : circles).addPath(markOf(sign, ...this.at(n), this.unit));
    });
    const context = this.layer.getContext("2d");
    context.scale(width / this.size, height / this.size);
    for (const [path, ofClass] of [[circles, colour.minus], [triangles, colour.plus]]) {
      stroke(context, path, colour.paper, 2); // outlines first, so that they do not cover other points
      fill(context, path, ofClass);
    }
    return this.layer;
  }

  // Describes a point: its number and class, its values now, and when it is drawn.
  describe(n, moment) {
    const { run } = this;
    const sign = run.signs[n];
    const example = this.example(n);
    const name = run.names[sign > 0 ? 1 : 0];
    const who = `Example ${example} (${/^[−+]1$/.test(name) ? "" : `${name}, `}y = ${format(sign)})`;
    const when = this.turn(example, moment.step);
    if (!this.exact) return `${who}: ${when}.`;
    const score = this.field.score(n, moment);
    const [margin, loss] = [sign * score, run.lossOf(sign * score)].map((value) => brief(value));
    const count = this.kind === "curves" ? `, α ${this.field.count(n, moment)}` : "";
    return `${who}: score ${brief(score)}, margin ${margin}, loss ${loss}${count}; ${when}.`;
  }

  turn(example, now) {
    const turn = this.run.turn(example, now);
    if (!turn) return `not drawn in these ${this.run.T} steps`;
    const count = this.run.count(example, now);
    const pulls = this.run.letters.some(([sign]) => sign === "○") ? this.run.pulls(example, now) : null;
    const pulled = pulls == null ? "" : `, pulled on w ${times(pulls)} (α = ${pulls})`;
    const never = pulls == null ? "" : "not drawn so far (α = 0), ";
    const often = count ? `drawn ${times(count)} so far${pulled}, ` : never;
    return `${often}${turn > now ? "next" : "last"} drawn in step ${turn}`;
  }
}

function times(count) {
  return `${count} ${count === 1 ? "time" : "times"}`;
}
