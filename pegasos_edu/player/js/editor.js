// Shows a player whose run can be changed in the page: everything follows from a state, and is made again in one frame.

import { RunError } from "../../browser/js/engine.js";
import { RunDisplay } from "./display.js";
import { element, fold, tell } from "./elements.js";
import { Problem } from "./inputs.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";
import { KEY_WAYS, OTHER_CLASS, POINTER_WAYS } from "./point_editing.js";
import { onGrid, withAdded, withFlipped, withMoved, withRemoved } from "./points.js";
import { Runs } from "./runs.js";
import { Settings } from "./settings.js";
import { UndoStack } from "./undo.js";

export class Editor extends RunDisplay {
  // facts: from editor.py. host: as for the player; in addition rested(state) is called with each state that
  // stays for a while, id makes element ids unique, and address says whether the page address holds the state.
  constructor(root, facts, host = {}) {
    super();
    this.settings = new Settings(facts);
    this.runs = new Runs(facts);
    this.past = new UndoStack(this.settings.first);
    this.shown = null; // the state on the screen
    this.editings = [];
    Object.assign(this, { root, facts, host, frame: 0, timer: 0, work: 0, rest: null });
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
    return name === "data" && text === "own" ? { points: this.own() } : {};
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
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    clearTimeout(this.rest?.timer);
    this.work += 1;
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
    this.program = null;
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

  own() {
    const { places, labels, names } = this.runs.points(this.state);
    return this.state.points ?? onGrid(places, labels, names);
  }

  edit(make, gesture = "") {
    this.begin(() => this.change({ data: "own", points: make(this.own()) }, gesture));
  }

  // Changes the number of points, which changes all draws.
  recount(make, what, label) {
    const { names } = this.own();
    this.edit(make);
    const others = what === "added" ? " (with Shift or a long press, of the other class)" : "";
    const count = this.own().labels.length;
    tell(this.said, `A point of the class ${names[label > 0 ? 1 : 0]} was ${what}${others}. ` +
      `The examples are now drawn from ${count} points, so the whole run differs.`);
  }

  // Returns the point under the pointer, or null.
  get pointed() {
    const { pointed } = this.player;
    return pointed < this.own().labels.length ? pointed : null;
  }

  add(place, label) {
    this.recount((points) => withAdded(points, place, label), "added", label);
  }

  remove(n) {
    this.recount((points) => withRemoved(points, n), "removed", this.own().labels[n]);
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
