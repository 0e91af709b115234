// Makes the runs of a state: a state goes in, and records come out.

import { Engine } from "../../browser/js/engine.js";
import { bothRuns } from "./learner_run.js";
import { linesOf } from "./python_lines.js";
import { pairsOf, pointsIn } from "./run.js";

const MAX_STEPS_AT_ONCE = 1000; // a longer run is made in slices, and its progress is shown
const PAINTED_IN = 4; // the milliseconds until a frame is painted

export class Runner {
  // page.state is the state to make. page.glimpse(drafts, state) paints the pictures of unfinished records, and returns
  // whether this was possible; page.take(records, state) shows the records; page.proceed(part) shows how much of a
  // long run is made, page.busy(isBusy) whether records are awaited; page.attempt(action) and page.complain(message)
  // say what went wrong.
  // program, if it is set, is a learner's, whose run is shown beside that of its algorithm: see learner_run.js.
  constructor(facts, settings, page) {
    Object.assign(this, { facts, settings, page, frame: 0, work: 0, rest: null, program: null });
    this.engine = new Engine(facts.engine);
    this.data = new Map(Object.entries(facts.data).map(([name, data]) => [name, pointsIn(data)]));
  }

  // Returns the points of a state: the user's own points, or the points of a data set.
  points({ data, points }) {
    return points ?? this.data.get(data);
  }

  // Collects all changes until the next frame, and makes the runs once.
  request() {
    this.page.busy(true);
    this.frame ||= requestAnimationFrame(() => this.make());
  }

  make() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.finish(); // complete the earlier painting
    this.work += 1; // a run that is still made in slices is out of date
    this.page.proceed(1);
    const { state } = this.page;
    const isOfProgram = this.program?.table.task === state.algorithm && !state.also && !state.whatif;
    if (isOfProgram) this.makeLater(state, (isNewest) => this.makeBeside(state, isNewest));
    else if (state.T > MAX_STEPS_AT_ONCE) this.makeLater(state, (isNewest) => this.makeInSlices(state, isNewest));
    else {
      this.page.attempt(() => this.makeNow(state));
      if (!this.rest) this.page.busy(false);
    }
  }

  // Paints the pictures first, and makes f*, the curve, the landscape and the texts after that.
  makeNow(state) {
    const drafts = [];
    for (const options of this.optionsOfAll(state, drafts)) drafts.push(this.engine.draft(options));
    const isPainted = this.page.glimpse(drafts, state);
    this.rest = { drafts, state, timer: setTimeout(() => this.finish(), isPainted ? PAINTED_IN : 0) };
    if (!isPainted) this.finish();
  }

  finish() {
    if (!this.rest) return;
    const { drafts, state, timer } = this.rest;
    clearTimeout(timer);
    this.rest = null;
    this.page.attempt(() => this.page.take(this.described(drafts.map((draft) => draft.finished()), state), state));
    if (!this.frame) this.page.busy(false);
  }

  // Takes the records of a promise, unless newer ones are wanted by then. Instead of a learner's program that fails,
  // the algorithm is shown alone.
  async makeLater(state, make) {
    const { work } = this;
    const isNewest = () => this.work === work;
    try {
      const drafts = await make(isNewest);
      if (!isNewest()) return;
      this.rest = { drafts, state };
      this.finish();
    } catch ({ message }) {
      if (!isNewest()) return;
      this.page.complain(message);
      if (this.program) this.request();
      this.program = null;
    }
    this.page.proceed(1);
    this.page.busy(Boolean(this.frame));
  }

  // Makes a long run in slices, so that the page stays responsive.
  async makeInSlices(state, isNewest) {
    const count = this.settings.runsOf(state).length + (state.whatif ? 1 : 0);
    const records = [];
    for (const options of this.optionsOfAll(state, records)) {
      records.push(await this.engine.recordInSlices(options, (part) => {
        this.page.proceed((records.length + part) / count);
        return isNewest();
      }));
      if (!isNewest()) break;
    }
    return records;
  }

  // Makes the run of the learner's program beside that of the algorithm, when Python has finished its last run.
  async makeBeside(state, isNewest) {
    await this.beside;
    if (!isNewest()) return [];
    const both = bothRuns(this.engine, this.options(state), this.program);
    this.beside = both.catch(() => {});
    const { records, first } = await both;
    if (isNewest()) this.program.drawn?.(first);
    return records;
  }

  // Adds what the engine does not know: the lines of Python, f* (null if unknown), and the words of a bug.
  described(records, state) {
    const states = this.settings.runsOf(state);
    records[0].python = linesOf(state, this.settings, this.facts);
    records.forEach((record, n) => {
      record.best = this.engine.optimum(this.options(states[n] ?? state));
    });
    if (state.whatif) {
      const { name, says } = this.facts.algorithms[state.algorithm].whatif[state.whatif];
      Object.assign(records.at(-1), { algorithm: `${state.algorithm}: ${name}`, title: says, python: "" });
    }
    return records;
  }

  // Yields the arguments of the engine for each run. A program with a bug has the draws of the correct one, which is
  // the first of the records that were made before.
  *optionsOfAll(state, earlier) {
    for (const each of this.settings.runsOf(state)) yield this.options(each);
    if (!state.whatif) return;
    const { key } = this.facts.algorithms[state.algorithm].whatif[state.whatif];
    yield { ...this.options(state), algorithm: key, draws: earlier[0].drawn };
  }

  // Returns the arguments of the engine; settings have the names that they have in Python.
  options(state) {
    const { algorithm, lam, T, sampling, seed, draws, k, kernel, gamma, degree, coef0 } = state;
    const takes = this.facts.algorithms[algorithm];
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

  close() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest?.timer);
    this.work += 1;
  }
}
