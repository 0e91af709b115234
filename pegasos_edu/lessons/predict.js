// Predictions on a page: what follows one is folded until a guess is made, and the guess then beside it.

import { Place } from "./place.js";

const WITHOUT = "Go on without a guess";

function made(tag, attributes, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

class Prediction {
  constructor(root) {
    const { key, kind } = root.dataset;
    Object.assign(this, { root, key, picture: null });
    this.following = [...document.querySelectorAll(`[data-after="${key}"]`)];
    for (const part of this.following) part.hidden = true;
    this.buttons = this[kind]();
    const without = made("button", { type: "button", className: "without" }, WITHOUT);
    without.addEventListener("click", () => this.commit(null, ""));
    this.said = made("p", { className: "said" });
    this.said.setAttribute("aria-live", "polite");
    root.querySelector(".how").replaceWith(without, this.said);
    this.buttons.push(without);
  }

  // One button a choice.
  choice() {
    return [...this.root.querySelectorAll("li")].map((item) => {
      const button = made("button", { type: "button" }, ...item.childNodes);
      const choice = item.dataset.choice;
      button.addEventListener("click", () => this.commit(choice, button.textContent, button));
      item.replaceChildren(button);
      return button;
    });
  }

  number() {
    const { unit } = this.root.dataset;
    const field = made("input", { type: "number", step: "any" });
    field.setAttribute("aria-label", `your guess, ${unit}`);
    const isOne = () => Number(field.value) === 1 && unit.endsWith("s"); // no "1 images"
    const said = () => (isOne() ? "1" : `${field.value} ${unit}`);
    const button = this.submitting([field, ` ${unit} `], () => [field.value, said()]);
    return [field, button];
  }

  // A click is the guess; the two fields that it fills can be filled by keys as well.
  place() {
    const frame = this.root.querySelector(".place");
    const fields = ["across", "up"].map((name) => {
      const field = made("input", { type: "number", step: "any" });
      field.setAttribute("aria-label", name);
      return field;
    });
    const show = () => this.picture.put("×", fields.map((field) => Number(field.value)));
    fields.forEach((field) => field.addEventListener("input", show));
    const told = () => {
      const values = fields.map((field) => field.value);
      const shown = values.map((value) => Number(value) + 0).join(", "); // no −0
      return [values.every(Boolean), `(${shown.replaceAll("-", "−")})`];
    };
    const button = this.submitting(["(", fields[0], ", ", fields[1], ") "], told);
    this.picture = new Place(frame, JSON.parse(frame.dataset.axes), (point) => {
      if (button.disabled) return;
      fields.forEach((field, n) => {
        field.value = Number(point[n].toFixed(2)) + 0;
      });
      show();
      button.click();
    });
    return [...fields, button];
  }

  // A form with a button; `told` gives the guess, empty where there is none yet, and how it is shown.
  submitting(parts, told) {
    const button = made("button", { type: "submit" }, "That is my guess");
    const form = made("form", {}, ...parts, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [guess, shown] = told();
      if (guess) this.commit(guess, shown, button);
      else this.say("Make your guess first.");
    });
    this.root.querySelector(".how").before(form);
    return button;
  }

  say(text) {
    this.said.textContent = text;
  }

  // The guess stands from now on; null is none.
  commit(guess, shown, button = null) {
    for (const one of this.buttons) one.disabled = true;
    this.buttons.at(-1).remove();
    if (button) button.classList.add("chosen");
    this.root.classList.add("settled");
    this.say("");
    if (guess !== null) this.say(`You said: ${shown}. Go on, and see.`);
    for (const part of this.following) part.hidden = false;
    for (const outcome of document.querySelectorAll(`.pegasos-outcome[data-key="${this.key}"]`)) {
      this.tell(outcome, guess, shown);
    }
    this.root.dispatchEvent(new Event("predicted", { bubbles: true }));
  }

  // The guess beside what happened, and what there is to say to whoever made it.
  tell(outcome, guess, shown) {
    if (this.picture) this.picture.put("○", JSON.parse(outcome.dataset.answer));
    if (guess === null) return;
    const others = [...outcome.querySelectorAll("details")];
    const own = others.find(({ dataset }) => dataset.choice === guess);
    let verdict = `You said: ${shown}.`;
    if (own) verdict = `✗ ${verdict}`;
    if (outcome.dataset.answer === guess) verdict = `✓ ${verdict}`;
    outcome.prepend(made("p", {}, made("b", {}, verdict)));
    if (own) own.open = true;
  }
}

export function predictions() {
  return [...document.querySelectorAll(".pegasos-predict")].map((root) => new Prediction(root));
}
