// Shows the playground: an editor with a choice of data, two runs side by side, guided tours, and links.

import { consequence } from "./consequences.js";
import { copying } from "./transport.js";
import { Drawers } from "./drawers.js";
import { Editor } from "./editor.js";
import { button, element, isCalm, tell } from "./elements.js";
import { SPEEDS } from "./inputs.js";
import { fewPoints } from "./points.js";
import { bytes } from "./run.js";
import { tableForm } from "./table_form.js";
import { Tour } from "./tour.js";
import { writingForm } from "./program_form.js";

const INTRO = "A support vector machine separates two classes by a line with a wide, nearly empty band. " +
  "Pegasos finds it, one example at a time. Play, drag a point, or move λ, the price of a long w.";
const OPENING = [3, 9]; // the page opens in the first of these steps and plays up to the second, which turns the line
const UNDERLINED = ["", " The line that differs is underlined.", " The lines that differ are underlined."];
const AT_HAND = ["data", "algorithm", "kernel", "gamma", "lam"];

class Playground extends Editor {
  constructor(root, facts) {
    super(root, facts, { keys: document, address: true, heading: "h3" });
    this.tour = new Tour(facts.tours, this, () => this.note());
    this.lay();
    window.addEventListener("hashchange", (event) => this.follow(event));
    this.follow();
    if (!location.hash) this.begins(...OPENING);
  }

  lay() {
    const { panel, tour } = this;
    const { undo, redo, restart } = panel.buttons;
    const rare = Object.keys(this.settings.fields).filter((name) => ![...AT_HAND, "whatif"].includes(name));
    const { writing, kinds } = this.facts;
    const complain = (text) => tell(this.problem, text);
    this.drawers = new Drawers({
      ...(writing ? { write: ["Write it", "", writingForm(this, writing)] } : {}),
      compare: ["Compare", " or add a bug", this.comparing()],
      tours: ["Tours", "", tour.menu],
      data: ["Your data", "", tableForm(kinds, (points, remark) => this.takePoints(points, remark), complain)],
      share: ["Share", "", this.sharing()],
      settings: ["Settings", "", panel.form("More about the run", rare, restart)],
    }, () => {
      tell(this.problem, "");
      this.player.restyle();
    });
    const does = element("div", { class: "does" }, undo, redo, ...this.drawers.buttons.values());
    const title = this.root.querySelector("h1");
    const head = element("header", {}, title, panel.form("The run", AT_HAND), does);
    this.intro = element("p", { class: "intro", role: "status" }, INTRO);
    const run = element("section", { class: "run", "aria-labelledby": "run-title" });
    run.append(element("h2", { id: "run-title", class: "unseen" }, "The run, step by step"), this.stage);
    this.root.classList.add("pegasos-editor");
    const line = element("div", { class: "line" }, this.intro, this.notes); // one of them is shown
    this.root.append(head, this.drawers.element, line, run);
    this.open(true);
  }

  // Plays some of the first steps, because a picture that moves is looked at; links show what they name.
  begins(first, last) {
    this.player.go(first);
    this.playTo(last, (last - first) / this.player.speed);
  }

  // Gives users who want to make their own points a few first points.
  startOf(name, text) {
    return name === "data" && text === "own" ? { points: fewPoints() } : {};
  }

  comparing() {
    this.keeper = button("", () => this.begin(() => this.compare()));
    const words = "Two runs on the same data, with one seek bar. Keep this run on the left and change the one on the " +
      "right, or choose a program with a bug.";
    const form = this.panel.form("The other run", ["whatif"]);
    return element("div", {}, element("p", {}, words), element("div", { class: "compared" }, this.keeper, form));
  }

  compare() {
    const { state, settings } = this;
    const isAlone = !state.also && !state.whatif;
    this.change({ whatif: "", also: isAlone ? settings.ofRun(state) : null });
    if (isAlone) tell(this.said, "The run on the left stays as it is; the controls change the one on the right.");
    this.drawers.close();
  }

  // Shows points of the user's own, and closes the form that they came from.
  takePoints(points, remark) {
    this.begin(() => this.change({ data: "own", points }));
    tell(this.said, remark);
    this.drawers.close();
  }

  sharing() {
    this.link = element("code", { class: "link" });
    this.wordsOfLink = element("p");
    return element("div", {}, this.wordsOfLink, this.link, copying(this.link, "Copy the link"));
  }

  tellLink() {
    const { base } = this.facts;
    const isPublished = base || /^https?:/.test(location.protocol);
    const here = location.href.split("#")[0];
    const name = decodeURIComponent(here.split("/").at(-1));
    tell(this.link, `${base ?? here}#${this.address()}`);
    tell(this.wordsOfLink, isPublished
      ? "This link opens the page as it is now, with your points and settings."
      : `This page is a file on your machine, so the link works only here. Send the file ${name} along, and the part ` +
        "of the link from # on; or put the file on a web server and open it there.");
  }

  note() {
    super.note();
    this.tellLink();
  }

  visit(part) {
    this.runner.program = null;
    this.begin(() => {
      this.past.put(this.settings.changed({ ...this.settings.first, step: Infinity }, part));
      this.request();
    });
  }

  playTo(step, seconds) {
    const steps = step - this.player.step;
    if (isCalm() || steps <= 0) {
      this.player.go(step);
      return;
    }
    this.player.speed = SPEEDS.find((speed) => speed * seconds >= steps) ?? SPEEDS.at(-1);
    this.player.play(step);
  }

  address() {
    return this.tour.address || super.address();
  }

  visitLink(link) {
    const stop = link.value("tour", (text) => this.tour.stopIn(text));
    if (!stop) super.visitLink(link);
    if (stop) this.tour.open(...stop);
    else this.tour.end();
  }

  take(records, state) {
    const bug = this.facts.algorithms[state.algorithm].whatif[state.whatif];
    super.take(records, state);
    const where = bug ? UNDERLINED[Math.min(this.mark(), 2)] : "";
    tell(this.intro, bug ? `On the right: ${bug.says}${where}` : INTRO);
    if (!this.isHeld) this.tellChange(records, state);
    if (bug !== this.bug) this.player.restyle(); // its words may need more room
    this.bug = bug;
  }

  // Marks the lines of the program on the right that the one on the left does not have; returns their number.
  mark() {
    const [left, right] = this.player.views.map(({ listing }) => [...listing.element.querySelectorAll(".python")]);
    const known = new Set(left.map((line) => line.textContent));
    const added = right.filter(({ textContent: text }) => !known.has(text) && !text.startsWith("def "));
    for (const line of right) line.parentNode.classList.toggle("differs", added.includes(line));
    return added.length;
  }

  // Says what the last change did to the best w, and why.
  tellChange([{ best, loss, picture: { exact, kind } }, second], state) {
    const { changed, before } = this;
    const now = { best, lam: state.lam, isPlane: exact && kind === "plane", loss, ...this.runner.points(state) };
    Object.assign(this, { changed: {}, before: now });
    if (second || this.tour.tour || !before?.best || !best) return;
    const said = consequence(changed, before, now);
    if (said) tell(this.said, `${said} ${this.said.textContent}`.trim());
  }

  hold() {
    super.hold();
    const isAlone = this.player.views.length === 1; // then a question stands below the sentence
    this.player.root.querySelector(isAlone ? "section" : ".body").append(this.tour.element);
    if (this.tour.tour) this.player.restyle(); // the question needs room
  }

  // Called when the player has drawn a moment.
  drawn() {
    const { player } = this;
    if (!this.shown || !player.runs) return;
    tell(this.keeper, this.shown.also || this.shown.whatif ? "Stop comparing" : "Keep this run, and change another");
    if (!player.frame) this.tour.seen(player.step);
  }

  change(part, gesture) {
    this.changed = part;
    super.change(part, gesture);
  }
}

// Opens the page with its packed facts.
export async function open(root, packed) {
  const unpacked = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Playground(root, JSON.parse(await new Response(unpacked).text()));
}
