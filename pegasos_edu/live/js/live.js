// Runs of the boxes in the page: checked, drawn, walked, recorded.

// A run as its scene and its recorder see it.
class LiveRun {
  constructor(box, given, data) {
    const { lam, names = ["−1", "+1"], python = "" } = given;
    Object.assign(this, { box, lam, names, python, loss: box.loss, ...data });
    const options = box.options.filter((name) => given[name] !== undefined);
    this.options = Object.fromEntries(options.map((name) => [name, given[name]]));
    this.b = this.options.b ?? 0;
    this.walk = BOXES[box.key];
  }

  // The steps, one after the other; a step shares its arrays with the next.
  steps(told) {
    return this.walk(this.X, this.y, this.lam, this.draws, this.options, told);
  }

  lastWeights() {
    let last = null;
    for (const step of this.steps()) last = step;
    const [s, v] = this.box.kept;
    return s ? times(last[s], last[v]) : last[v];
  }
}

class Live {
  constructor(facts) {
    const { boxes } = facts;
    const lines = ({ like, listing }) => listing.map((line) => (isNumber(line) ? boxes[like].listing[line] : line));
    const whole = Object.entries(boxes).map(([key, box]) => [key, { ...box, listing: lines(box) }]);
    this.facts = { ...facts, boxes: Object.fromEntries(whole) };
    this.kernelData = null;
  }

  // The record of a run, for Player.load([record]); throws a LiveError that says what is wrong.
  record(given) {
    const recording = this.recording(given);
    for (;;) {
      const { value, done } = recording.next();
      if (done) return value;
    }
  }

  // The same in slices of some milliseconds, in between which the page goes on; a promise.
  // onProgress(part) is told how much is done, and may return false to have no more of it: then null.
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

  // A generator that yields how much is done, and returns the record.
  * recording(given) {
    const run = this.run(given);
    const { box } = run;
    const scene = box.is_kernel ? new CurvesScene(run) : new PlaneScene(run);
    const recorder = new Recorder(box, scene);
    const made = { values: [], stories: [], events: [], drawn: [] };
    for (const step of run.steps(recorder)) {
      recorder.see(step);
      const where = `the objective must stay finite, got ${scene.f} in step ${step.t} of ${box.name}`;
      if (!Number.isFinite(scene.f)) throw new LiveError(`${where}; take fewer steps, or a larger lam.`);
      tellOf(step, run, scene, made);
      if (step.t % 50 === 0) yield step.t / run.draws.length;
    }
    const best = given.optimum === true ? optimumOf(run) : given.optimum;
    const isGood = best && best.gap <= 1e-4 * best.value;
    return recordOf(run, scene, recorder, made, isGood ? rounded(best.value, 5) : null);
  }

  // The steps of a run, each with arrays of its own.
  steps(given) {
    return Array.from(this.run(given).steps(), (step) => Object.fromEntries(
      Object.entries(step).map(([name, value]) => [name, isNumber(value) ? value : value.map((x) => x.slice?.() ?? x)]),
    ));
  }

  // {value, gap, w}: the smallest objective lies in [value − gap, value], the latter at w (of a kernel β); or null.
  optimum(given) {
    return optimumOf(this.run({ ...given, draws: null, T: 1, k: 1 }));
  }

  // The objective of the data at w, or of a kernel at β, with a bias b.
  objective(given, w, b = 0) {
    const run = this.run({ ...given, draws: null, T: 1, k: 1 });
    const scores = plus(product(run.X, w), b);
    return objectiveOf(run.data ? product(w, scores) : product(w, w), scores, run);
  }

  draws(sampling, m, T, seed, k = null) {
    return drawsOf(sampling, m, T, seed, k);
  }

  // What is given, checked.
  run(given) {
    const box = this.facts.boxes[given.box];
    demand(box, `box must be one of ${Object.keys(this.facts.boxes).join(", ")}`, given.box, "take one of them");
    const { X, y, lam, sampling = "uniform", seed = 0, k = 1, draws } = given;
    demand(isPositive(lam), "lam must be a finite number above 0", lam, "try 0.01");
    checkedData(X, y, box.is_kernel);
    const m = y.length;
    if (draws) return this.made(box, given, checkedDraws(draws, m, box.is_batch));
    const T = given.T ?? 200;
    demand(isWhole(T, 1, MOST.T), `T must be a whole number from 1 to ${MOST.T}`, T, "take 200");
    demand(Object.hasOwn(ORDERS, sampling), `sampling must be one of ${Object.keys(ORDERS)}`, sampling, "take epochs");
    checkedSeed(seed);
    if (!box.is_batch) return this.made(box, given, drawsOf(sampling, m, T, seed));
    demand(isWhole(k, 1, m), `k must be a whole number from 1 to ${m}`, k, "take k = 1");
    demand(k * T <= MOST.drawn, `k·T must be at most ${MOST.drawn}`, k * T, "take fewer steps");
    return this.made(box, given, drawsOf(sampling, m, T, seed, k));
  }

  made(box, given, draws) {
    const y = Float64Array.from(given.y);
    const points = given.X.map((row) => Float64Array.from(row));
    if (!box.is_kernel) return new LiveRun(box, given, { X: points, y, draws });
    const data = this.kernelDataOf(points, checkedKernel(given));
    return new LiveRun(box, given, { X: data.gram, y, draws, data });
  }

  kernelDataOf(points, kernel) {
    const key = JSON.stringify([kernel, points.map((x) => [...x])]);
    if (this.kernelData?.key !== key) {
      this.kernelData = new KernelData(points, kernel);
      this.kernelData.key = key;
    }
    return this.kernelData;
  }
}

function checkedKernel({ kernel = "rbf", gamma = 1, degree = 3, coef0 = 1 }) {
  const names = Object.keys(KERNEL_FUNCTIONS);
  demand(names.includes(kernel), `kernel must be one of ${names.join(", ")}`, kernel, "take rbf");
  demand(isPositive(gamma), "gamma must be a finite number above 0", gamma, "try 1");
  demand(isWhole(degree, 1, 20), "degree must be a whole number from 1 to 20", degree, "try 3");
  demand(Math.abs(coef0) <= 1e150, "coef0 must be a finite number", coef0, "try 1");
  const settings = { linear: {}, rbf: { gamma }, polynomial: { degree, gamma, coef0 } };
  return { name: kernel, ...settings[kernel] };
}
