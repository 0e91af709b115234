// Says what a change of λ or of a point does to the best w, and why.

import { brief } from "./elements.js";

const ROUNDING = 0.003; // of the largest coordinate: the first change of a point rounds all others

// Returns a sentence, or "" for any other change. changed: the settings that were changed. before, now: {best, lam,
// loss, places, labels, isPlane}; best is the best w with its value and b, isPlane says whether the picture shows w.
export function consequence(changed, before, now) {
  if ("lam" in changed && before.lam !== now.lam) return ofLambda(before, now);
  return "points" in changed && now.isPlane && now.loss === "hinge" ? ofPoint(before, now) : "";
}

function ofLambda(before, now) {
  const [costs, length, band] = now.lam > before.lam ? ["more", "shorter", "wider"] : ["less", "longer", "narrower"];
  const andBand = now.isPlane ? ` and the band ${band}` : "";
  return `A long w costs ${costs} now, so the best w is ${length}${andBand}; ${ofBest(before, now)}.`;
}

// Says whether a point is a support vector of the best w, if it is the only one that moved.
function ofPoint(before, now) {
  const far = ROUNDING * Math.max(...now.places.map(Math.abs));
  const isMoved = (n) => [0, 1].some((axis) => Math.abs(before.places[2 * n + axis] - now.places[2 * n + axis]) > far);
  const moved = now.labels.length === before.labels.length ? [...now.labels.keys()].filter(isMoved) : [];
  if (moved.length !== 1) return "";
  const [n] = moved;
  const [was, is] = [before, now].map(({ best: { w, b = 0 }, places, labels }) =>
    labels[n] * (w[0] * places[2 * n] + w[1] * places[2 * n + 1] + b));
  const said = `At the best w, the margin of example ${n} was ${brief(was)} and is ${brief(is)}.`;
  return Math.min(was, is) > 1
    ? `${said} Above 1 it has no loss and does not pull, so the best line stays.`
    : `${said} Up to 1 it is a support vector and pulls, so the best line moved; ${ofBest(before, now)}.`;
}

function ofBest(...states) {
  const [was, is] = states.map(({ best }) => brief(best.value));
  return was === is ? `f* stays ${is}` : `f* was ${was} and is ${is}`;
}
