// Shows the runs of a state, and keeps the state in the address: the base class of an editor.

import { fromAddress, toAddress } from "./address.js";
import { tell } from "./elements.js";
import { speedIn } from "./inputs.js";
import { linkOfPage } from "./links.js";
import { bothRuns } from "./own_run.js";
import { PointEditing } from "./point_editing.js";
import { linesOf } from "./python_lines.js";
import { UndoStack } from "./undo.js";

const MAX_STEPS_AT_ONCE = 1000; // a longer run is made in slices, and its progress is shown
const OTHER_NAMES = ["minus", "plus", "speed", "tour"]; // in an address, besides those of a state
const PAINTED_IN = 4; // the milliseconds until a frame is painted

export class RunDisplay {
  // Collects all changes until the next frame, and makes the runs once.
  request() {
    this.panel.show(this.state, this.past);
    this.busy(true);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.make());
  }

  make() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.finish(); // complete the earlier painting
    this.work += 1; // a run that is still made in slices is out of date
    this.progress.hidden = true;
    const { state, runs } = this;
    if (this.program?.table.task === state.algorithm && !state.also && !state.whatif) {
      this.makeLater((isNewest) => this.makeBeside(state, isNewest));
      return;
    }
    if (state.T > MAX_STEPS_AT_ONCE) {
      this.makeLater((isNewest) => this.makeInSlices(state, isNewest));
      return;
    }
    this.attempt(() => {
      const drafts = this.settings.runsOf(state).map((one) => runs.engine.draft(runs.options(one)));
      if (state.whatif) drafts.push(runs.engine.draft(runs.wrong(state, drafts[0])));
      const isPainted = this.player.glimpse(drafts, this.moment(state), this.heldFor(state));
      this.rest = { drafts, state, timer: setTimeout(() => this.finish(), isPainted ? PAINTED_IN : 0) };
      if (!isPainted) this.finish();
    });
    if (!this.rest) this.busy(false);
  }

  moment({ step, line, T }) {
    return [Math.min(step, T), line];
  }

  // Shows f*, the curve, the landscape and the texts once the picture is painted.
  finish() {
    if (!this.rest) return;
    const { drafts, state, timer } = this.rest;
    clearTimeout(timer);
    this.rest = null;
    const { step, line } = this.state; // a key may have changed the moment
    this.attempt(() => this.take(drafts.map((draft) => draft.finished()), { ...state, step, line }));
    if (!this.frame) this.busy(false);
  }

  busy(isBusy) {
    this.stage.setAttribute("aria-busy", isBusy);
  }

  // Shows the runs of a promise, unless newer ones are wanted by then.
  async makeLater(make) {
    const { state, work } = this;
    const isNewest = () => this.work === work;
    try {
      const drafts = await make(isNewest);
      if (!isNewest()) return;
      this.rest = { drafts, state };
      this.finish();
    } catch (error) {
      if (!isNewest()) return;
      this.complain(error);
    }
    this.progress.hidden = true;
    this.busy(Boolean(this.frame));
  }

  // Says why the runs could not be made; instead of a learner's program that fails, it shows the algorithm alone.
  complain({ message }) {
    tell(this.problem, message);
    if (this.program) this.request();
    this.program = null;
  }

  // Makes a long run in slices, so that the page stays responsive.
  async makeInSlices(state, isNewest) {
    const all = this.settings.runsOf(state);
    const count = all.length + (state.whatif ? 1 : 0);
    const records = [];
    while (isNewest() && records.length < count) {
      const one = all[records.length];
      const options = one ? this.runs.options(one) : this.runs.wrong(state, records[0]);
      records.push(await this.runs.engine.recordInSlices(options, (part) => {
        this.progress.hidden = false;
        this.progress.value = (records.length + part) / count;
        return isNewest();
      }));
    }
    return records;
  }

  // Makes the run of the learner's program beside that of the algorithm, when Python has finished its last run.
  async makeBeside(state, isNewest) {
    await this.beside;
    if (!isNewest()) return [];
    const both = bothRuns(this.runs.engine, this.runs.options(state), this.program);
    this.beside = both.catch(() => {});
    const { records, first } = await both;
    if (isNewest()) this.program.drawn?.(first);
    return records;
  }

  take(records, state) {
    records[0].python = linesOf(state, this.settings, this.facts);
    const states = this.settings.runsOf(state);
    records.forEach((record, n) => {
      record.best = this.runs.engine.optimum(this.runs.options(states[n] ?? state)); // null if unknown
    });
    if (state.whatif) { // the run with the bug
      const { name, says } = this.facts.algorithms[state.algorithm].whatif[state.whatif];
      Object.assign(records.at(-1), { algorithm: `${state.algorithm}: ${name}`, title: says, python: "" });
    }
    const half = this.heldFor(state);
    if (half) records.forEach(({ picture }) => Object.assign(picture, { half }));
    this.shown = null; // until the run is complete
    this.player.exchange(records, this.moment(state));
    this.shown = state;
    const [{ picture }] = this.player.views;
    if (picture !== this.picture) this.hold();
    this.tellArea(state);
    this.drawn();
    this.note();
  }

  // Returns half the width of the picture in which a point was dragged: it stays as long as all points are in it.
  heldFor({ points }) {
    const isIn = (value) => Math.abs(value) <= this.held;
    const isKept = this.held && points && this.player.runs[0].picture.kind === "plane" && points.places.every(isIn);
    if (this.isHeld || isKept) return this.held;
    Object.assign(this, { area: this.held ?? this.area, held: null });
    return null;
  }

  // Says when a change of the points changes the area of the picture, because all points then move in it.
  // What was already said about the change stays.
  tellArea({ points }) {
    const { half } = this.player.runs[0].picture;
    const isTold = this.said.textContent || !points || !this.area || this.held;
    const ratio = isTold ? 1 : half / this.area;
    if (ratio > 1.01) tell(this.said, "The picture shows a larger area now, so all points are closer together.");
    if (ratio < 0.99) tell(this.said, "The picture shows a smaller area now, so all points are further apart.");
    if (!this.held) this.area = points ? half : null;
  }

  // For pages that show more than a player. Such a page may also set `program`: see own_run.js.
  drawn() {}

  // Prepares new pictures, so that their points can be edited.
  hold() {
    const { views } = this.player;
    this.editings = views.map(({ picture }) => new PointEditing(picture, this));
    for (const editing of this.editings) editing.open(this.isOpen);
    this.picture = views[0].picture;
  }

  // Notes the moment at which the player rests. The player also draws the same moment again, when its room changes:
  // then the state may already hold the moment that comes next.
  moved() {
    const { step, line } = this.player;
    const isSame = this.rested?.step === step && this.rested.line === line;
    this.rested = { step, line };
    if (!this.shown) return;
    if (!isSame) this.past.note({ step, line: line < this.player.last() ? line : Infinity });
    this.note();
  }

  // Notes the state a while after the last change: browsers refuse an address that changes too often.
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.host.address) history.replaceState(null, "", `#${this.address()}`);
      if (this.host.rested) this.host.rested(this.state);
    }, 300);
  }

  address() {
    const { speed } = this.player;
    const address = toAddress(this.state, this.settings);
    return speed === this.speed ? address : `${address}&speed=${speed}`.replace(/^&/, "");
  }

  // Opens the state that the address names, at first or after the event of a change.
  follow(event) {
    this.begin(() => {
      const link = linkOfPage([...Object.keys(this.settings.first), ...OTHER_NAMES], event);
      this.visitLink(link);
      tell(this.problem, link.problem);
      tell(this.said, link.remark);
    });
    this.request();
    if (this.shown) return;
    this.past = new UndoStack(this.state); // the first state has no past,
    this.panel.show(this.state, this.past); // so there is nothing to undo,
    this.make(); // and the run exists before the first key
  }

  visitLink(link) {
    this.past.put(fromAddress(link, this.settings, (state) => this.runs.points(state).labels.length));
    this.player.speed = link.value("speed", speedIn) ?? this.player.speed;
  }
}
