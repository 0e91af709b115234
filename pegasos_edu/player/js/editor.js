// Shows a player whose run can be changed in the page: everything follows from a state, which the address holds, too.

import { RunError } from "../../browser/js/engine.js";
import { fromAddress, toAddress } from "./address.js";
import { element, fold, tell } from "./elements.js";
import { Problem, speedIn } from "./inputs.js";
import { linkOfPage } from "./links.js";
import { Panel } from "./settings_panel.js";
import { Player } from "./player.js";
import { KEY_WAYS, OTHER_CLASS, POINTER_WAYS, PointEditing } from "./point_editing.js";
import { onGrid, withAdded, withFlipped, withMoved, withRemoved } from "./points.js";
import { Runner } from "./runner.js";
import { Settings } from "./settings.js";
import { UndoStack } from "./undo.js";

const OTHER_NAMES = ["minus", "plus", "speed", "tour"]; // in an address, besides those of a state

export class Editor {
  // facts: from editor.py. host: as for the player; in addition rested(state) is called with each state that
  // stays for a while, id makes element ids unique, and address says whether the page address holds the state.
  constructor(root, facts, host = {}) {
    this.settings = new Settings(facts);
    this.runner = new Runner(facts, this.settings, this);
    this.past = new UndoStack(this.settings.first);
    this.shown = null; // the state on the screen
    this.editings = [];
    Object.assign(this, { root, facts, host, timer: 0 });
    this.panel = new Panel(this, this.settings);
    this.problem = element("p", { class: "pegasos-problem", role: "alert" });
    this.said = element("p", { class: "said", role: "status" });
    this.progress = element("progress", { "aria-label": "Steps done", max: 1, hidden: "" });
    this.notes = element("div", { class: "notes" }, this.problem, this.progress, this.said);
    this.stage = element("div");
    const moved = () => this.moved();
    const folds = () => (this.changing ? [this.changing] : []);
    const ways = `${POINTER_WAYS} On the picture, ${KEY_WAYS}. ${OTHER_CLASS}.`;
    this.player = new Player(this.stage, { ...host, moved, folds, ways, drawn: () => this.drawn() });
    this.speed = this.player.speed; // the speed until somebody chooses another
    (host.keys ?? root).addEventListener("keydown", (event) => this.key(event), true);
  }

  get state() {
    return this.past.now;
  }

  // Makes the panel, which the player holds, folded.
  lay() {
    const { undo, redo, restart } = this.panel.buttons;
    const buttons = element("div", { class: "does" }, undo, redo, restart);
    const form = this.panel.form("The run", Object.keys(this.settings.fields), buttons);
    const words = element("p", {}, `Meanwhile on the picture: ${POINTER_WAYS}`);
    this.changing = fold("Change the run", element("div", {}, form, words));
    this.changing.addEventListener("toggle", () => this.open(this.changing.open));
    this.root.classList.add("pegasos-editor");
    this.root.append(this.stage, this.notes); // notes come last, so that they do not move the picture
  }

  // Makes the runs of the state anew.
  request() {
    this.panel.show(this.state, this.past);
    this.runner.request();
  }

  moment({ step, line, T }) {
    return [Math.min(step, T), line];
  }

  // Paints the pictures of runs before everything else is made; returns whether this was possible.
  glimpse(drafts, state) {
    return this.player.glimpse(drafts, this.moment(state), this.heldFor(state));
  }

  // Shows the records of a state, at the moment of now, because a key may have changed it.
  take(records, wanted) {
    const { step, line } = this.state;
    const state = { ...wanted, step, line };
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

  // Shows how much of a long run is made.
  proceed(part) {
    this.progress.hidden = part === 1;
    this.progress.value = part;
  }

  busy(isBusy) {
    this.stage.setAttribute("aria-busy", isBusy);
  }

  complain(message) {
    tell(this.problem, message);
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

  // For pages that show more than a player.
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
    this.runner.make(); // and the run exists before the first key
  }

  visitLink(link) {
    this.past.put(fromAddress(link, this.settings, (state) => this.runner.points(state).labels.length));
    this.player.speed = link.value("speed", speedIn) ?? this.player.speed;
  }

  // Allows changes or not: while the panel is folded, nothing can be changed by accident.
  open(isOpen) {
    this.isOpen = isOpen;
    this.player.host.pick = isOpen ? (example, step) => this.pick(example, step) : null;
    for (const editing of this.editings) editing.open(isOpen);
    this.player.restyle();
  }

  set(name, text, gesture = "") {
    this.begin(() => {
      const value = this.settings.read(name, text);
      this.change({ [name]: value, ...this.startOf(name, text) }, gesture);
    });
    this.panel.show(this.state, this.past);
  }

  // Returns the first points when users begin to edit the data.
  startOf(name, text) {
    return name === "data" && text === "own" ? { points: this.ownPoints() } : {};
  }

  change(part, gesture = "") {
    if (this.player.frame) this.moved(); // the run is made anew at the step that it plays
    this.past.put(this.settings.changed(this.state, part), gesture);
    this.request();
  }

  // Shows the run that the kernel requests.
  asked({ settings, moment }) {
    const [step, line] = moment ?? [this.state.step, this.state.line];
    this.begin(() => this.change({ ...settings, step, line }));
  }

  close() {
    clearTimeout(this.timer);
    this.runner.close();
    this.player.close();
  }

  // Carries out a request of the user, and clears earlier messages.
  begin(something) {
    tell(this.problem, "");
    tell(this.said, "");
    this.attempt(something);
  }

  // Carries out an action; if it fails, the message is shown and the state stays.
  attempt(something) {
    try {
      something();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof RunError)) throw error;
      tell(this.problem, error.message);
    }
  }

  undo() {
    this.begin(() => this.past.undo());
    this.request();
  }

  redo() {
    this.begin(() => this.past.redo());
    this.request();
  }

  restart() {
    this.runner.program = null;
    this.begin(() => this.change(this.settings.first));
  }

  key(event) {
    const isTyping = event.target.type === "number"; // the field has its own undo
    const name = event.key.toLowerCase();
    const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isHeld || isTyping || (name !== "z" && name !== "y")) return;
    event.preventDefault();
    event.stopPropagation();
    if (name === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  ownPoints() {
    const { places, labels, names } = this.runner.points(this.state);
    return this.state.points ?? onGrid(places, labels, names);
  }

  edit(make, gesture = "") {
    this.begin(() => this.change({ data: "own", points: make(this.ownPoints()) }, gesture));
  }

  // Changes the number of points, which changes all draws.
  recount(make, what, label) {
    const { names } = this.ownPoints();
    this.edit(make);
    const others = what === "added" ? " (with Shift or a long press, of the other class)" : "";
    const count = this.ownPoints().labels.length;
    tell(this.said, `A point of the class ${names[label > 0 ? 1 : 0]} was ${what}${others}. ` +
      `The examples are now drawn from ${count} points, so the whole run differs.`);
  }

  // Returns the point under the pointer, or null.
  get pointed() {
    const { pointed } = this.player;
    return pointed < this.ownPoints().labels.length ? pointed : null;
  }

  add(place, label) {
    this.recount((points) => withAdded(points, place, label), "added", label);
  }

  remove(n) {
    this.recount((points) => withRemoved(points, n), "removed", this.ownPoints().labels[n]);
  }

  flip(n) {
    this.edit((points) => withFlipped(points, n));
  }

  // Undoes the first click of a double click.
  retract() {
    if (this.past.gesture === "pick") this.past.undo();
  }

  move(n, place, isDone) {
    if (place) this.edit((points) => withMoved(points, n, place), `point ${n}`);
    if (!isDone) this.held ??= this.player.runs[0].picture.half;
    this.isHeld = !isDone;
    if (!isDone) return;
    this.request(); // the picture may need a larger area
    if (!place) this.past.endGesture();
  }

  // Makes the next step draw an example, instead of its own draw or of one in its batch.
  pick(example, step) {
    const drawn = this.player.runs[0].drawn.slice(0, Math.max(this.state.T, step + 1));
    if (step >= this.settings.fields.T.high || !this.settings.isDrawnAlike(this.state)) return;
    const next = drawn[step] ?? drawn.at(-1);
    drawn[step] = example;
    if (Array.isArray(next)) drawn[step] = next.includes(example) ? next : [example, ...next.slice(1)];
    this.past.endGesture();
    this.change({ draws: drawn, T: drawn.length, step: step + 1, line: Infinity }, "pick");
    const said = `Step ${step + 1} now draws example ${example}`;
    tell(this.said, `${said}. The order and the seed in the settings have no effect until you undo this (↶).`);
  }
}
