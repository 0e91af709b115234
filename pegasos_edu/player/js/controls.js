// Builds the part below the runs: the chart under its seek bar, the transport, and the folded sections.

import { ACTIONS, button, listOfKeys } from "./actions.js";
import { Chart } from "./chart.js";
import { brief, element, fold, tell } from "./elements.js";

export const SPEEDS = [0.5, 1, 2, 5, 10, 25, 50]; // in steps a second

export class Controls {
  constructor(player) {
    this.player = player;
    this.chart = new Chart(player.runs);
    this.range = this.bar();
    this.where = element("output", { class: "where", "aria-live": "off" });
    this.speeds = this.menu();
    this.live = element("p", { class: "live", "aria-live": "polite" });
    this.python = this.lines();
    const ways = element("p", {}, player.host.ways ?? "");
    this.help = fold("Keys", element("div", {}, listOfKeys(), ways));
    this.remarks = this.switchOfRemarks();
    this.terms = element("dl", { class: "terms" });
    this.letters = fold("What the letters mean, and why", this.terms);
    const asked = { type: "button", class: "letters", onclick: () => this.unfold("letters") };
    const asking = element("button", asked, "What do the letters mean?");
    this.parts = [
      element("div", { class: "seek" }, this.chart.canvas, this.range),
      element("div", { class: "buttons" }, ...this.buttons(), this.speeds, asking, this.where),
      element("div", { class: "more" }, this.letters, this.python, this.help, ...this.remarks),
      this.live,
    ];
    this.tellTerms();
  }

  exchange(runs) {
    this.chart.exchange(runs);
    this.range.max = runs[0].T;
    tell(this.python.querySelector("pre"), this.linesOfPython());
    this.tellTerms();
  }

  // Explains the letters of all runs; each meaning appears once.
  tellTerms() {
    const meanings = new Map(this.player.runs.flatMap((run) => run.letters).map((one) => [one.join(), one]));
    const key = [...meanings.keys()].join();
    if (key === this.termsKey) return;
    this.termsKey = key;
    const entries = [...meanings.values()].map(([sign, text]) => [element("dt", {}, sign), element("dd", {}, text)]);
    this.terms.replaceChildren(...entries.flat());
  }

  buttons() {
    const made = new Map();
    for (const action of ACTIONS) {
      if (action.button) made.set(action.name, button(action, this.player));
    }
    this.play = made.get("play");
    this.play.classList.add("play");
    return made.values();
  }

  bar() {
    const oninput = () => this.player.go(Number(this.range.value));
    const attributes = { type: "range", min: 0, max: this.player.T, "aria-label": "Step", oninput };
    return element("input", attributes);
  }

  // Returns the focus to the player after a choice by pointer; after a choice by keyboard, the focus stays.
  menu() {
    let pointed = { detail: 0 };
    const onpointerdown = () => {
      pointed = { detail: 1 };
    };
    const onkeydown = () => {
      pointed = { detail: 0 };
    };
    const onchange = () => {
      this.player.speed = Number(this.speeds.value);
      this.player.takeKeys(pointed);
    };
    const options = SPEEDS.map((value) => element("option", { value }, `${value} steps/s`));
    const listeners = { onpointerdown, onkeydown, onchange };
    return element("select", { "aria-label": "Speed", ...listeners }, ...options);
  }

  // Returns a button for the remarks, if the listing has some.
  switchOfRemarks() {
    const count = this.player.runs.flatMap((run) => run.listing).filter(([code]) => !code).length;
    if (!count) return [];
    const onclick = (event) => {
      this.toggleRemarks();
      this.player.takeKeys(event);
    };
    const label = `⚠ ${count} ${count === 1 ? "remark" : "remarks"} on the source`;
    const isShown = this.player.root.classList.contains("remarks");
    const attributes = { type: "button", class: "switch", "aria-pressed": isShown, onclick };
    return [element("button", attributes, label)];
  }

  toggleRemarks() {
    const shown = this.player.root.classList.toggle("remarks");
    for (const button of this.remarks) button.setAttribute("aria-pressed", shown);
  }

  // Returns the runs as Python, with a button that copies them or, where that is not allowed, selects them.
  lines() {
    const lines = element("pre", { tabindex: 0 }, this.linesOfPython());
    return fold("Copy as Python", element("div", {}, copying(lines, "Copy"), lines));
  }

  linesOfPython() {
    return this.player.runs.map((run) => run.python).join("\n");
  }

  unfold(name) {
    this[name].open = !this[name].open;
    if (this[name].open) this[name].scrollIntoView({ block: "nearest" });
  }

  playing(now) {
    this.play.textContent = now ? "❚❚" : "▶";
  }

  // Shows the moment of the player and the objective of each run.
  show(done, f) {
    const { step, line, T, speed } = this.player;
    this.range.value = step;
    this.speeds.value = speed;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${T}`);
    const place = done === step ? "" : `, line ${line + 1}`;
    const values = f.map((value) => brief(value)).join(" | ");
    tell(this.where, `step ${step} of ${T}${place}: f = ${values}`);
  }

  say(text) {
    tell(this.live, text);
  }
}

// Returns a button that copies the text of an element or, where that is not allowed, selects it.
export function copying(shown, name) {
  const said = element("output");
  const onclick = async () => {
    try {
      await navigator.clipboard.writeText(shown.textContent);
      said.textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(shown);
      said.textContent = "This browser does not let the page copy. The text is selected: press Ctrl+C or ⌘C.";
    }
  };
  return element("p", {}, element("button", { type: "button", onclick }, name), " ", said);
}
