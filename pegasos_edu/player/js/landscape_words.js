// Describes a landscape in sentences: the value at w, the steps from there, and the bounds.

import { brief } from "./elements.js";
import { along, centre, inner, mean, minus, square } from "./plane_vectors.js";

const SIGNS = ["—", "- -", "···"]; // the dashes in text

// Returns the sentences that describe the landscape at w.
export function describe(landscape) {
  const { steps, batches, bowl, paths } = landscape.facts;
  const said = paths.length ? sayPaths(landscape) : [sayValue(landscape)];
  if (steps) said.push(...saySteps(landscape));
  if (batches) said.push(sayBatches(landscape));
  if (bowl) said.push(sayBowl(landscape));
  return said.join("\n").replaceAll(" − ", "\u00a0−\u00a0");
}

function sayValue({ ground, w }) {
  const penalty = ground.lam / 2 * square(w);
  const f = ground.f(...w);
  const sum = `${brief(penalty)} (penalty) + ${brief(f - penalty)} (mean loss)`;
  return `w = ${brief(w)}:  f(w) = ${sum} = ${brief(f)};  f* = ${brief(ground.best.value)}.`;
}

function saySteps(landscape) {
  const { w, ground } = landscape;
  const slopes = landscape.slopes();
  const away = minus(w, ground.best.w);
  const gain = inner(centre(slopes), away);
  const eta = landscape.value("eta");
  const ends = slopes.map((g) => along(w, -eta, g));
  const after = ends.map((end) => square(minus(end, ground.best.w)));
  const f = ground.f(...w);
  const higher = ends.filter((end) => ground.f(...end) > f).length;
  const nearer = after.filter((distance) => distance < square(away)).length;
  const least = Math.max(0, gain / mean(slopes.map(square)));
  return [
    `⟨g, w − w*⟩ = ${brief(gain)} ≥ ${brief(f - ground.best.value)} = f(w) − f*.`,
    `Of the ${slopes.length} steps of η = ${eta}, ${higher} lead uphill and ${nearer} come nearer to w*. ` +
      `‖w − w*‖² is ${brief(square(away))} now and ${brief(mean(after))} on average after such a step; ` +
      `it is least for η = ${brief(least, 2)}.`,
  ];
}

function sayBatches(landscape) {
  const slopes = landscape.slopes();
  const g = centre(slopes);
  const ofOne = mean(slopes.map((slope) => square(minus(slope, g))));
  const [k, m] = [landscape.value("k"), slopes.length];
  const left = (m - k) / (k * (m - 1));
  const batch = k > 1 ? `, ${brief(ofOne * left)} for a batch of ${k}: ${brief(left, 2)} times as much` : "";
  return `Mean squared distance from g: ${brief(ofOne)} for one example${batch}.`;
}

function sayBowl(landscape) {
  const { ground, w } = landscape;
  const g = centre(landscape.slopes());
  const lowest = ground.f(...w) - square(g) / (2 * ground.lam);
  return `The bowl at w: f* is at least f(w) − ‖g‖²/(2λ) = ${brief(lowest)}, ` +
    `and w* is in the dashed circle, at most ${brief(2 * Math.sqrt(square(g)) / ground.lam)} away.`;
}

function sayPaths(landscape) {
  const { ground, ways } = landscape;
  const t = landscape.value("t");
  const away = (w) => Math.hypot(...minus(w, ground.best.w));
  return ways.map(({ name, path }, n) => {
    const w = path[t];
    const nearer = path.slice(1, t + 1).filter((place, before) => away(place) < away(path[before])).length;
    const outside = Math.max(...w.map(Math.abs)) > ground.half ? " Now it is outside the picture." : "";
    return `${SIGNS[n]} ${name}: w = ${brief(w)}, f(w) − f* = ${brief(ground.f(...w) - ground.best.value)}, ` +
      `‖w − w*‖ = ${brief(away(w))}; ${nearer} of ${t} steps came nearer to w*.${outside}`;
  });
}
