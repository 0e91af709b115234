// Builds the record of a run, in the form that trace/records.py describes.

import {
  assembled, cut, describe_step, is_to_add, kernel_text, summary_of,
} from "./generated.js";
import { formatted, rounded } from "./numbers.js";
import { times, valuesAt } from "./vectors.js";

const SIGNS = { gamma: "γ", coef0: "c" };

// Returns the facts about a run before its first step: RunFacts of trace/records.py.
export function factsOf(run, scene) {
  const { algorithm, options, lam, names, loss, python, b, draws, y } = run;
  const { title, has_bias, is_dual, is_batch } = algorithm;
  return {
    algorithm: algorithm.name, title, lam, m: y.length, n_steps: draws.length, k: is_batch ? draws[0].length : null, b,
    options: Object.entries(options).map(([name, value]) => [name, optionText(value)]),
    projects: Boolean(options.project), has_bias, is_dual, loss, names,
    kernel: run.data ? kernelText(run.data.kernel) : "", is_rbf: run.data?.kernel.name === "rbf",
    python, picture: scene.kind, holds_w: scene.isExact,
  };
}

function optionText(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  return formatted(value, ".4g");
}

function kernelText({ name, ...settings }) {
  return kernel_text(name, Object.entries(settings).map(([key, value]) => [SIGNS[key] ?? key, value]));
}

// Makes the sentences of a step only when they are needed, since a player shows one step at a time.
class Story {
  constructor(summary) {
    this.summary = summary;
  }

  toJSON() {
    return describe_step(this.summary);
  }

  [Symbol.iterator]() {
    return this.toJSON()[Symbol.iterator]();
  }
}

// Adds the draw of a step and the objective to `columns`. What the step changed is only described by `describe`,
// because a picture can be painted before.
export function addStep(step, run, facts, scene, [question, answer], columns) {
  const { is_batch, is_dual, is_kernel, has_bias } = run.algorithm;
  const drawn = is_batch ? Array.from(step.A) : step.i;
  columns.values.push(scene.f);
  columns.drawn.push(drawn);
  const indices = [drawn].flat();
  const scored = is_batch ? step.scores.slice() : Float64Array.of(step.score);
  const alpha = step.alpha?.slice(); // a step shares its arrays with the next
  const whole = { ...step, drawn: indices, scored, alpha, is_batch, is_dual, is_kernel };
  const [changeOf, margins, { isZero }] = [scene.changing(), scene.marginsOf(indices), scene];
  columns.later.push(() => {
    const y = valuesAt(indices, (i) => run.y[i]);
    const change = changeOf(whole, facts, y, is_to_add(answer, run.loss, times(y, scored)));
    columns.changes.push(change);
    columns.stories.push(new Story(summary_of(
      whole, step.t, drawn, facts, y, run.names[y[0] > 0 ? 1 : 0], change, margins,
      question, answer, has_bias ? step.b : run.b, isZero,
    )));
  });
}

// Describes the steps that have been added since the last call.
export function describe(columns) {
  for (const describeStep of columns.later.splice(0)) describeStep();
}

export function recordOf(facts, scene, recorder, { drawn, changes, stories, values }, best) {
  const { listing, steps, keys, start } = recorder;
  const [least, bound] = best ? [rounded(best.value, 5), cut(best.value - best.gap)] : [null, null];
  const names = [...keys.keys()];
  const picture = scene.content(facts);
  return assembled(facts, listing, steps, names, drawn, changes, stories, start, values, least, bound, picture);
}
