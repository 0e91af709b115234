// Makes the runs of a state.

import { Engine } from "../../browser/js/engine.js";
import { bytes } from "./run.js";

export class Runs {
  constructor(facts) {
    this.engine = new Engine(facts.engine);
    this.algorithms = facts.algorithms;
    this.data = new Map();
    for (const [name, { places, labels, names }] of Object.entries(facts.data)) {
      const signs = Array.from(labels, (label) => (label === "+" ? 1 : -1));
      this.data.set(name, { places: [...new Float64Array(bytes(places))], labels: signs, names });
    }
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
    const X = labels.map((_, n) => [places[2 * n], places[2 * n + 1]]);
    const given = { algorithm, X, y: labels, names, lam, T, sampling, seed };
    if (draws) given.draws = draws;
    if (takes.k) given.k = k;
    if (takes.kernel) Object.assign(given, { kernel, gamma, degree, coef0 });
    for (const [name, value] of Object.entries(takes.options)) {
      if (state[name] !== value || typeof value === "boolean") given[name] = state[name];
    }
    return given;
  }

  // Returns the w with the smallest f, and this f; null if unknown.
  least(state) {
    return this.engine.optimum(this.options(state));
  }

  // Returns the arguments for the program with a bug, with the same draws as the correct one.
  wrong(state, { drawn }) {
    const { key } = this.algorithms[state.algorithm].whatif[state.whatif];
    return { ...this.options(state), algorithm: key, draws: drawn };
  }
}
