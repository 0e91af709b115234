// The record of a run that has been walked, in the form that trace/records.py describes.

import {
  about, kernel_said, legend, letters, minimised, opening, ticks, told, USUAL, VERSION,
} from "./generated.js";
import { SLOPES } from "./losses.js";
import { formatted, rounded } from "./numbers.js";

const MAX_MARKS = 5;
const SIGNS = { gamma: "γ", coef0: "c" };

// What there is to say of a step, said when somebody asks: of all steps a player shows one.
class Story {
  constructor(tale) {
    this.tale = tale;
  }

  toJSON() {
    return told(this.tale);
  }

  [Symbol.iterator]() {
    return this.toJSON()[Symbol.iterator]();
  }
}

// What a step drew, what it asked, what became of it and of f.
export function tellOf(step, run, scene, [text, said], made) {
  const { algorithm, y, names } = run;
  const drawn = algorithm.is_batch ? step.A : [step.i];
  const scores = algorithm.is_batch ? step.scores.slice() : Float64Array.of(step.score);
  const isUsual = USUAL.includes(text);
  const isBelow = scores.some((score, n) => y[drawn[n]] * score < 1);
  const isMet = isUsual ? said === "yes" || (!said && isBelow) : run.loss === "log" && !text;
  const first = y[drawn[0]];
  const part = run.loss === "log" ? -SLOPES.log(first * scores[0]) : 1;
  const whole = algorithm.is_dual ? step.delta / (run.lam * y.length) : step.eta * first * part;
  const change = scene.change(step, { drawn, scores, isMet, whole });
  made.values.push(scene.f);
  made.drawn.push(algorithm.is_batch ? Array.from(drawn) : step.i);
  made.events.push((change.gain ? "m" : "") + (change.projected ? "p" : ""));
  made.stories.push(new Story({
    t: step.t,
    drawn: made.drawn.at(-1),
    name: names[y[drawn[0]] > 0 ? 1 : 0],
    y: Float64Array.from(drawn, (i) => y[i]),
    scores,
    after: scene.marginsOf(drawn),
    change,
    asked: isUsual ? "" : text,
    answer: isUsual ? "" : said,
    whole,
    b: algorithm.has_bias ? step.b : run.b,
    alpha: algorithm.is_kernel || algorithm.is_dual ? step.alpha[step.i] : 0,
    delta: step.delta ?? 0,
    is_batch: algorithm.is_batch,
    is_kernel: algorithm.is_kernel,
    is_dual: algorithm.is_dual,
    loss: run.loss,
    seen: scene.seen,
    radius: run.lam ** -0.5,
    is_zero: scene.isZero,
  }));
}

export function recordOf(run, scene, recorder, made, best) {
  const { algorithm, names, lam, loss, draws, y } = run;
  const k = algorithm.is_batch ? draws[0].length : null;
  const options = Object.entries(run.options).map(([name, value]) => [name, optionText(value)]);
  const values = best === null ? made.values : [...made.values, best];
  const project = Boolean(run.options.project);
  return {
    version: VERSION,
    algorithm: algorithm.name,
    title: algorithm.title,
    about: about(lam, draws.length, k, options),
    kernel: run.data ? kernelText(run.data.kernel) : "",
    minimised: minimised(loss, algorithm.has_bias),
    letters: letters(
      loss, scene.seen, names, lam, best, algorithm.is_dual, algorithm.has_bias || run.b !== 0, project,
      scene.seen === "plane" && scene.isExact, run.data?.kernel.name === "rbf",
    ),
    names,
    loss,
    python: run.python,
    listing: recorder.listing,
    moments: recorder.steps,
    keys: [...recorder.keys.keys()],
    drawn: made.drawn,
    events: made.events,
    stories: [opening(scene.seen, run.b, recorder.start), ...made.stories],
    start: recorder.start,
    values: made.values,
    optimum: best,
    ticks: ticks(scene.seen, project),
    marks: marksBetween([recorder.start, ...values]),
    picture: {
      kind: scene.seen,
      labels: Array.from(y, (label) => (label > 0 ? "+" : "−")).join(""),
      indices: null,
      ...scene.content(),
      legend: legend(scene.seen, scene.isExact, names),
    },
  };
}

function optionText(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  return formatted(value, ".4g");
}

function kernelText({ name, ...settings }) {
  return kernel_said(name, Object.entries(settings).map(([key, value]) => [SIGNS[key] ?? key, value]));
}

// Round numbers between the values, two at least where possible: 1, 10; 1, 2, 5; or all multiples.
function marksBetween(values) {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const [first, last] = [Math.floor(Math.log10(low)) - 1, Math.ceil(Math.log10(high))];
  const range = (from, to) => Array.from({ length: to - from }, (_, n) => from + n);
  let inside = [];
  for (const numbers of [[1], [1, 2, 5], range(1, 10), range(10, 100), range(100, 1000)]) {
    const marks = range(first, last + 1).flatMap((decade) => (
      numbers.map((n) => Number(`${n}e${decade - String(n).length + 1}`))
    ));
    const sorted = [...new Set(marks)].sort((a, b) => a - b);
    inside = sorted.filter((mark) => 0.9 * low < mark && mark < 1.1 * high);
    if (inside.length > 2) break;
  }
  const every = Math.ceil(inside.length / MAX_MARKS) || 1;
  return inside.filter((_, n) => n % every === 0).map((mark) => rounded(mark));
}
