// Draws what a landscape shows of w: the steps, batches, bowl and paths, and the examples beside it.

import { fill, inFront, line, markOf, paint, ring, stroke } from "./canvas.js";
import { along, centre, inner, minus, square } from "./plane_vectors.js";

const DASHES = [[], [7, 4], [2, 3]]; // the lines of several paths

// Draws on the ground of a movable landscape what belongs to its w.
export function drawAround(landscape, context) {
  const { facts: { steps, bowl, batches, paths, marks }, ground, w, walked, colour } = landscape;
  const slopes = landscape.slopes();
  if (steps || bowl) stroke(context, ground.level(ground.f(...w)).edge, colour.ink, 1.6);
  if (bowl) { // the disc in which the bowl below f is at most f(w)
    const g = centre(slopes);
    const disc = ground.around(along(w, -1 / ground.lam, g), Math.sqrt(square(g)) / ground.lam);
    stroke(context, disc, colour.accent, 2, [6, 4]);
  }
  if (steps || batches) drawSteps(landscape, context, slopes);
  if (paths.length) drawPaths(landscape, context);
  if (steps || paths.length === 1) { // the places that are as far from w* as w
    const away = Math.hypot(...minus(w, ground.best.w));
    stroke(context, ground.around(ground.best.w, away), colour.accent, 1.6, [6, 4]);
  }
  ground.star(context, colour);
  for (const [name, mark] of marks) drawPoint(landscape, context, mark, name, colour.paper);
  if (walked.length) stroke(context, line(...walked.map((place) => ground.place(place))), colour.ink, 1.4);
  if (!paths.length) drawPoint(landscape, context, w, "", colour.ink);
}

function drawPoint({ ground, colour }, context, w, name, inside) {
  const [x, y] = ground.place(w);
  fill(context, ring(x, y, 6), colour.paper);
  fill(context, ring(x, y, 4.5), inside);
  stroke(context, ring(x, y, 4.5), colour.ink, 1.4);
  if (name) inFront(context, name, x + 8, y - 6, colour);
}

// Draws the step of each example, or of each batch (the first k of a list), and the mean step.
function drawSteps(landscape, context, slopes) {
  const { ground, w, colour, facts: { batches } } = landscape;
  const from = ground.place(w);
  const to = (g) => ground.place(along(w, -landscape.value("eta"), g));
  const means = batches?.map((order) => centre(order.slice(0, landscape.value("k")).map((n) => slopes[n])));
  const ends = (means ?? slopes).map(to);
  for (const end of ends) stroke(context, line(from, end), colour.muted, 0.7);
  ends.forEach((end, n) => {
    if (batches) fill(context, ring(...end, 3.5), colour.ink);
    else drawExample(landscape, context, end, n);
  });
  const mean = arrow(from, to(centre(slopes)), 10);
  stroke(context, mean, colour.paper, 6);
  stroke(context, mean, colour.accent, 3);
}

function drawExample({ run: { signs }, colour }, context, place, n) {
  const mark = markOf(signs[n], ...place);
  stroke(context, mark, colour.paper, 1.6);
  fill(context, mark, signs[n] > 0 ? colour.plus : colour.minus);
}

// Draws the paths; if an update was cut, the path shows the place before the cut, too.
function drawPaths(landscape, context) {
  const { ground, ways, colour } = landscape;
  const t = landscape.value("t");
  ways.forEach(({ moments }, n) => {
    const corners = moments.slice(0, t + 1).flatMap((moment) => [moment.slice(0, 2), moment.slice(-2)]);
    const passed = line(...corners.map((corner) => ground.place(corner)));
    stroke(context, passed, colour.paper, 3.5);
    stroke(context, passed, colour.ink, 1.4, DASHES[n]);
  });
  ways.forEach(({ path }, n) => drawPoint(landscape, context, path[t], "", n ? colour.paper : colour.ink));
}

// Draws on another canvas the examples, and where the score of w is 0 (a line) and ±1 (dashed).
export function drawExamples(landscape, canvas) {
  const { w, pairs, run: { signs }, colour } = landscape;
  const half = 1.1 * Math.max(...pairs.flat().map(Math.abs));
  paint(canvas, (context, size) => {
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
      if (signs[n] * inner(w, x) < 1) stroke(context, ring(...at, 7.5), colour.muted, 1);
      drawExample(landscape, context, at, n);
    });
  });
}

function arrow(from, to, head) {
  const path = line(from, to);
  const [across, up] = [to[0] - from[0], to[1] - from[1]];
  if (Math.hypot(across, up) <= head) return path; // too short for a head
  const angle = Math.atan2(up, across);
  const barb = (turn) => [to[0] - head * Math.cos(angle + turn), to[1] - head * Math.sin(angle + turn)];
  path.addPath(line(barb(-0.5), to, barb(0.5)));
  return path;
}
