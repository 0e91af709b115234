// Shows the objective over the plane of w by itself, as a landscape in which w, λ, a step size and t can be moved.

import { coloursOf, newCanvas, onLook, takeTouches, WAYS } from "./canvas.js";
import { button, element, format, tell } from "./elements.js";
import { dressFrame } from "./framed_page.js";
import { Ground } from "./landscape.js";
import { drawAround, drawExamples } from "./landscape_picture.js";
import { describe } from "./landscape_words.js";
import { along, centre, inner, minus } from "./plane_vectors.js";
import { pairsOf, signsIn } from "./run.js";

const [STEP, LEAP] = [0.02, 0.1]; // the steps of arrow keys, without and with Shift, in halves of its width
const NEAR = 26; // the pixels around w in which a finger can take w
const SECONDS = 6; // the seconds for a whole path
const HELP = "● is w: drag it, or use the arrow keys.";

// Shows the landscape in a page of its own, which has the theme of the notebook around it, even when that changes.
export function open(root, facts) {
  const landscape = new MovableLandscape(root, facts);
  dressFrame(root);
  onLook(() => landscape.restyle());
  landscape.restyle();
  new ResizeObserver(() => landscape.restyle()).observe(root);
  return landscape;
}

export class MovableLandscape {
  constructor(root, facts) {
    this.ground = new Ground();
    this.said = element("p", { class: "said", "aria-live": "polite" });
    const { points, labels, loss, w, sliders } = facts;
    const pathOf = (moments) => moments.map((places) => places.slice(-2));
    this.ways = facts.paths.map(([name, moments]) => ({ name, moments, path: pathOf(moments) }));
    Object.assign(this, { root, facts, pairs: pairsOf(points), walked: [], w: w ?? [0, 0], isAtBest: !w });
    this.run = { picture: { points, ball: null, b: 0 }, signs: signsIn(labels), loss };
    this.index = Object.fromEntries(Object.entries(sliders).map(([name, { start }]) => [name, start]));
    this.build();
    this.listen();
    this.settle();
  }

  build() {
    const { plane, legend } = this.facts;
    this.plane = plane ? newCanvas("plane", "The examples, and the line of this w with its band") : null;
    const pictures = element("div", { class: "pictures" }, this.ground.canvas, ...(plane ? [this.plane] : []));
    this.root.classList.toggle("beside", !plane);
    const key = element("p", { class: "key" }, legend);
    this.tools = element("div", { class: "tools" }, ...this.sliders(), ...this.buttons());
    const lam = this.facts.sliders.lam.values.length > 1 ? "" : `, λ = ${format(this.value("lam"))}`;
    const title = element("h1", {}, `The objective f over all w${lam}`);
    this.root.replaceChildren(pictures, element("div", {}, title, this.tools, this.said, key));
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
    if (paths.length) {
      this.playing = button("▶", () => this.play(), { "aria-label": "Play the path" });
      return [this.playing];
    }
    const places = [...marks, ["w*", null]].map(([name, w]) => button(`to ${name}`, () => this.move(w)));
    if (!steps) return places;
    const drawn = () => this.walk(this.slopes()[Math.floor(Math.random() * this.pairs.length)]);
    const all = () => this.walk(centre(this.slopes()));
    return [button("step with one drawn example", drawn), button("step with all", all), ...places];
  }

  listen() {
    const { canvas } = this.ground;
    if (this.facts.paths.length) return;
    let isHeld = false;
    const isNear = (...place) => Math.hypot(...minus(place, this.ground.place(this.w))) < NEAR;
    const move = ({ offsetX, offsetY }) => this.move(this.ground.under(offsetX, offsetY));
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", `The objective over the plane of w. ${HELP}`);
    canvas.addEventListener("pointerdown", (event) => {
      isHeld = event.pointerType !== "touch" || isNear(event.offsetX, event.offsetY);
      if (!isHeld) return;
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", (event) => isHeld && move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (isHeld = false));
    canvas.addEventListener("click", move); // a tap, too
    canvas.addEventListener("keydown", (event) => this.press(event));
    takeTouches(canvas, isNear);
  }

  press(event) {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(along(this.w, (event.shiftKey ? LEAP : STEP) * this.facts.half, way));
  }

  // Moves w within the picture. Without a place, w goes to the lowest point, and stays there when λ changes.
  move(w) {
    this.isAtBest = !w;
    this.walked = [];
    const { half } = this.facts;
    if (w) this.w = w.map((value) => Math.max(-half, Math.min(half, value)));
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
    const isPlaying = this.timer != null;
    clearInterval(this.timer);
    this.timer = null;
    tell(this.playing, isPlaying ? "▶" : "❚❚");
    if (isPlaying) return;
    if (this.index.t === values.length - 1) this.index.t = 0;
    this.timer = setInterval(() => {
      if (this.index.t === values.length - 1) this.play();
      else this.turn("t", this.index.t + 1);
    }, 1000 * SECONDS / values.length);
  }

  // Reads the controls, and shows the result.
  settle() {
    const { sliders, bests, balls, half, paths } = this.facts;
    const [lam, best] = [this.value("lam"), bests[this.index.lam]];
    this.run.picture.ball = balls?.[this.index.lam];
    if (lam !== this.ground.lam) this.ground.take(this.run, lam, best, half); // f is another function now
    if (this.isAtBest) this.w = best.w;
    if (paths.length) this.w = this.ways[0].path[this.value("t")];
    for (const [name, { input, output }] of Object.entries(this.outputs)) {
      input.value = this.index[name];
      const text = `${sliders[name].sign} = ${format(this.value(name))}`;
      input.setAttribute("aria-valuetext", text);
      tell(output, text);
    }
    this.show();
  }

  value(name) {
    return this.facts.sliders[name]?.values[this.index[name]];
  }

  // Returns a subgradient at w for each example: λ·w, minus y·x where the margin is below 1.
  slopes() {
    const { w, ground: { lam }, run: { signs } } = this;
    const shrinking = w.map((value) => lam * value);
    return this.pairs.map((x, n) => (signs[n] * inner(w, x) < 1 ? along(shrinking, -signs[n], x) : shrinking));
  }

  restyle() {
    this.colour = coloursOf(this.ground.canvas);
    this.ground.key = null;
    this.show();
  }

  show() {
    if (!this.colour) return;
    for (const canvas of this.root.querySelectorAll("canvas")) canvas.known = null; // the size may have changed
    this.ground.draw(this.colour, (context) => drawAround(this, context));
    tell(this.said, describe(this));
    if (this.plane) drawExamples(this, this.plane);
  }
}
