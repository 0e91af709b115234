// Draws w in its plane: before the step, along the lines of the step, and the ball.

import { arrow, newCanvas, paint, ring, stroke } from "./canvas.js";
import { brief, element, tell } from "./elements.js";

export class Weights {
  // runs: all that are shown; their circles have the same size.
  constructor(run, runs) {
    this.exchange(run, runs);
    this.canvas = newCanvas("arrows", "w now; dashed: w before; green: the change");
    this.said = element("p");
    this.element = element("div", { class: "weights" }, this.canvas, this.said);
  }

  exchange(run, runs) {
    this.ball = run.picture.ball; // its radius, where the run projects
    const lengths = runs.map((one) => one.lengths());
    this.units = scales(lengths[0].map((_, step) => Math.max(...lengths.map((all) => all[step]))));
  }

  draw({ step, path, w }, colour) {
    const way = path.filter(Boolean);
    const unit = this.units[step];
    paint(this.canvas, (context, width, height) => {
      const scale = (Math.min(width, height) / 2 - 4) / unit;
      const middle = [width / 2, height / 2];
      const at = (v) => [middle[0] + v[0] * scale, middle[1] - v[1] * scale];
      stroke(context, ring(...middle, unit * scale), colour.faint, 1, [2, 3]);
      if (this.ball && this.ball <= unit) {
        stroke(context, ring(...middle, this.ball * scale), colour.accent, 2);
      }
      for (const v of way.slice(0, -1)) stroke(context, arrow(middle, at(v)), colour.muted, 1.4, [4, 3]);
      way.slice(1).forEach((v, n) => stroke(context, arrow(at(way[n]), at(v), 5), colour.accent, 2));
      if (w) stroke(context, arrow(middle, at(w)), colour.ink, 2.6);
    });
  }

  tell({ step, w }) {
    const length = brief(w ? Math.hypot(...w) : 0);
    tell(this.said, `‖w‖ = ${length}, - - before\n${this.radii(step)}`);
  }

  radii(step) {
    const [was, unit] = [this.units[Math.max(0, step - 1)], this.units[step]];
    const other = was === unit ? "" : `, was ${brief(was)}`;
    const ball = this.ball ? `, ball ${brief(this.ball)}` : "";
    return `dotted circle: ${brief(unit)}${other}${ball}`;
  }
}

// Returns, for each length of w, the radius of the drawn circle, which changes only if it is too small or too large.
export function scales(lengths) {
  let unit = 0;
  return lengths.map((length) => {
    if (length > unit || (length > 0 && length < unit / 4)) unit = roundedUp(length);
    return unit || roundedUp(lengths.find(Boolean) ?? 1);
  });
}

// Returns the next larger number of the form 1, 1.5, 2, 3, 5 or 7 times a power of ten.
function roundedUp(length) {
  const decade = 10 ** Math.floor(Math.log10(length));
  return [1, 1.5, 2, 3, 5, 7, 10].find((n) => n * decade >= length) * decade;
}
