// Makes the runs of a state.

import { Engine } from "../../browser/js/engine.js";
import { bytes, pairsOf, signsIn } from "./run.js";

// Returns the points in the facts of a data set (player/fields.py).
export function pointsIn({ places, labels, names }) {
  return { places: [...new Float64Array(bytes(places))], labels: signsIn(labels), names };
}

export class Runs {
  constructor(facts) {
    this.engine = new Engine(facts.engine);
    this.algorithms = facts.algorithms;
    this.data = new Map(Object.entries(facts.data).map(([name, data]) => [name, pointsIn(data)]));
  }

  // Returns the points of a state: the user's own points, or the points of a data set.
  points({ data, points }) {
    return points ?? this.data.get(data);
  }

  // Returns the arguments of `record`; settings have the names that they have in Python.
  options(state) {
    const { algorithm, lam, T, sampling, seed, draws, k, kernel, gamma, degree, coef0 } = state;
    const takes = this.algorithms[algorithm];
    const { places, labels, names } = this.points(state);
    const given = { algorithm, X: pairsOf(places), y: labels, names, lam, T, sampling, seed };
    if (draws) given.draws = draws;
    if (takes.k) given.k = k;
    if (takes.kernel) Object.assign(given, { kernel, gamma, degree, coef0 });
    for (const [name, value] of Object.entries(takes.options)) {
      if (state[name] !== value || typeof value === "boolean") given[name] = state[name];
    }
    return given;
  }

  // Returns the arguments for the program with a bug, with the same draws as the correct one.
  wrong(state, { drawn }) {
    const { key } = this.algorithms[state.algorithm].whatif[state.whatif];
    return { ...this.options(state), algorithm: key, draws: drawn };
  }
}
