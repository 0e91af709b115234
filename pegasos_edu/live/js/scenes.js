// What a player draws of a run, and what it takes to tell of it: scores and objective in each state.
// These are the scenes of telling/scenes.py, where the terms are explained.

const TURNS = 30; // for the direction in which the data spread most
const largest = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const SLOPES = { hinge: (z) => (z < 1 ? -1 : 0), log: (z) => -1 / (1 + Math.exp(z)) };

// What is the same of all runs: the objective f in the state that w is in, and the margins there.
class Scene {
  constructor(run) {
    this.run = run;
  }

  // Another state of w: its squared norm and the score of every example.
  enter(squaredNorm, scores) {
    this.scores = scores;
    this.f = rounded(objectiveOf(squaredNorm, scores, this.run), 5);
  }

  marginsOf(drawn) {
    return Float64Array.from(drawn, (i) => this.run.y[i] * this.scores[i]);
  }
}

function objectiveOf(squaredNorm, scores, { y, lam, loss }) {
  const lossOf = LOSSES[loss];
  let total = 0;
  for (let n = 0; n < y.length; n++) total += lossOf(y[n] * scores[n]);
  return 0.5 * lam * squaredNorm + total / y.length;
}

// Points in the plane, and w in it; of more than two features along the last w, and across it.
class PlaneScene extends Scene {
  constructor(run) {
    super(run);
    const d = run.X[0].length;
    Object.assign(this, { seen: "plane", isExact: d === 2, d });
    this.basis = this.isExact ? null : planeOf(run.X, run.lastWeights());
    this.move(new Float64Array(d + 1).fill(run.b, d));
    this.before = this.state;
  }

  // What is to be noted of the weights that a step keeps: [key, value, …].
  see(step) {
    const [s, v] = this.run.box.kept;
    if (!step[v]) return [];
    const w = s ? times(step[s] ?? 0, step[v]) : step[v];
    const noted = ["@w", shown(this.inPlane(w))];
    if (this.run.box.has_bias) noted.push("@b", shown(step.b));
    const b = this.run.box.has_bias ? step.b : this.run.b;
    const { state, d } = this;
    if (state[d] !== b || w.some((value, n) => value !== state[n])) {
      const next = new Float64Array(d + 1);
      next.set(w);
      next[d] = b;
      this.move(next);
    }
    return noted;
  }

  // The state is w, and after it b.
  move(state) {
    const w = state.subarray(0, this.d);
    const b = state[this.d];
    this.state = state;
    const scores = product(this.run.X, w);
    this.enter(product(w, w), b ? plus(scores, b) : scores);
  }

  get isZero() {
    return !this.state.subarray(0, this.d).some(Boolean);
  }

  inPlane(w) {
    return this.isExact ? w : Float64Array.from(this.basis, (axis) => product(w, axis));
  }

  // Whether the step that ends here did more to w than shrink it, and to where; whether w is on the
  // ball.
  change(drawn, scored) {
    const [old, now] = [this.before, this.state].map((state) => state.subarray(0, this.d));
    this.before = this.state;
    const { X, y, lam, loss, box, options } = this.run;
    const square = product(old, old);
    const kept = square > 0 ? Math.min(1, Math.max(0, product(now, old) / square)) : 0;
    const rest = minus(now, times(box.is_dual ? 1 : kept, old));
    const projected = Boolean(options.project) && Math.abs(norm(now) * Math.sqrt(lam) - 1) < 1e-9;
    if (largest(rest) <= 1e-9 * Math.max(largest(now), largest(old))) return { gain: 0, projected };
    const pulls = Array.from(drawn, (i, n) => -SLOPES[loss](y[i] * scored[n]));
    const base = pulls.some(Boolean) ? 0 : 1;
    const along = Array.from(drawn, (i, n) => (base + pulls[n]) * y[i] * product(X[i], rest));
    return { gain: sum(along) < 0 ? -1 : 1, projected };
  }

  content() {
    const { X, lam, options, b } = this.run;
    const points = Array.from(X).flatMap((x) => Array.from(this.inPlane(x)));
    return {
      points: points.map((value) => rounded(value)),
      centre: [0, 0],
      half: rounded(1.2 * Math.max(largest(points), 1e-9)),
      b,
      exact: this.isExact,
      ball: options.project ? rounded(lam ** -0.5) : null,
      axes: axes(this.isExact),
      caption: caption(this.d, X.length, X.length),
    };
  }
}

// The direction of the last w, and the one across it in which the data spread most.
function planeOf(X, w) {
  const unit = (v) => {
    const size = norm(v);
    return size > 0 ? over(v, size) : Float64Array.from(v, (_, n) => (n === 0 ? 1 : 0));
  };
  const first = unit(w);
  const d = first.length;
  if (d === 1) return [[1], [0]];
  const average = over(combine(new Float64Array(X.length).fill(1), X, arange(X.length)), X.length);
  const across = (v) => unit(minus(v, times(product(v, first), first)));
  let second = Float64Array.from(first, (_, n) => 1 + n / d);
  for (let turn = 0; turn < TURNS; turn++) {
    second = across(second);
    const spread = minus(product(X, second), product(average, second));
    second = minus(combine(spread, X, arange(X.length)), times(average, sum(spread)));
  }
  second = across(second);
  const sizes = second.map(Math.abs);
  return [first, times(Math.sign(second[argmax(sizes)]), second)];
}
