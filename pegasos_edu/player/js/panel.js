// Builds the controls of an editor: one for each setting, what a click does, undo and redo.

import { element, fold, format } from "./elements.js";
import { HAND_KEYS } from "./hand.js";

const CLICKS = {
  draw: "draws it next", minus: "adds a ●", plus: "adds a ▲", flip: "flips its class",
  remove: "removes it",
};
const LABELS = {
  data: "Data", algorithm: "Algorithm", kernel: "Kernel", gamma: "γ of the kernel",
  lam: "λ, the regularisation", T: "Steps", sampling: "Order", seed: "Seed of the order",
  k: "Examples a step", b: "Bias b", project: "project onto the ball", whatif: "Add a bug",
};
const ON_LOG_SCALE = ["lam", "gamma"];
const HINTS = {
  lam: "A larger λ gives a shorter w, a wider band and a larger f*.",
  gamma: "A larger γ shortens the reach of each example, and the boundary can bend more.",
  b: "This bias is given, not learned; free_bias learns its own.",
  seed: "The same seed gives the same run.",
  project: "After each step, a w that is longer than 1/√λ is scaled back to this length.",
  whatif: "Compares a program that has this bug with the correct one, on the same draws.",
};

export class Panel {
  // page.set(name, text, gesture) makes another state; undo(), redo(), restart(), link() and, if there is one,
  // file(one) do what they say; host.id makes the names of the controls unique in the document.
  constructor(page, settings) {
    Object.assign(this, { page, settings, inputs: {}, rows: {} });
    const { fields } = settings;
    for (const name of Object.keys(fields)) this.rows[name] = this.row(name, fields[name]);
    const taken = { type: "file", accept: ".csv,.tsv,.txt,text/csv", onchange: () => this.opened() };
    this.file = element("input", { ...taken, hidden: "", "aria-label": "A CSV file" });
    const hasAddress = page.host.address && !window.frameElement;
    this.buttons = {
      undo: this.button("↶ Undo", "undo", "undo the last change (Ctrl+Z)"),
      redo: this.button("↷ Redo", "redo", "redo it (Ctrl+Shift+Z)"),
      restart: this.button("Start over", "restart", "reset all settings"),
    };
    const linked = "copy an address that opens the page as it is now";
    if (hasAddress) this.buttons.link = this.button("Copy link", "link", linked);
    const open = () => this.file.click();
    const csv = element("button", { type: "button", onclick: open }, "Open a CSV file …");
    const rows = (...names) => names.filter((name) => this.rows[name]).map((name) => this.rows[name]);
    const options = Object.keys(settings.options);
    const first = rows("data", "algorithm", "kernel", "gamma", "lam", ...options, "k");
    const others = [...rows("whatif", "T", "sampling", "seed"), ...(page.file ? [csv, this.file] : [])];
    const more = { type: "button", class: "more", "aria-expanded": false, onclick: () => this.unfold() };
    this.more = element("button", more, "More settings");
    const does = element("div", { class: "does" }, ...Object.values(this.buttons));
    const named = { class: "panel", "aria-label": "Settings of the run" };
    const rest = element("div", { class: "rest" }, ...others);
    this.element = element("form", named, ...first, this.more, does, rest);
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.clicks = this.choices();
  }

  // Keeps keys that a field needs from the player.
  key(event) {
    const isField = event.target.matches("select, input:not([type=checkbox])");
    if (isField || [" ", "Enter"].includes(event.key)) event.stopPropagation();
    const name = ON_LOG_SCALE.find((one) => event.target === this.inputs[one]);
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (name && way) this.step(name, way, event);
  }

  // Moves the slider by one step; the browser's own step would ignore the log scale.
  step(name, way, event) {
    event.preventDefault();
    const slider = this.rows[name].querySelector("input[type=range]");
    slider.value = Number(slider.value) + way * Number(slider.step);
    slider.dispatchEvent(new Event("input"));
  }

  // Unfolds the settings that a narrow screen hides.
  unfold() {
    this.more.setAttribute("aria-expanded", this.element.classList.toggle("open"));
  }

  button(text, name, title) {
    return element("button", { type: "button", title, onclick: () => this.page[name]() }, text);
  }

  // Returns a setting with its label. A typed value is taken when it is complete; errors are shown.
  row(name, field) {
    const id = `set-${name}${this.page.host.id ?? ""}`;
    const change = (text, gesture = "") => this.page.set(name, text, gesture);
    const onchange = () => change(this.inputs[name].value);
    const hint = HINTS[name] ? { title: HINTS[name] } : {};
    if (typeof field.first === "boolean") {
      const onclick = () => change(String(this.inputs[name].checked));
      this.inputs[name] = element("input", { id, type: "checkbox", onclick, ...hint });
      const label = element("label", { for: id }, ` ${LABELS[name] ?? name}`);
      return element("p", { class: "switch-row" }, this.inputs[name], label);
    }
    if (field.of) {
      this.inputs[name] = element("select", { id, onchange, ...hint }, ...optionsOf(field.of));
    } else {
      const bounds = { step: field.isWhole ? 1 : "any", min: field.low, max: field.high };
      this.inputs[name] = element("input", { id, type: "number", ...bounds, onchange, ...hint });
    }
    const label = element("label", { for: id }, LABELS[name] ?? name);
    const slide = ON_LOG_SCALE.includes(name) ? [this.slider(name, field, change)] : [];
    return element("p", { class: `row ${name}` }, label, ...slide, this.inputs[name]);
  }

  // Returns a slider on a log scale, with 20 steps per factor of ten.
  slider(name, { low, high }, change) {
    const oninput = (event) => {
      const value = Number((10 ** event.target.value).toPrecision(3));
      change(String(Math.min(Math.max(value, low), high)), name);
    };
    const onchange = () => this.page.endGesture();
    const [min, max] = [low, high].map(Math.log10);
    const named = { type: "range", "aria-label": `${LABELS[name]}, on a log scale` };
    return element("input", { ...named, min, max, step: 0.05, oninput, onchange });
  }

  // Returns the choice of what a click on the picture does, which is shown below the picture.
  choices() {
    const one = ([value, text]) => {
      const input = element("input", { type: "radio", name: `click${this.page.host.id ?? ""}`, value });
      input.checked = value === "draw";
      return element("label", {}, input, element("span", {}, text));
    };
    const name = element("span", {}, "A click");
    const parts = Object.entries(CLICKS).map(one);
    const said = fold("drag moves; keys", element("p", {}, `On the picture, ${HAND_KEYS}.`));
    const group = { class: "clicks", role: "group", "aria-label": "A click" };
    const made = element("div", group, name, ...parts, said);
    made.addEventListener("keydown", (event) => event.stopPropagation());
    return made;
  }

  does() {
    return this.clicks.querySelector("input:checked").value;
  }

  opened() {
    const [file] = this.file.files;
    this.file.value = ""; // or the same file could not be opened again
    if (file) this.page.file(file);
  }

  // Shows a state, and whether there is something to undo and to redo.
  show(state, past) {
    for (const [name, input] of Object.entries(this.inputs)) {
      this.rows[name].hidden = !this.settings.counts(name, state);
      if (input.type === "checkbox") input.checked = state[name];
      else if (input.value !== String(state[name])) input.value = state[name];
    }
    for (const name of ON_LOG_SCALE.filter((one) => this.rows[one])) {
      const slider = this.rows[name].querySelector("input[type=range]");
      const place = Math.log10(state[name]);
      if (Math.abs(slider.value - place) > 0.026) slider.value = place;
      slider.setAttribute("aria-valuetext", format(state[name]));
    }
    this.buttons.undo.disabled = !past.before.length;
    this.buttons.redo.disabled = !past.after.length;
    if (this.inputs.whatif) this.offer(state);
  }

  // Offers the bugs of the algorithm.
  offer({ algorithm, whatif }) {
    if (this.offered !== algorithm) {
      const wrong = Object.entries(this.settings.algorithms[algorithm].whatif);
      const names = wrong.map(([id, { name }]) => [id, name]);
      const options = Object.fromEntries([["", "none"], ...names]);
      this.inputs.whatif.replaceChildren(...optionsOf(options, ""));
    }
    this.offered = algorithm;
    this.inputs.whatif.value = whatif;
  }
}

function optionsOf(texts) {
  return Object.entries(texts).map(([value, text]) => element("option", { value }, text));
}
