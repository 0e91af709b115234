// The step player: moves through a run, forwards and backwards. All parts show the same moment: a step, and a line.

import { pressed } from "./actions.js";
import { coloursOf, onLook } from "./canvas.js";
import { Controls } from "./transport.js";
import { element, isCalm, tell } from "./elements.js";
import { measure, onRoom, sizes } from "./available_room.js";
import { Run } from "./run.js";
import { View } from "./run_view.js";

export class Player {
  // host.pick(example, step), if there is one, makes the run in which the example is drawn next;
  // host.moved() is called at each moment at which the player rests, host.drawn() at each moment that it draws;
  // host.keys is the element that receives keys; host.heading is the tag of headings, h3 by default;
  // host.ways is a text below the keys, host.folds() returns more sections to unfold.
  constructor(root, host = {}) {
    Object.assign(this, { root, host, step: 0, line: 0, frame: 0, pointed: null, hidesFuture: false });
    this.speed = isCalm() ? 0.5 : 2;
    Object.assign(root, { className: "pegasos-player", tabIndex: 0, role: "group" });
    root.dataset.lmSuppressShortcuts = "true"; // JupyterLab would take the keys
    (host.keys ?? root).addEventListener("keydown", (event) => pressed(event, this));
    onLook(() => this.restyle());
    this.resizing = new ResizeObserver(() => requestAnimationFrame(() => this.resized()));
    this.resizing.observe(root);
    this.endRoom = onRoom(root, () => this.resized());
    this.closing = new AbortController();
    window.addEventListener("resize", () => this.resized(), { signal: this.closing.signal });
  }

  resized() {
    if (this.size !== sizes(this.root)) this.restyle();
  }

  close() {
    this.pause();
    this.resizing.disconnect();
    this.endRoom();
    this.closing.abort();
  }

  load(records, moment) {
    if (this.frame) this.pause();
    this.runs = records.map((record) => new Run(record));
    this.T = this.runs[0].T;
    this.pointed = null;
    this.views = this.runs.map((run, n) => new View(run, this.runs, {
      pick: (example) => this.pick(this.runs[n], example),
      point: (place) => this.point(place),
      line: (line) => this.toLine(this.runs[n], line),
      heading: this.host.heading ?? "h3",
    }));
    this.controls = new Controls(this);
    const runs = element("div", { class: "runs" }, ...this.views.map((view) => view.section));
    const layout = ["alone", "several pair"][this.runs.length - 1] ?? "several";
    const lines = Math.max(...this.views.map(({ listing }) => listing.height));
    const attributes = { class: `body ${layout}`, style: `--runs: ${this.runs.length}; --lines: ${lines}` };
    this.root.replaceChildren(element("div", attributes, runs, ...this.controls.parts));
    const algorithms = this.runs.map((run) => run.algorithm).join(" beside ");
    this.root.setAttribute("aria-label", `Step player: ${algorithms}`);
    this.go(...(moment ?? [this.step, this.line]));
    this.restyle();
  }

  areLike(runs) {
    return this.runs?.length === runs.length && runs.every((run, n) => run.isLike(this.runs[n]));
  }

  // Paints the pictures of other runs before everything else is made; returns whether this was possible.
  glimpse(records, moment, half) {
    const runs = records.map((record) => new Run(record));
    if (!this.colour || !this.areLike(runs)) return false;
    runs.forEach((run, n) => {
      if (half) run.picture.half = half;
      this.views[n].glimpse(run, run.at(...moment), this.colour);
    });
    return true;
  }

  // Replaces the runs; common parts, such as the lines, are not made again.
  exchange(records, moment) {
    const runs = records.map((record) => new Run(record));
    if (!this.areLike(runs)) {
      this.load(records, moment);
      return;
    }
    Object.assign(this, { runs, T: runs[0].T });
    this.views.forEach((view, n) => view.exchange(runs[n], runs));
    this.controls.exchange(runs);
    this.show(...moment);
  }

  // Returns the last line of this step, in the longest of the runs.
  last() {
    return Math.max(...this.runs.map((run) => run.moments[this.step].length)) - 1;
  }

  // Goes to a moment that the user asked for, stops playing, and tells of the step again, not of an example.
  go(step, line = Infinity) {
    this.tellsPoint = false;
    if (this.frame) this.pause();
    this.show(step, line);
  }

  show(step, line = Infinity) {
    this.step = Math.min(Math.max(0, Math.trunc(step) || 0), this.T);
    this.line = Math.min(Math.max(0, Math.trunc(line)), this.last());
    this.draw();
  }

  // Goes to the end of this step, or from there to the end of the next.
  forward() {
    this.go(this.line < this.last() ? this.step : this.step + 1);
  }

  // Moves one line forwards or backwards, also from one step to another.
  along(direction) {
    const line = this.line + direction;
    const step = this.step + direction;
    if (line >= 0 && line <= this.last()) this.go(this.step, line);
    else if (step >= 0 && step <= this.T) this.go(step, direction > 0 ? 0 : Infinity);
    this.views[0].listing.reveal();
  }

  toLine(run, line) {
    const place = run.moments[this.step].findLastIndex(([lit]) => lit === line);
    if (place >= 0) this.go(this.step, place);
  }

  // Goes to the next or previous step that did more than shrink w.
  toUpdate(direction) {
    const isUpdate = (step) => this.runs.some((run) => run.events[step - 1]);
    let step = this.step + direction;
    while (step > 0 && step < this.T && !isUpdate(step)) step += direction;
    this.go(step);
  }

  point(n) {
    if (n === this.pointed) return;
    Object.assign(this, { pointed: n, tellsPoint: true });
    this.draw();
  }

  // Moves the pointer to the next or previous point; after the last point it leaves all points.
  pointOn(direction) {
    const count = Math.max(...this.runs.map((run) => run.signs.length)) + 1;
    const place = (this.pointed ?? count - 1) + direction;
    const next = (place + count) % count;
    this.point(next === count - 1 ? null : next);
  }

  pickPointed() {
    const { run, picture, pointed } = this.views[0];
    if (pointed != null && picture.example) this.pick(run, picture.example(pointed));
  }

  // Returns the focus to the player after a choice by pointer; after one by keyboard, the focus stays.
  takeKeys(isByPointer) {
    if (isByPointer) this.root.focus({ preventScroll: true });
  }

  // Handles a click: a clicked example is drawn next, or the player goes to the next step that draws it.
  pick(run, example) {
    if (example == null) return;
    this.tellsPoint = false;
    if (this.host.pick) {
      this.host.pick(example, this.step);
      return;
    }
    const turn = run.turn(example, this.step);
    if (turn > this.step) this.go(turn);
    else if (turn) this.go(run.turn(example, 0));
  }

  toggle() {
    if (this.frame) this.pause();
    else this.play();
  }

  // Shows steps up to one, at the chosen speed; after a pause of the browser it does not catch up.
  play(last = Infinity) {
    if (this.step === this.T) this.show(0);
    let owed = 0;
    let then = performance.now();
    const tick = (now) => {
      owed += (Math.min(now - then, 250) / 1000) * this.speed;
      then = now;
      this.frame = requestAnimationFrame(tick);
      if (owed >= 1) this.show(Math.min(this.step + Math.floor(owed), last));
      owed %= 1;
      if (this.step >= Math.min(last, this.T)) this.pause();
    };
    tick(then);
    this.controls.playing(true);
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.controls.playing(false);
    this.draw(); // this announces the moment
  }

  // Reads the colours of the theme, and draws with them.
  restyle() {
    if (this.runs) measure(this.root);
    this.size = sizes(this.root);
    this.colour = coloursOf(this.root);
    for (const { minimised } of this.views ?? []) minimised.measure();
    for (const canvas of this.root.querySelectorAll("canvas")) canvas.known = null;
    this.draw();
  }

  draw() {
    if (!this.colour || !this.runs) return; // not yet
    for (const view of this.views) view.draw(this.step, this.line, this.colour, this.pointed);
    const done = this.line < this.last() ? Math.max(0, this.step - 1) : this.step;
    const f = this.views.map((view) => view.f);
    this.controls.chart.draw(this.step, done, f, this.colour, this.hidesFuture);
    if (this.host.drawn) this.host.drawn();
    for (const view of this.views) view.tell(this.tellsPoint);
    this.controls.show(done);
    for (const view of this.views) view.listing.follow();
    if (this.frame) return; // while playing, moments are too short to be announced or noted
    tell(this.controls.live, this.views.map((view) => view.said()).join(" "));
    if (this.host.moved) this.host.moved();
  }
}
