// Shows the objective as a bar of its two parts, with the smallest possible f marked on it.

import { brief, element, tell } from "./elements.js";

const PULL = "A point with a ring (margin < 1) has a loss; when it is drawn, the loss pulls on w. ";
const WIDER = 3; // the length of the bar's scale, in f*
const COUNTED = "Its α counts how often it has pulled.";

export class Minimised {
  constructor(run) {
    this.formula = element("p", { class: "formula" });
    this.parts = ["length", "loss"].map((name) => element("span", { class: name }));
    this.least = element("i");
    this.bar = element("div", { class: "bar" }, ...this.parts, this.least);
    this.sum = element("span");
    this.end = element("span", { class: "end" });
    this.bound = element("p", { class: "bound" });
    this.pull = element("p", { class: "pull" });
    const [short, few] = [["length", "length of w"], ["loss", "mean loss"]].map((one) => part(...one));
    const title = element("p", { class: "title" }, "Minimised: ", short, " + ", few);
    const now = element("p", { class: "now" }, this.sum, this.end);
    this.element = element("div", { class: "minimised" }, title, this.formula, this.bar, now, this.bound, this.pull);
    this.exchange(run);
  }

  exchange(run) {
    this.run = run;
    const [length, loss] = run.minimised.split(" + mean of ");
    const [head, ofLength] = length.split(" = ");
    this.formula.replaceChildren(`${head} = `, part("length", ofLength), " + ", part("loss", `mean of ${loss}`));
    const { optimum, bound } = run;
    this.scale = roundedUp(optimum == null ? run.start : WIDER * optimum); // the same for all steps
    this.least.hidden = optimum == null;
    const explains = (letter) => run.letters.some(([sign]) => sign === letter);
    this.pull.hidden = !explains("○"); // only these runs have such rings
    tell(this.pull, PULL + (explains("α") ? COUNTED : ""));
    this.proof = "";
    if (optimum == null) tell(this.bound, "The smallest possible f is not known.");
    else {
      this.proof = `f* ≈ ${brief(optimum, 4)} (green), the smallest f: the dual bound proves that no w has an f ` +
        `below ${brief(bound, 4)} (see f* among the letters).`;
    }
  }

  // Shows a moment; field gives the scores of the examples, if the picture has them.
  show(moment, field) {
    const { f } = moment;
    const end = Math.max(this.scale, f);
    const ofLength = this.ofLength(moment, field);
    const loss = f - ofLength;
    const digits = Math.min(Math.max(0, 2 - Math.floor(Math.log10(f))), 20);
    const first = Number(ofLength.toFixed(digits));
    const other = Math.max(0, Number(f.toPrecision(3)) - first); // so that the rounded parts add up
    const rest = Number(other.toFixed(digits));
    const isSplit = Number.isFinite(loss);
    const shares = isSplit ? [ofLength, loss] : [f, 0];
    shares.forEach((value, n) => {
      this.parts[n].style.width = `${100 * Math.max(value, 0) / end}%`;
    });
    this.bar.classList.toggle("whole", !isSplit);
    this.least.style.left = `${100 * (this.run.optimum ?? 0) / end}%`;
    tell(this.sum, isSplit ? `f = ${brief(first)} + ${brief(rest)} = ${brief(f)}` : `f = ${brief(f)}`);
    this.bar.classList.toggle("beyond", f > this.scale);
    tell(this.end, `${f > this.scale ? "beyond the " : ""}scale 0–${brief(this.scale)}`);
    const above = f - this.run.optimum;
    const isThere = above > 0 ? `${brief(above, 2)} above` : "to five digits";
    if (this.proof) tell(this.bound, `This is ${isThere} ${this.proof}`);
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

function part(name, text) {
  return element("span", { class: name }, text);
}

// Returns the next larger number of the form 1, 1.5, 2, 3, 5 or 7 times a power of ten.
function roundedUp(value) {
  const decade = 10 ** Math.floor(Math.log10(value));
  return Number(([1, 1.5, 2, 3, 5, 7, 10].find((n) => n * decade >= value) * decade).toPrecision(2));
}
