// Shows predictions on a page; the part after one stays folded until the reader guesses, or scrolls past its place.

import { Prediction, answer } from "./predict.js";
import { stills } from "./stills.js";
import { markCut } from "./swipe.js";

class OnPage extends Prediction {
  constructor(root) {
    super(root);
    this.following = [...document.querySelectorAll(`[data-after="${this.key}"]`)];
    for (const part of this.following) part.hidden = true;
    root.addEventListener("go-on", () => this.goOn(this.chosen));
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
    this.goOn(this.chosen);
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

  commit(vote) {
    this.goOn(vote);
  }

  // Unfolds the part after the prediction, and the answer in it; null means no guess.
  goOn(vote) {
    if (vote) super.commit(vote);
    else this.say("");
    this.settle();
    for (const part of this.following) part.hidden = false;
    for (const outcome of document.querySelectorAll(`.pegasos-outcome[data-key="${this.key}"]`)) {
      answer(outcome, vote && { ...vote, kind: this.kind });
      this.picture?.put("○", JSON.parse(outcome.dataset.answer));
    }
    this.root.dispatchEvent(new Event("predicted", { bubbles: true }));
  }
}

// Unfolds every outcome and every proof on paper.
function onPaper() {
  let unfolded = [];
  window.addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll(":is(.told, .pegasos-proof .right):not([open])")];
    for (const fold of unfolded) fold.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const fold of unfolded) fold.open = false;
  });
}

export function predictions() {
  stills();
  markCut();
  onPaper();
  return [...document.querySelectorAll(".pegasos-predict")].map((root) => new OnPage(root));
}

// On a page to read, scrolling goes on without a guess, and the number of an answer is its key.
export function reading() {
  const asked = predictions();
  const onscroll = () => asked.forEach((question) => question.scrolled());
  window.addEventListener("scroll", () => requestAnimationFrame(onscroll), { passive: true });
  window.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
    if (ctrlKey || altKey || metaKey || target.closest?.("input, textarea, select")) return;
    if (/^[1-9]$/.test(key)) asked.some((question) => question.press(Number(key)));
  });
}
