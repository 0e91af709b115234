// Makes runs of the algorithms in the page: draws, steps, records and optima.

import { optimumWithBias } from "./biased.js";
import { CurvesScene, KernelData } from "./curves.js";
import { drawsOf } from "./draws.js";
import { ALGORITHMS } from "./generated.js";
import { optimumOfKernel, optimumOfRows } from "./optimum.js";
import { addStep, describe, factsOf, recordOf } from "./record.js";
import { Recorder } from "./recorder.js";
import { objectiveOf, PlaneScene } from "./scenes.js";
import { copy, isMatrix, isNumber, plus, product, times } from "./vectors.js";

const [MAX_KERNEL_EXAMPLES, MAX_DRAWN] = [400, 200_000];

// Reports an error in a requested run.
export class RunError extends Error {}

function demand(isRight, must, got, advice) {
  if (!isRight) throw new RunError(`${must}, got ${got}; ${advice}.`);
}

// Holds a run for its scene and its recorder.
class EngineRun {
  constructor(algorithm, given, data) {
    const { lam, names = ["−1", "+1"], python = "" } = given;
    Object.assign(this, { algorithm, lam, names, python, loss: algorithm.loss, ...data });
    const options = algorithm.options.filter((name) => given[name] !== undefined);
    this.options = Object.fromEntries(options.map((name) => [name, given[name]]));
    this.b = this.options.b ?? 0;
    this.walk = algorithm.walk ?? ALGORITHMS[algorithm.key];
  }

  // Yields the steps; a step shares its arrays with the next.
  steps(tracer) {
    return this.walk(this.X, this.y, this.lam, this.draws, this.options, tracer);
  }

  lastWeights() {
    let left = null;
    for (const step of this.steps()) left = step;
    const [s, v] = this.algorithm.kept;
    return s ? times(left[s], left[v]) : left[v];
  }
}

export class Engine {
  constructor(facts) {
    const { algorithms } = facts;
    const line = (row, like) => (isNumber(row) ? algorithms[like].listing[row] : row);
    const whole = Object.entries(algorithms).map(([key, algorithm]) => {
      const listing = algorithm.listing.map((row) => line(row, algorithm.like));
      return [key, { ...algorithm, listing }];
    });
    this.facts = { ...facts, algorithms: Object.fromEntries(whole) };
    this.kernelData = new Last();
    this.optima = new Last();
    this.drawn = new Last();
  }

  // Returns the record of a run, or throws a RunError. Without given.optimum the record has no f*, but finished()
  // returns a record that has it.
  record(given) {
    return last(this.recording(given));
  }

  // Returns what the picture of a run needs. Its finished() returns the record, which also describes the steps.
  draft(given) {
    return last(this.recording(given, true));
  }

  // Returns a promise of the record, which is made in slices so that the page stays responsive.
  // onProgress(part) gets the completed part of the run; if it returns false, the promise gives null.
  async recordInSlices(given, onProgress = () => true, milliseconds = 8) {
    const recording = this.recording(given);
    for (;;) {
      const end = performance.now() + milliseconds;
      let next = recording.next();
      while (!next.done && performance.now() < end) next = recording.next();
      if (next.done) return next.value;
      if (onProgress(next.value) === false) return null;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  // Yields the completed part of the run, and returns the record. The steps of a draft are described at the end.
  * recording(given, isDraft = false) {
    const run = this.run(given);
    const { algorithm } = run;
    const scene = algorithm.is_kernel ? new CurvesScene(run) : new PlaneScene(run);
    const recorder = new Recorder(algorithm, scene);
    const facts = factsOf(run, scene);
    const columns = { values: [], stories: [], changes: [], drawn: [], later: [] };
    for (const step of run.steps(recorder)) {
      recorder.see(step);
      const where = `${scene.f} in step ${step.t}`;
      demand(Number.isFinite(scene.f), "f must stay finite", where, "take fewer steps, or a larger lam");
      addStep(step, run, facts, scene, recorder.asked, columns);
      if (!isDraft) describe(columns);
      if (step.t % 50 === 0) yield step.t / run.draws.length;
    }
    const isGood = (best) => best && best.gap <= 1e-4 * best.value;
    const withBest = (best) => recordOf(facts, scene, recorder, columns, isGood(best) ? best : null);
    if (given.optimum) return withBest(this.optimumOf(run));
    const finished = () => {
      describe(columns);
      return withBest(this.optimumOf(run));
    };
    return Object.defineProperty(withBest(null), "finished", { value: finished });
  }

  // Returns the steps of a run, each with arrays of its own.
  steps(given) {
    const copied = (value) => (isMatrix(value) ? value.map(copy) : value.slice());
    const kept = ([name, value]) => [name, isNumber(value) ? value : copied(value)];
    const steps = this.run(given).steps();
    return Array.from(steps, (step) => Object.fromEntries(Object.entries(step).map(kept)));
  }

  // Returns {value, gap, w, b}: the smallest objective is in [value − gap, value], and w (for a kernel β), with
  // b if one is learned, has this value. Returns null if nothing certifies it.
  optimum(given) {
    return this.optimumOf(this.ofData(given));
  }

  // Returns the objective of the data at w, or for a kernel at β, with a bias b.
  objective(given, w, b = 0) {
    const run = this.ofData(given);
    const scores = plus(product(run.X, w), b);
    return objectiveOf(run.data ? product(w, scores) : product(w, w), scores, run);
  }

  draws(sampling, m, T, seed, k = null) {
    return drawsOf(sampling, m, T, seed, k);
  }

  // Returns a run that only holds its data.
  ofData(given) {
    const isBatch = this.facts.algorithms[given.algorithm]?.is_batch;
    return this.run({ ...given, draws: [isBatch ? [0] : 0] });
  }

  // Returns the requested run. The settings were checked already; this checks the limits that depend on the points.
  run(given) {
    const algorithm = given.own ?? this.facts.algorithms[given.algorithm]; // `own` comes from own_program.js
    const m = given.y.length;
    const draws = given.draws ? checkedDraws(given.draws, m) : this.drawsOf(algorithm, given, m);
    const y = Float64Array.from(given.y);
    const points = given.X.map((row) => Float64Array.from(row));
    if (!algorithm.is_kernel) return new EngineRun(algorithm, given, { X: points, y, draws });
    const must = `There must be at most ${MAX_KERNEL_EXAMPLES} points for a kernel`;
    demand(m <= MAX_KERNEL_EXAMPLES, must, m, "remove some");
    const data = this.kernelDataOf(points, kernelOf(given));
    return new EngineRun(algorithm, given, { X: data.gram, y, draws, data });
  }

  // Draws, kernel data and optimum are stored until something changes that they depend on.
  drawsOf(algorithm, given, m) {
    const { sampling, T, seed, k } = given;
    const key = [algorithm.is_batch, m, sampling, T, String(seed), k];
    return this.drawn.of(key, () => drawsFor(algorithm, given, m));
  }

  kernelDataOf(points, kernel) {
    return this.kernelData.of([points, Object.values(kernel)], () => new KernelData(points, kernel));
  }

  optimumOf(run) {
    const { X, y, data, lam, loss, b } = run;
    const key = [data ?? X, y, lam, loss, b, run.algorithm.has_bias];
    return this.optima.of(key, () => optimumOf(run));
  }
}

// Returns the value that a generator returns.
function last(generator) {
  for (;;) {
    const { value, done } = generator.next();
    if (done) return value;
  }
}

// Keeps the last results of a long computation, one for each of a few runs, and returns them again for the same keys.
class Last {
  constructor() {
    this.entries = [];
  }

  of(key, make) {
    const known = this.entries.find((entry) => isAlike(key, entry.key));
    if (known) return known.value;
    const value = make();
    this.entries = [{ key, value }, ...this.entries.slice(0, 1)];
    return value;
  }
}

// Returns whether two values are the same, or two nested lists have the same entries.
function isAlike(a, b) {
  const isList = typeof a === "object" && a?.length >= 0;
  if (!isList || a.length !== b?.length) return a === b;
  for (let n = 0; n < a.length; n++) if (!isAlike(a[n], b[n])) return false;
  return true;
}

// Returns the draws of an algorithm for a sampling, T, a seed and, for mini-batches, k.
function drawsFor(algorithm, { sampling = "uniform", T = 200, seed = 0, k = 1 }, m) {
  if (!algorithm.is_batch) return drawsOf(sampling, m, T, seed);
  demand(k <= m, `k must be at most the number of points, ${m}`, k, "choose a smaller k");
  demand(k * T <= MAX_DRAWN, `k·T must be at most ${MAX_DRAWN}`, k * T, "take fewer steps");
  return drawsOf(sampling, m, T, seed, k);
}

// Returns given draws: an index or a list of them for each step.
function checkedDraws(draws, m) {
  const isRight = draws.flat().every((i) => i >= 0 && i < m);
  demand(isRight, `draws must be indices from 0 to ${m - 1}`, Math.max(...draws.flat()), "count from 0");
  return draws.map((drawn) => (isNumber(drawn) ? drawn : Int32Array.from(drawn)));
}

function kernelOf({ kernel = "rbf", gamma = 1, degree = 3, coef0 = 1 }) {
  return { name: kernel, ...{ linear: {}, rbf: { gamma }, polynomial: { degree, gamma, coef0 } }[kernel] };
}

// Returns null if nothing certifies an optimum, as with a given bias, or a bias learned with the log loss.
function optimumOf(run) {
  if (run.b !== 0 || (run.algorithm.has_bias && run.loss === "log")) return null;
  if (run.algorithm.has_bias) return optimumWithBias(run);
  return run.data ? optimumOfKernel(run) : optimumOfRows(run);
}
