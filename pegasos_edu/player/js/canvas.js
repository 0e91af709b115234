// Draws on a canvas: strokes, fills, texts and the paths that are drawn.

import { element } from "./elements.js";

export const FACE = "of texts"; // the face of pages
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }; // in the plane
// These are variables of the stylesheet.
const COLOURS = ["ink", "muted", "faint", "paper", "raised", "minus", "plus", "accent", "link"];

// Returns the colours in which an element is drawn, and its font.
export function coloursOf(node) {
  const style = getComputedStyle(node);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  const colours = Object.fromEntries(COLOURS.map((name) => [name, get(name)]));
  const regions = [0, 1, 2, 3].map((n) => get(`region-${n}`));
  return { ...colours, regions, font: `${style.fontSize} ${style.fontFamily}` };
}

// Calls restyle() when the look of the page changes: the theme of a notebook or of the system, or when the face of
// the page has been loaded, for which a canvas does not wait. It does so in the next frame: while JupyterLab exchanges
// its styles, nothing has a size.
export function onLook(restyle) {
  const soon = () => requestAnimationFrame(restyle);
  new MutationObserver(soon).observe(document.body, { attributeFilter: ["data-jp-theme-light", "class"] });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  document.fonts.load(`1em "${FACE}"`).then((faces) => faces.length && soon());
}

// Returns a canvas with a label for screen readers.
export function newCanvas(kind, label, listeners = {}) {
  return element("canvas", { class: kind, role: "img", "aria-label": label, ...listeners });
}

// A finger on a thing that can be moved moves it, and not the page; isOnThing(x, y) tells whether there is one.
export function takeTouches(canvas, isOnThing) {
  canvas.addEventListener("touchstart", (event) => {
    const [finger] = event.touches;
    const { left, top } = canvas.getBoundingClientRect();
    if (isOnThing(finger.clientX - left, finger.clientY - top)) event.preventDefault();
  }, { passive: false });
}

// Returns the number of screen pixels per CSS pixel, also in a frame that is scaled.
export function resolution() {
  const { frameElement: frame, devicePixelRatio: ratio = 1 } = window;
  if (!frame?.offsetWidth) return ratio;
  return ratio * frame.getBoundingClientRect().width / frame.offsetWidth;
}

// Draws on a canvas in CSS pixels, at the resolution of the screen. Reading its size takes long after
// the page has changed, so the size is cached in `known` until `known` is reset.
export function paint(canvas, draw) {
  const { clientWidth: width, clientHeight: height } = canvas.known ?? canvas;
  if (!width || !height) return; // hidden
  const ratio = canvas.known?.ratio ?? resolution();
  canvas.known = { clientWidth: width, clientHeight: height, ratio };
  const columns = Math.round(width * ratio);
  const rows = Math.round(height * ratio);
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}

// Returns an empty canvas of this size that is not in the page; it reuses the given canvas, if any.
export function emptied(canvas, width, height) {
  return Object.assign(canvas ?? element("canvas"), { width, height }); // setting a size, even the same, empties it
}

// Returns a canvas of the same size and scale, drawn on; it reuses the given canvas, if any, because making
// one takes longer than drawing.
export function copy(context, before, draw) {
  const { width, height } = context.canvas;
  const copied = emptied(before, width, height);
  const on = copied.getContext("2d");
  on.setTransform(context.getTransform());
  draw(on);
  return copied;
}

export function stroke(context, path, colour, width, dash = []) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.stroke(path);
}

export function fill(context, path, colour) {
  context.fillStyle = colour;
  context.fill(path);
}

export function write(context, text, x, y, colour, align = "left") {
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y);
}

// Writes a text with a halo that separates it from what is behind it.
export function inFront(context, text, x, y, colour, align = "left") {
  context.strokeStyle = colour.paper;
  context.lineWidth = 3;
  context.setLineDash([]);
  context.textAlign = align;
  context.strokeText(text, x, y);
  write(context, text, x, y, colour.ink, align);
}

// Makes paths through points and around a point.

export function line(...points) {
  return through(new Path2D(), points);
}

function through(path, points) {
  points.forEach(([x, y], n) => {
    if (n === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  return path;
}

export function ring(x, y, radius, path = new Path2D()) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 7);
  return path;
}

function triangle(x, y, unit) {
  const top = [x, y - 5.5 * unit];
  return line(top, [x + 5 * unit, y + 3.5 * unit], [x - 5 * unit, y + 3.5 * unit], top);
}

export function markOf(sign, x, y, unit = 1) {
  return sign > 0 ? triangle(x, y, unit) : ring(x, y, 4.2 * unit);
}

// Returns the area where values on a grid reach a level, and its outline. Grid line n is at x(n), y(n).
export function contour(values, side, level, x, y) {
  const area = new Path2D();
  const edge = new Path2D();
  const place = ([i, j]) => [x(i), y(j)];
  const isIn = (n) => values[n] >= level;
  for (let j = 0; j < side - 1; j++) {
    let full = 0; // the first of the neighbouring cells within the area, which make one rectangle
    const close = (i) => i > full && area.rect(x(full), y(j), x(i) - x(full), y(j + 1) - y(j));
    for (let i = 0; i < side - 1; i++) {
      const first = j * side + i;
      const next = first + side;
      const within = isIn(first) + isIn(first + 1) + isIn(next) + isIn(next + 1);
      if (within === 4) continue;
      close(i);
      full = i + 1;
      if (!within) continue;
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const above = [first, first + 1, next + 1, next].map((corner) => values[corner] - level);
      const { outline, crossings } = cut(corners, above);
      through(area, outline.map(place));
      for (let n = 0; n < crossings.length; n += 2) through(edge, crossings.slice(n, n + 2).map(place));
    }
    close(side - 1);
  }
  return { area, edge };
}

// Returns the part of a cell where the values are not negative, and where its sides cross 0.
function cut(corners, above) {
  const outline = [];
  const crossings = [];
  corners.forEach((corner, n) => {
    const next = corners[(n + 1) % 4];
    const end = above[(n + 1) % 4];
    if (above[n] >= 0) outline.push(corner);
    if (above[n] >= 0 === end >= 0) return;
    const part = above[n] / (above[n] - end);
    const crossing = corner.map((value, axis) => value + part * (next[axis] - value));
    crossings.push(crossing);
    outline.push(crossing);
  });
  return { outline, crossings };
}
