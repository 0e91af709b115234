// Shows the objective over the plane of w by itself, as a map in which w, λ, a step size and a moment can be moved.

import { arrow, fill, inFront, line, newCanvas, paint, ring, stroke, triangle } from "./canvas.js";
import { brief, element, fitFrame, format, tell } from "./elements.js";
import { Landscape } from "./landscape.js";

const COLOURS = ["ink", "muted", "faint", "paper", "raised", "minus", "plus", "accent", "link"];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const [STEP, LEAP] = [0.02, 0.1]; // the steps of arrow keys, without and with Shift, in halves of the map
const NEAR = 26; // the pixels around w in which a finger can take w
const SECONDS = 6; // the seconds for a whole path
const DASHES = [[], [7, 4], [2, 3]]; // the lines of several paths
const SIGNS = ["—", "- -", "···"]; // the dashes in text
const HELP = "Drag ● or use the arrow keys: it is w.";

const inner = (a, b) => a[0] * b[0] + a[1] * b[1];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
const along = (a, part, b) => [a[0] + part * b[0], a[1] + part * b[1]]; // a + part·b
const square = (a) => inner(a, a);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const centre = (vectors) => [0, 1].map((axis) => mean(vectors.map((vector) => vector[axis])));

// Shows the map in a page of its own, which has the theme of the notebook around it.
export function open(root, facts) {
  const { jpThemeLight } = window.frameElement?.ownerDocument.body.dataset ?? {};
  if (jpThemeLight) document.body.dataset.jpThemeLight = jpThemeLight;
  const map = new Movable(root, facts);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.restyle());
  new ResizeObserver(() => map.restyle()).observe(root);
  if (window.frameElement) fitFrame(root);
  return map;
}

export class Movable extends Landscape {
  constructor(root, facts) {
    super();
    const { points, labels, loss, w, sliders } = facts;
    const signs = Array.from(labels, (label) => (label === "+" ? 1 : -1));
    const pairs = signs.map((_, n) => [points[2 * n], points[2 * n + 1]]);
    this.ways = facts.paths.map(([name, moments]) => ({ name, moments, path: moments.map((one) => one.slice(-2)) }));
    Object.assign(this, { root, facts, pairs, walked: [], w: w ?? [0, 0], isAtBest: !w });
    this.run = { picture: { points, ball: null, b: 0 }, signs, loss };
    this.index = Object.fromEntries(Object.entries(sliders).map(([name, { start }]) => [name, start]));
    this.build();
    this.listen();
    this.settle();
  }

  value(name) {
    return this.facts.sliders[name]?.values[this.index[name]];
  }

  // What is in the page

  build() {
    const { plane, legend } = this.facts;
    this.plane = plane ? newCanvas("plane", "The examples, and the line of this w with its band") : null;
    const maps = element("div", { class: "maps" }, this.canvas, ...(plane ? [this.plane] : []));
    this.root.classList.toggle("beside", !plane);
    const key = element("p", { class: "key" }, legend);
    this.tools = element("div", { class: "tools" }, ...this.sliders(), ...this.buttons());
    this.said.setAttribute("aria-live", "polite");
    const lam = this.facts.sliders.lam.values.length > 1 ? "" : `, λ = ${format(this.value("lam"))}`;
    const title = element("h1", {}, `The objective f over all w${lam}`);
    this.root.replaceChildren(maps, element("div", {}, title, this.tools, this.said, key));
  }

  sliders() {
    this.outputs = {};
    return Object.entries(this.facts.sliders).filter(([, { values }]) => values.length > 1).map(([name, slider]) => {
      const attributes = { type: "range", min: 0, max: slider.values.length - 1, "aria-label": slider.label };
      const oninput = () => this.turn(name, Number(input.value));
      const input = element("input", { ...attributes, oninput });
      const output = element("span");
      this.outputs[name] = { input, output };
      return element("label", {}, output, input);
    });
  }

  buttons() {
    const { marks, paths, steps } = this.facts;
    const button = (text, onclick) => element("button", { type: "button", onclick }, text);
    if (paths.length) {
      this.playing = button("▶", () => this.play());
      this.playing.setAttribute("aria-label", "Play the path");
      return [this.playing];
    }
    const places = [...marks, ["w*", null]].map(([name, w]) => button(`to ${name}`, () => this.move(w)));
    if (!steps) return places;
    const drawn = () => this.walk(this.slopes()[Math.floor(Math.random() * this.pairs.length)]);
    const all = () => this.walk(centre(this.slopes()));
    return [button("step with one drawn example", drawn), button("step with all", all), ...places];
  }

  listen() {
    const { canvas } = this;
    if (this.facts.paths.length) return;
    let isHeld = false;
    const isNear = ({ x, y }) => Math.hypot(x - this.place(this.w)[0], y - this.place(this.w)[1]) < NEAR;
    const move = ({ offsetX, offsetY }) => this.move(this.under(offsetX, offsetY));
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", `The objective over the plane of w. ${HELP}`);
    canvas.addEventListener("pointerdown", (event) => {
      isHeld = event.pointerType !== "touch" || isNear({ x: event.offsetX, y: event.offsetY });
      if (!isHeld) return;
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", (event) => isHeld && move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (isHeld = false));
    canvas.addEventListener("click", move); // a tap, too
    canvas.addEventListener("keydown", (event) => this.press(event));
    canvas.addEventListener("touchstart", (event) => { // a finger on w moves w, not the page
      const { left, top } = canvas.getBoundingClientRect();
      const [finger] = event.touches;
      if (isNear({ x: finger.clientX - left, y: finger.clientY - top })) event.preventDefault();
    }, { passive: false });
  }

  under(x, y) {
    const middle = this.canvas.clientWidth / 2;
    return [(x / middle - 1) * this.half, (1 - y / middle) * this.half];
  }

  press(event) {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(along(this.w, (event.shiftKey ? LEAP : STEP) * this.half, way));
  }

  // What can be moved

  // Moves w within the map. Without a place, w goes to the lowest point, and stays there when λ changes.
  move(w) {
    this.isAtBest = !w;
    this.walked = [];
    if (w) this.w = w.map((value) => Math.max(-this.half, Math.min(this.half, value)));
    this.settle();
  }

  // Steps against a subgradient, and keeps the path.
  walk(g) {
    this.isAtBest = false;
    this.walked = [...(this.walked.length ? this.walked : [this.w]), along(this.w, -this.value("eta"), g)];
    this.w = this.walked.at(-1);
    this.settle();
  }

  turn(name, index) {
    this.index[name] = index;
    this.settle();
  }

  play() {
    const { values } = this.facts.sliders.t;
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      if (this.index.t === values.length - 1) this.index.t = 0;
      this.timer = setInterval(() => {
        if (this.index.t === values.length - 1) this.play();
        else this.turn("t", this.index.t + 1);
      }, 1000 * SECONDS / values.length);
    }
    tell(this.playing, this.timer ? "❚❚" : "▶");
  }

  // Reads the controls, and shows the result.
  settle() {
    const { sliders, bests, balls, half, paths } = this.facts;
    const lam = this.value("lam");
    if (lam !== this.lam) this.key = null; // f is another function now
    Object.assign(this, { lam, half, best: bests[this.index.lam] });
    this.run.picture.ball = balls?.[this.index.lam];
    if (this.isAtBest) this.w = this.best.w;
    if (paths.length) this.w = this.ways[0].path[this.value("t")];
    for (const [name, { input, output }] of Object.entries(this.outputs)) {
      input.value = this.index[name];
      const text = `${sliders[name].sign} = ${format(this.value(name))}`;
      input.setAttribute("aria-valuetext", text);
      tell(output, text);
    }
    this.show();
  }

  // What is computed

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

  // What is drawn

  restyle() {
    const style = getComputedStyle(this.root);
    const get = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colour = Object.fromEntries(COLOURS.map((name) => [name, get(name)]));
    this.colour.font = `${(12 / 15) * parseFloat(style.fontSize)}px ${style.fontFamily}`;
    this.key = null;
    this.show();
  }

  show() {
    this.canvas.known = null; // the size may have changed
    this.draw(null, this.colour);
    if (this.colour) this.tellWhere();
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

  // What is said

  tellWhere() {
    const { steps, batches, bowl, paths } = this.facts;
    const said = paths.length ? this.sayPaths() : [this.sayValue()];
    if (steps) said.push(...this.saySteps());
    if (batches) said.push(this.sayBatches());
    if (bowl) said.push(this.sayBowl());
    tell(this.said, said.join("\n").replaceAll(" − ", "\u00a0−\u00a0"));
  }

  sayValue() {
    const penalty = this.lam / 2 * square(this.w);
    const f = this.f(...this.w);
    const sum = `${brief(penalty)} (penalty) + ${brief(f - penalty)} (mean loss)`;
    return `w = ${pair(this.w)}:  f(w) = ${sum} = ${brief(f)};  f* = ${brief(this.best.value)}.`;
  }

  saySteps() {
    const { w, best } = this;
    const slopes = this.slopes();
    const away = minus(w, best.w);
    const gain = inner(centre(slopes), away);
    const eta = this.value("eta");
    const ends = slopes.map((g) => along(w, -eta, g));
    const after = ends.map((end) => square(minus(end, best.w)));
    const f = this.f(...w);
    const higher = ends.filter((end) => this.f(...end) > f).length;
    const nearer = after.filter((one) => one < square(away)).length;
    const least = Math.max(0, gain / mean(slopes.map(square)));
    return [
      `⟨g, w − w*⟩ = ${brief(gain)} ≥ ${brief(f - best.value)} = f(w) − f*.`,
      `Of the ${slopes.length} steps of η = ${eta}, ${higher} lead uphill and ${nearer} come nearer to w*. ` +
        `‖w − w*‖² is ${brief(square(away))} now and ${brief(mean(after))} on average after such a step; ` +
        `it is least for η = ${brief(least, 2)}.`,
    ];
  }

  sayBatches() {
    const slopes = this.slopes();
    const g = centre(slopes);
    const one = mean(slopes.map((slope) => square(minus(slope, g))));
    const [k, m] = [this.value("k"), slopes.length];
    const left = (m - k) / (k * (m - 1));
    return `Mean squared distance from g: ${brief(one)} for one example, ${brief(one * left)} for k = ${k}, ` +
      `which is ${brief(left, 2)} of it.`;
  }

  sayBowl() {
    const g = centre(this.slopes());
    const lowest = this.f(...this.w) - square(g) / (2 * this.lam);
    return `The bowl at w: f* is at least f(w) − ‖g‖²/(2λ) = ${brief(lowest)}, ` +
      `and w* is in the dashed circle, at most ${brief(2 * Math.sqrt(square(g)) / this.lam)} away.`;
  }

  sayPaths() {
    const t = this.value("t");
    const away = (w) => Math.hypot(...minus(w, this.best.w));
    return this.ways.map(({ name, path }, n) => {
      const w = path[t];
      const nearer = path.slice(1, t + 1).filter((one, before) => away(one) < away(path[before])).length;
      const outside = Math.max(...w.map(Math.abs)) > this.half ? " Now it is outside the map." : "";
      return `${SIGNS[n]} ${name}: w = ${pair(w)}, f(w) − f* = ${brief(this.f(...w) - this.best.value)}, ` +
        `‖w − w*‖ = ${brief(away(w))}; ${nearer} of ${t} steps came nearer to w*.${outside}`;
    });
  }
}

function pair(w) {
  return format(w.map((value) => Number(value.toPrecision(3))));
}
