// Builds the part below the runs: the chart under its seek bar, the transport, and the folded sections.

import { ACTIONS, button, listOfKeys } from "./actions.js";
import { Chart } from "./chart.js";
import { element, fold, tell } from "./elements.js";
import { sourceOf } from "./listing.js";

const HINT = "Point at an example for its numbers; click it to go to the step that draws it, or click a line. ";

export const SPEEDS = [0.5, 1, 2, 5, 10, 25, 50]; // in steps a second

export class Controls {
  constructor(player) {
    this.player = player;
    this.chart = new Chart(player.runs);
    this.range = this.bar();
    this.where = element("output", { class: "where", "aria-live": "off" });
    this.speeds = this.menu();
    this.live = element("p", { class: "live", "aria-live": "polite" });
    this.terms = element("dl", { class: "terms" });
    const ofRuns = (name, parts) => fold(name, element("div", { class: "of-runs" }, ...parts));
    const { views, host } = player;
    this.landscapes = views.map(({ landscape }) => landscape).filter(Boolean);
    this.map = ofRuns("f at each w", this.landscapes.map((landscape) => landscape.element));
    this.python = this.lines();
    this.help = fold("Keys", element("div", {}, listOfKeys(), element("p", {}, HINT + (host.ways ?? ""))));
    const listings = player.runs.filter(({ listing }) => listing.length);
    this.source = ofRuns("The source", listings.map(sourceOf));
    this.source.hidden = !listings.length;
    const folds = [
      ofRuns("What is minimised", views.map(({ minimised }) => minimised.words)), this.map,
      fold("What the letters mean", this.terms), ...host.folds?.() ?? [], this.python, this.source, this.help,
    ];
    this.parts = [
      element("div", { class: "seek" }, this.chart.canvas, this.range),
      element("div", { class: "buttons" }, ...this.buttons(), this.speeds, this.where),
      element("div", { class: "more" }, ...folds),
      this.live,
    ];
    this.tellFolds();
  }

  exchange(runs) {
    this.chart.exchange(runs);
    this.range.max = runs[0].T;
    tell(this.python.querySelector("pre"), this.linesOfPython());
    this.tellFolds();
  }

  // Explains the letters of all runs; each meaning appears once.
  tellFolds() {
    this.map.hidden = !this.landscapes.some(({ isThere }) => isThere);
    const ofRun = ({ letters, picture }) => [...letters, ...(picture.caption ? [["picture", picture.caption]] : [])];
    const meanings = new Map(this.player.runs.flatMap(ofRun).map((one) => [one.join(), one]));
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
  }

  playing(now) {
    this.play.textContent = now ? "❚❚" : "▶";
  }

  // Shows the moment of the player.
  show(done) {
    const { step, line, T, speed } = this.player;
    this.range.value = step;
    this.speeds.value = speed;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${T}`);
    const place = done === step ? "" : `, line ${line + 1}`;
    tell(this.where, `step ${step} of ${T}${place}`);
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
