// Describes the settings of an editor: the values of each setting, its first value, and the algorithms that use it.

import { numberIn, Problem, shortened } from "./inputs.js";
import { hasWidth } from "./python_lines.js";

const OF_DRAWS = ["data", "algorithm", "T", "sampling", "seed", "k"]; // picked draws depend on these
const OF_ORDER = ["sampling", "seed", "k"]; // the order depends on these
const SHARED = ["data", "T", "whatif"]; // the same for two runs side by side
const OF_KERNELS = { kernel: true, gamma: true };

export class Settings {
  // fields: for each setting {first, of} or {first, low, high, isWhole}, or a switch {first}; start: the rest of
  // the first state; apart: for each run that is shown the settings in which it differs from the others.
  constructor({ fields, algorithms, start = {}, apart = [{}] }) {
    const options = Object.assign({}, ...Object.values(algorithms).map((algorithm) => algorithm.options));
    Object.assign(this, { fields, algorithms, apart, options });
    this.first = { points: null, draws: null, step: Infinity, line: Infinity, whatif: "", also: null };
    for (const [name, { first }] of Object.entries(fields)) this.first[name] = first;
    Object.assign(this.first, start);
  }

  // Returns the states of the runs that are shown: `also` holds the settings of one to the left.
  runsOf(state) {
    if (state.also) return [{ ...state, ...state.also, also: null }, state];
    return this.apart.map((part) => ({ ...state, ...part }));
  }

  // Returns the settings of a state that may differ in the run beside it.
  ofRun(state) {
    const names = Object.keys(this.fields).filter((name) => !SHARED.includes(name));
    return Object.fromEntries(names.map((name) => [name, state[name]]));
  }

  // Returns whether all runs of a state have the same draws, whatever the settings.
  isDrawnAlike(state) {
    const [first, ...others] = this.runsOf(state);
    const isBatch = ({ algorithm }) => this.algorithms[algorithm].k;
    const isOrdered = (run) => OF_ORDER.every((name) => run[name] === first[name]);
    return others.every((run) => isBatch(run) === isBatch(first) && isOrdered(run));
  }

  // Returns the value of a setting from a text; throws a Problem if it is not allowed.
  read(name, text) {
    const { of, low, high, isWhole, first } = this.fields[name];
    if (of) {
      if (Object.hasOwn(of, text)) return text;
      const known = Object.keys(of).filter(Boolean);
      const some = known.length > 9 ? `${known.slice(0, 3).join(", ")}, …` : known.join(", ");
      throw new Problem(`${name} must be one of ${some}, got ${shortened(text)}.`);
    }
    if (typeof first === "boolean") {
      if (/^(0|1|false|true)$/.test(text)) return ["1", "true"].includes(String(text));
      throw new Problem(`${name} must be 1 or 0, got ${shortened(text)}.`);
    }
    const value = numberIn(String(text));
    if (value >= low && value <= high && (!isWhole || Number.isInteger(value))) return value;
    const kind = isWhole ? "a whole number" : "a number";
    throw new Problem(`${name} must be ${kind} from ${low} to ${high}, got ${shortened(text)}.`);
  }

  // Returns whether an algorithm that the controls change uses a setting.
  counts(name, state) {
    const runs = state.also ? [state] : this.runsOf(state);
    return runs.some((run) => this.countsFor(name, run));
  }

  countsFor(name, { algorithm, kernel, draws }) {
    const takes = this.algorithms[algorithm];
    if (name === "gamma") return takes.kernel && hasWidth(kernel);
    if (OF_KERNELS[name]) return takes.kernel;
    if (Object.hasOwn(this.options, name)) return Object.hasOwn(takes.options, name);
    if (name === "k") return takes.k;
    if (name === "whatif") return this.apart.length === 1 && Object.keys(takes.whatif).length > 0;
    if (name === "algorithm") return Object.keys(this.fields.algorithm.of).length > 1 && this.apart.length === 1;
    if (name === "sampling" || name === "seed") return !draws;
    return true;
  }

  // Returns a state with some settings changed; draws, points and bugs that no longer fit are removed.
  changed(state, part) {
    const next = { ...state, ...part };
    const hangs = OF_DRAWS.some((name) => name in part && part[name] !== state[name]);
    const count = ({ points }) => points?.labels.length;
    if (!("draws" in part) && (hangs || count(next) !== count(state))) next.draws = null;
    if (next.data !== "own") next.points = null;
    if (part.also || !this.algorithms[next.algorithm].whatif[next.whatif]) next.whatif = "";
    if (next.whatif) next.also = null;
    const wasEnd = state.step >= state.T && !("step" in part);
    next.step = wasEnd || next.step >= next.T ? Infinity : next.step;
    return next;
  }
}
