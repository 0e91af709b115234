// Shows predictions on a page; the part after one stays folded until the reader guesses, or scrolls past its place.

import { numberLine } from "./number_line.js";
import { Place } from "./place.js";
import { stills } from "./stills.js";
import { markCut } from "./swipe.js";

function element(tag, attributes, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

class Prediction {
  constructor(root) {
    const { key, kind } = root.dataset;
    Object.assign(this, { root, key, kind, picture: null, chosen: null });
    this.following = [...document.querySelectorAll(`[data-after="${key}"]`)];
    for (const part of this.following) part.hidden = true;
    this.buttons = this[kind]();
    this.message = element("p", { className: "said" });
    this.message.setAttribute("aria-live", "polite");
    root.querySelector(".how").replaceWith(this.message);
    root.addEventListener("go-on", () => this.commit(this.chosen));
  }

  // Goes on once the place of the folded part has left the screen at its top; what follows then moves down, so that
  // the reader sees the part, unless it is far away.
  scrolled() {
    const before = this.following[0]?.previousElementSibling;
    if (this.isSettled || !before?.offsetHeight) return;
    const { bottom } = before.getBoundingClientRect();
    if (bottom >= 0) return;
    const { style } = document.documentElement;
    if (bottom > -window.innerHeight) style.overflowAnchor = "none";
    this.commit(this.chosen);
    requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty("overflow-anchor")));
  }

  // Presses the answer with a number, if the question is on the screen; returns whether it did.
  press(number) {
    const { top, bottom } = this.root.getBoundingClientRect();
    const rows = this.root.querySelectorAll("li button:enabled");
    if (this.isSettled || !rows[number - 1]?.offsetHeight || top < 0 || bottom > window.innerHeight) return false;
    rows[number - 1].click();
    return true;
  }

  // Makes one button for each choice, and one for each of its reasons.
  choice() {
    return [...this.root.querySelectorAll("li[data-choice]")].flatMap((item) => {
      const because = item.querySelector(".because");
      because?.remove();
      const button = element("button", { type: "button" }, ...item.childNodes);
      const made = { guess: item.dataset.choice, inWords: button.textContent, button };
      button.addEventListener("click", () => this.choose(made, because));
      item.replaceChildren(button);
      return [button, ...this.reasons(because, made)];
    });
  }

  reasons(because, made) {
    return [...(because?.querySelectorAll("li") ?? [])].map((item) => {
      const button = element("button", { type: "button" }, ...item.childNodes);
      button.addEventListener("click", () => this.commit({ ...made, reason: item.dataset.reason, by: button }));
      item.replaceChildren(button);
      return button;
    });
  }

  // Shows the reasons for a choice; until one of them is pressed, another choice can be made.
  choose(made, because) {
    this.chosen?.button.classList.remove("chosen");
    this.root.querySelector(".because")?.remove();
    if (!because) {
      this.commit(made);
      return;
    }
    this.chosen = made;
    made.button.classList.add("chosen");
    this.message.before(because);
    this.say(`You said: ${made.inWords}. And why?`);
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
      return [values.every(Boolean), `(${inWords.replaceAll("-", "−")})`];
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

  // Keeps the guess from now on; null means no guess.
  commit(made) {
    this.isSettled = true;
    for (const one of this.buttons) one.disabled = true;
    for (const one of [made?.button, made?.by]) one?.classList.add("chosen");
    this.root.classList.add("settled");
    this.say(made ? `You said: ${made.inWords}. Go on, and see.` : "");
    for (const part of this.following) part.hidden = false;
    for (const outcome of document.querySelectorAll(`.pegasos-outcome[data-key="${this.key}"]`)) {
      this.answer(outcome, made);
    }
    this.root.dispatchEvent(new Event("predicted", { bubbles: true }));
  }

  // Unfolds the answer, shows the guess next to it, and opens the feedback for its choice and its reason.
  answer(outcome, made) {
    const fold = outcome.querySelector(".told");
    fold?.replaceWith(...[...fold.childNodes].slice(1)); // without its summary
    if (this.picture) this.picture.put("○", JSON.parse(outcome.dataset.answer));
    if (!made) return;
    const { guess, inWords, reason } = made;
    const others = [...outcome.querySelectorAll("details")];
    const own = others.find(({ dataset }) => dataset.choice === guess);
    const why = reason && others.find(({ dataset }) => dataset.reason === reason);
    let verdict = `You said: ${inWords}.`;
    if (own) verdict = `✗ ${verdict}`;
    if (outcome.dataset.answer === guess) verdict = `✓ ${verdict}`;
    outcome.prepend(element("p", {}, element("b", {}, verdict)));
    for (const one of [own, why]) if (one) one.open = true;
    if (this.kind === "number") outcome.append(numberLine(Number(guess), Number(outcome.dataset.answer)));
  }
}

// Unfolds every outcome and every proof on paper.
function onPaper() {
  let unfolded = [];
  window.addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll(":is(.told, .pegasos-proof .right):not([open])")];
    for (const one of unfolded) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of unfolded) one.open = false;
  });
}

export function predictions() {
  stills();
  markCut();
  onPaper();
  return [...document.querySelectorAll(".pegasos-predict")].map((root) => new Prediction(root));
}

// On a page to read, scrolling goes on without a guess, and the number of an answer is its key.
export function reading() {
  const asked = predictions();
  const onscroll = () => asked.forEach((one) => one.scrolled());
  window.addEventListener("scroll", () => requestAnimationFrame(onscroll), { passive: true });
  window.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
    if (ctrlKey || altKey || metaKey || target.closest?.("input, textarea, select")) return;
    if (/^[1-9]$/.test(key)) asked.some((one) => one.press(Number(key)));
  });
}
