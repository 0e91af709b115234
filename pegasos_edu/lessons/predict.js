// Lets a reader answer the stored HTML of a prediction, and shows the outcome beside the guess, in pages and notebooks.
//
// A vote is an object: `guess` is the value, `inWords` the same as text, `reason` a chosen reason, and
// `kind` says whether it is a choice, a number or a place.

import { numberLine } from "./number_line.js";
import { Place } from "./place.js";

export function element(tag, attributes, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

export class Prediction {
  constructor(root) {
    const { key, kind } = root.dataset;
    Object.assign(this, { root, key, kind, picture: null, chosen: null });
    this.buttons = this[kind]();
    this.message = element("p", { className: "said" });
    this.message.setAttribute("aria-live", "polite");
    root.querySelector(".how").replaceWith(this.message);
  }

  // Makes one button for each choice, and one for each of its reasons.
  choice() {
    return [...this.root.querySelectorAll("li[data-choice]")].flatMap((item) => {
      const because = item.querySelector(".because");
      because?.remove();
      const button = element("button", { type: "button" }, ...item.childNodes);
      const vote = { guess: item.dataset.choice, inWords: button.textContent, button };
      button.addEventListener("click", () => this.choose(vote, because));
      item.replaceChildren(button);
      return [button, ...this.reasons(because, vote)];
    });
  }

  reasons(because, vote) {
    return [...(because?.querySelectorAll("li") ?? [])].map((item) => {
      const button = element("button", { type: "button" }, ...item.childNodes);
      button.addEventListener("click", () => this.commit({ ...vote, reason: item.dataset.reason, by: button }));
      item.replaceChildren(button);
      return button;
    });
  }

  // Shows the reasons for a choice; until one of them is pressed, another choice can be made.
  choose(vote, because) {
    this.root.querySelector(".because")?.remove();
    if (!because) {
      this.commit(vote);
      return;
    }
    this.withdraw();
    this.chosen = vote;
    this.mark(vote);
    this.message.before(because);
    this.say(`You said: ${vote.inWords}. And why?`);
    this.root.dispatchEvent(new Event("chosen", { bubbles: true }));
  }

  number() {
    const { unit } = this.root.dataset;
    const field = element("input", { type: "number", step: "any" });
    field.setAttribute("aria-label", `your guess, ${unit}`);
    const isOne = () => Number(field.value) === 1 && unit.endsWith("s"); // no "1 images"
    const inWords = () => (isOne() ? "1" : `${field.value} ${unit}`);
    const button = this.submitting([field, ` ${unit} `], () => [field.value, inWords()]);
    return [field, button];
  }

  // Takes a click as the guess; the two number fields serve the keyboard.
  place() {
    const frame = this.root.querySelector(".place");
    const fields = ["across", "up"].map((name) => {
      const field = element("input", { type: "number", step: "any" });
      field.setAttribute("aria-label", name);
      return field;
    });
    const show = () => this.picture.put("×", fields.map((field) => Number(field.value)));
    fields.forEach((field) => field.addEventListener("input", show));
    const read = () => {
      const values = fields.map((field) => field.value);
      const inWords = values.map((value) => Number(value) + 0).join(", "); // no −0
      return [values.every(Boolean) && values.map(Number), `(${inWords.replaceAll("-", "−")})`];
    };
    const button = this.submitting(["(", fields[0], ", ", fields[1], ") "], read);
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

  // Makes a form with a button; `read` returns the guess, empty if there is none yet, and the guess as text.
  submitting(parts, read) {
    const button = element("button", { type: "submit" }, "That is my guess");
    const form = element("form", {}, ...parts, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [guess, inWords] = read();
      if (guess) this.commit({ guess, inWords, button });
      else this.say("Make your guess first.");
    });
    this.root.querySelector(".how").before(form);
    return button;
  }

  say(text) {
    this.message.textContent = text;
  }

  mark(vote) {
    for (const button of this.buttons) button.classList.toggle("chosen", [vote.button, vote.by].includes(button));
  }

  // Shows a guess that was made.
  commit(vote) {
    this.mark(vote);
    this.say(`You said: ${vote.inWords}. Go on, and see.`);
  }

  // Forgets a guess, because another choice waits for its reason.
  withdraw() {}

  // Keeps the guess from now on.
  settle() {
    this.isSettled = true;
    for (const button of this.buttons) button.disabled = true;
    this.root.classList.add("settled");
  }
}

// Shows an outcome, unfolded, next to the guess, and opens the feedback for its choice and its reason.
export function answer(outcome, vote) {
  const fold = outcome.querySelector(".told");
  fold?.replaceWith(...[...fold.childNodes].slice(1)); // without its summary
  if (!vote) return;
  const { kind, guess, inWords, reason } = vote;
  const others = [...outcome.querySelectorAll("details")];
  const chosen = others.find(({ dataset }) => dataset.choice === guess);
  const why = reason && others.find(({ dataset }) => dataset.reason === reason);
  let verdict = `You said: ${inWords}.`;
  if (chosen) verdict = `✗ ${verdict}`;
  if (outcome.dataset.answer === guess) verdict = `✓ ${verdict}`;
  outcome.prepend(element("p", {}, element("b", {}, verdict)));
  for (const part of [chosen, why]) if (part) part.open = true;
  if (kind === "number") outcome.append(numberLine(Number(guess), Number(outcome.dataset.answer)));
}
