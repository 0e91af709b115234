// The weights w in their plane: before the step, on their way through its lines, and the ball.

class Weights {
  constructor(run) {
    this.ball = run.picture.ball; // its radius, where the run projects
    this.canvas = newCanvas("weights", "w now; dashed: w before; green: the change");
  }

  draw({ path, w }, colour) {
    const way = path.filter(Boolean);
    const unit = roundedUp(Math.max(...way.map((v) => Math.hypot(...v)), 0) || 1);
    paint(this.canvas, (context, width, height) => {
      const scale = (Math.min(width, height) / 2 - 20) / unit;
      const middle = [width / 2, height / 2];
      const at = (v) => [middle[0] + v[0] * scale, middle[1] - v[1] * scale];
      stroke(context, ring(...middle, unit * scale), colour.faint, 1, [2, 3]);
      if (this.ball && this.ball < 3 * unit) {
        stroke(context, ring(...middle, this.ball * scale), colour.accent, 2);
      }
      for (const v of way.slice(0, -1)) stroke(context, arrow(middle, at(v)), colour.muted, 1.4, [4, 3]);
      way.slice(1).forEach((v, n) => stroke(context, arrow(at(way[n]), at(v), 5), colour.accent, 2));
      if (w) stroke(context, arrow(middle, at(w)), colour.ink, 2.6);
      context.font = colour.font;
      write(context, `w, of length ${brief(w ? Math.hypot(...w) : 0)}`, 2, 11, colour.ink);
      write(context, this.radii(unit), 2, height - 3, colour.muted);
    });
  }

  radii(unit) {
    const ball = this.ball ? `, ball: ${brief(this.ball)}` : "";
    return `dotted circle: ${brief(unit)}${ball}`;
  }
}

// The next larger number of the form 1, 1.5, 2, 3, 5 or 7 times a power of ten.
function roundedUp(length) {
  const decade = 10 ** Math.floor(Math.log10(length));
  return [1, 1.5, 2, 3, 5, 7, 10].find((n) => n * decade >= length) * decade;
}
