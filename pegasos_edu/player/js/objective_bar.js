// Shows the objective as a bar of its two parts, with the smallest possible f marked on it, and explains it.

import { brief, element, format, tell } from "./elements.js";

const PULL = "A point with a ring (margin at most 1) is a support vector: when it is drawn with a margin below 1, " +
  "its loss pulls on w. ";
const COUNTED = "Its α counts how often it has pulled.";
const WIDTH = 0.56; // of a letter, relative to its size

export class Minimised {
  constructor(run) {
    this.sum = element("b");
    this.was = element("span");
    this.before = element("div", { class: "before" });
    this.parts = ["length", "loss"].map((name) => element("span", { class: name }));
    this.beside = element("small");
    this.mark = element("i");
    this.bar = element("div", { class: "bar" }, this.before, ...this.parts, this.beside, this.mark);
    this.smallest = element("p");
    this.below = element("span");
    const least = element("div", { class: "least" }, this.smallest, this.below);
    const now = element("p", { class: "now" }, this.sum, this.was);
    this.element = element("div", { class: "minimised" }, now, this.bar, least);
    this.formula = element("p");
    this.bound = element("p");
    this.pull = element("p");
    this.words = element("div", { class: "words" }, this.formula, this.bound, this.pull);
    this.exchange(run);
  }

  exchange(run) {
    this.run = run;
    const { optimum, minimised } = run;
    tell(this.formula, minimised);
    this.mark.hidden = optimum == null;
    tell(this.smallest, optimum == null ? "" : `smallest f, ${brief(optimum)}`);
    const explains = (letter) => run.letters.some(([sign]) => sign === letter);
    this.pull.hidden = !explains("○"); // only these runs have such rings
    tell(this.pull, PULL + (explains("α") ? COUNTED : ""));
  }

  // Shows a moment; field gives the scores of the examples, if the picture has them.
  show(moment, field) {
    const { run } = this;
    const { f, step } = moment;
    const before = step ? run.values[step - 2] ?? run.start : null;
    const end = roundedUp(Math.max(f, before ?? 0, run.optimum ?? 0));
    const place = (value) => `${100 * value / end}%`;
    this.before.style.width = place(before ?? 0);
    this.mark.style.left = place(run.optimum ?? 0);
    tell(this.sum, `f = ${brief(f)}`);
    tell(this.was, before == null ? "" : `before ${brief(before)}`);
    this.showParts(f, this.ofLength(moment, field), end);
    this.smallest.style.marginLeft = `min(${place(run.optimum ?? 0)}, 60%)`;
    if (run.optimum == null) tell(this.bound, "The smallest possible f is not known.");
    else tell(this.bound, proof(f, run));
  }

  // Shows the parts, each with its name in it, or beside or below the bar where there is more room.
  showParts(f, ofLength, end) {
    const { fontSize } = this;
    const isSplit = Number.isFinite(ofLength);
    const texts = isSplit ? named(f, ofLength) : ["", ""];
    const shares = (isSplit ? [ofLength, f - ofLength] : [f, 0]).map((value) => Math.max(value, 0) / end);
    const needs = (text) => (text.length * WIDTH + 1.5) * fontSize;
    const mark = this.run.optimum / end;
    const others = [];
    this.parts.forEach((part, n) => {
      const from = n ? shares[0] : 0;
      const to = from + shares[n];
      const free = to - (mark < to ? Math.max(from, mark) : from); // the name is at the right, and covers no mark
      const isIn = needs(texts[n]) < free * this.width;
      part.style.width = `${100 * shares[n]}%`;
      part.replaceChildren(...(isIn && texts[n] ? [element("small", {}, texts[n])] : []));
      if (!isIn && texts[n]) others.push(texts[n]);
    });
    this.parts[0].classList.toggle("whole", !isSplit);
    const text = others.join(", ");
    const isBeside = needs(text) < (1 - shares[0] - shares[1]) * this.width;
    tell(this.beside, isBeside ? text : "");
    tell(this.below, isBeside ? "" : text);
  }

  // Reads the sizes that decide where the names stand.
  measure() {
    this.width = this.bar.clientWidth;
    this.fontSize = parseFloat(getComputedStyle(this.bar).fontSize);
  }

  // Returns λ/2·‖w‖², or NaN if the picture does not hold w. For a kernel, w is never computed, so this part is f
  // minus the mean loss.
  ofLength({ f, w, ...moment }, field) {
    const { run } = this;
    const { kind, exact } = run.picture;
    if (!exact) return NaN;
    if (kind === "plane") return run.lam / 2 * (w ? w[0] ** 2 + w[1] ** 2 : 0);
    const lossAt = (n) => run.lossOf(run.signs[n] * field.score(n, moment));
    const losses = run.signs.reduce((sum, _, n) => sum + lossAt(n), 0);
    return Math.max(0, f - losses / run.signs.length);
  }
}

// Returns the parts with their names, rounded so that they add up.
function named(f, ofLength) {
  const digits = Math.min(Math.max(0, 2 - Math.floor(Math.log10(f))), 20);
  const first = Number(ofLength.toFixed(digits));
  const other = Number(Math.max(0, Number(f.toPrecision(3)) - first).toFixed(digits));
  const said = (name, value) => (Number(value) ? `${name} ${format(value.toFixed(digits))}` : "");
  return [said("length of w", first), said("loss", other)];
}

function proof(f, { optimum, bound }) {
  const above = f - optimum;
  const isThere = above > 0 ? `is ${brief(above, 2)} above` : "equals, in the digits shown,";
  return `f = ${brief(f)} ${isThere} f* ≈ ${brief(optimum, 4)} (green), the smallest f: the dual bound proves that ` +
    `no w has an f below ${brief(bound, 4)} (see f* among the letters).`;
}

// Returns the next larger number of the form 1, 1.5, 2, 3, 5 or 7 times a power of ten.
function roundedUp(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return Number(([1, 1.5, 2, 3, 5, 7, 10].find((n) => n * decade >= value) * decade).toPrecision(2));
}
