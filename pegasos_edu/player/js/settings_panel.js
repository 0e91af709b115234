// Builds the controls of an editor: one for each setting, undo and redo.

import { button, element, format } from "./elements.js";

const LABELS = {
  data: "Data", algorithm: "Algorithm", kernel: "Kernel", gamma: "γ of the kernel", lam: "λ", T: "Steps",
  sampling: "Order", seed: "Seed of the order", k: "Examples a step", b: "Bias b",
  project: "project onto the ball", whatif: "A program with a bug",
};
const DECADES = 4; // the longest slider, in factors of ten
const ON_LOG_SCALE = ["lam", "gamma"];
const HINTS = {
  lam: "The regularisation: a larger λ gives a shorter w, a wider band and a larger f*.",
  gamma: "A larger γ shortens the reach of each example, and the boundary can bend more.",
  b: "This bias is given, not learned; free_bias learns its own.",
  seed: "The same seed gives the same run.",
  project: "After each step, a w that is longer than 1/√λ is scaled back to this length.",
  whatif: "Compares a program that has this bug with the correct one, on the same draws.",
};

export class Panel {
  // page.set(name, text, gesture) makes another state; page also has undo(), redo() and restart(). host.id makes the
  // names of the controls unique in the document.
  constructor(page, settings) {
    Object.assign(this, { page, settings, inputs: {}, rows: {} });
    const { fields } = settings;
    for (const name of Object.keys(fields)) this.rows[name] = this.row(name, fields[name]);
    const buttonOf = (text, name, title) => button(text, () => page[name](), { title, "aria-label": name });
    this.buttons = {
      undo: buttonOf("↶", "undo", "undo the last change (Ctrl+Z)"),
      redo: buttonOf("↷", "redo", "redo it (Ctrl+Shift+Z)"),
      restart: buttonOf("Start over", "restart", "reset all settings"),
    };
  }

  // Returns a named form with some of the settings, followed by more parts.
  form(label, names, ...more) {
    const rows = names.filter((name) => this.rows[name]).map((name) => this.rows[name]);
    const filled = element("form", { class: "panel", "aria-label": label }, ...rows, ...more);
    filled.addEventListener("submit", (event) => event.preventDefault());
    filled.addEventListener("keydown", (event) => this.key(event));
    return filled;
  }

  // Stops the player from handling keys that a field needs.
  key(event) {
    const isField = event.target.matches("select, input:not([type=checkbox])");
    if ((isField && event.key !== "Escape") || [" ", "Enter"].includes(event.key)) event.stopPropagation();
    const name = ON_LOG_SCALE.find((setting) => event.target === this.inputs[setting]);
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

  // Returns a setting with its label. A typed value counts once it is complete; errors are shown.
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

  // Returns a slider on a log scale, with 20 steps per factor of ten; only the field reaches the smallest values.
  slider(name, { low, high }, change) {
    const oninput = (event) => {
      const value = Number((10 ** event.target.value).toPrecision(3));
      change(String(Math.min(value, high)), name);
    };
    const onchange = () => this.page.past.endGesture();
    const max = Math.log10(high);
    const min = Math.max(Math.log10(low), max - DECADES);
    const named = { type: "range", "aria-label": `${LABELS[name]}, on a log scale` };
    return element("input", { ...named, min, max, step: 0.05, oninput, onchange });
  }

  // Shows a state, and whether there is something to undo and to redo.
  show(state, past) {
    for (const [name, input] of Object.entries(this.inputs)) {
      this.rows[name].hidden = !this.settings.counts(name, state);
      if (input.type === "checkbox") input.checked = state[name];
      else if (input.value !== String(state[name])) input.value = state[name];
    }
    for (const name of ON_LOG_SCALE.filter((setting) => this.rows[setting])) {
      const slider = this.rows[name].querySelector("input[type=range]");
      const place = Math.log10(state[name]);
      if (Math.abs(slider.value - place) > 0.026) slider.value = place;
      slider.setAttribute("aria-valuetext", format(state[name]));
    }
    this.buttons.undo.disabled = !past.before.length;
    this.buttons.redo.disabled = !past.after.length;
    if (this.inputs.whatif) this.offer(state);
  }

  offer({ algorithm, whatif }) {
    if (this.offered !== algorithm) {
      const wrong = Object.entries(this.settings.algorithms[algorithm].whatif);
      const names = wrong.map(([id, { name }]) => [id, name]);
      const options = Object.fromEntries([["", "none"], ...names]);
      this.inputs.whatif.replaceChildren(...optionsOf(options));
    }
    this.offered = algorithm;
    this.inputs.whatif.value = whatif;
  }
}

function optionsOf(texts) {
  return Object.entries(texts).map(([value, text]) => element("option", { value }, text));
}
