// Builds the part below the runs: the chart under its seek bar, the transport, and the folded sections.

import { ACTIONS, buttonOf, listOfKeys } from "./actions.js";
import { Chart } from "./objective_chart.js";
import { button, element, fold, tell, termsOf } from "./elements.js";
import { SPEEDS } from "./inputs.js";
import { sourceOf } from "./listing.js";

const HINT = "Point at an example for its numbers; click it to go to the step that draws it, or click a line. ";

export class Controls {
  constructor(player) {
    this.player = player;
    this.chart = new Chart(player.runs);
    const oninput = () => player.go(Number(this.range.value));
    this.range = element("input", { type: "range", min: 0, max: player.T, "aria-label": "Step", oninput });
    this.where = element("output", { class: "where", "aria-live": "off" });
    this.speeds = this.menu();
    const buttons = ACTIONS.filter((action) => action.button).map((action) => buttonOf(action, player));
    this.play = buttons.find((each) => each.matches(".play"));
    this.live = element("p", { class: "live", "aria-live": "polite" });
    this.terms = element("div");
    const ofRuns = (name, parts) => fold(name, element("div", { class: "of-runs" }, ...parts));
    const { views, host } = player;
    this.landscapes = views.map(({ landscape }) => landscape).filter(Boolean);
    this.map = ofRuns("f at each w", this.landscapes.map((landscape) => landscape.element));
    this.lines = element("pre", { tabindex: 0 });
    this.python = fold("Copy as Python", element("div", {}, copying(this.lines, "Copy"), this.lines));
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
      element("div", { class: "buttons" }, ...buttons, this.speeds, this.where),
      element("div", { class: "more" }, ...folds),
      this.live,
    ];
    this.tellFolds(player.runs);
  }

  exchange(runs) {
    this.chart.exchange(runs);
    this.range.max = runs[0].T;
    this.tellFolds(runs);
  }

  // Gives the runs as Python, and explains their letters; each meaning appears once.
  tellFolds(runs) {
    tell(this.lines, runs.map((run) => run.python).join("\n"));
    this.map.hidden = !this.landscapes.some(({ isThere }) => isThere);
    const ofRun = ({ letters, picture }) => [...letters, ...(picture.caption ? [["picture", picture.caption]] : [])];
    const meanings = new Map(runs.flatMap(ofRun).map((letter) => [letter.join(), letter]));
    const key = [...meanings.keys()].join();
    if (key === this.termsKey) return;
    this.termsKey = key;
    this.terms.replaceChildren(termsOf([...meanings.values()]));
  }

  menu() {
    const onchange = () => {
      this.player.speed = Number(this.speeds.value);
      this.player.takeKeys(!this.speeds.matches(":focus-visible"));
    };
    const options = SPEEDS.map((value) => element("option", { value }, `${value} steps/s`));
    return element("select", { "aria-label": "Speed", onchange }, ...options);
  }

  unfold(name) {
    this[name].open = !this[name].open;
  }

  playing(now) {
    this.play.textContent = now ? "❚❚" : "▶";
  }

  show(done) {
    const { step, line, T, speed } = this.player;
    this.range.value = step;
    this.speeds.value = speed;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${T}`);
    const place = done === step ? "" : `, line ${line + 1}`;
    tell(this.where, `step ${step} of ${T}${place}`);
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
  return element("p", {}, button(name, onclick), " ", said);
}
