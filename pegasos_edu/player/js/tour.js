// Guides through a tour: each stop sets a state, asks a question, waits for a guess, and shows what happened.

import { bring, button, element } from "./elements.js";
import { Problem, shortened } from "./inputs.js";

const PLAYED_IN = 4; // the seconds in which the steps after a guess are played
const LOOKED_AT = 2; // the seconds for looking at a picture that was out of sight

export class Tour {
  // page: a playground that visits states and plays them; left() is called at the end.
  constructor(tours, page, left) {
    Object.assign(this, { tours, page, left, tour: null });
    this.element = element("div", { class: "tour", role: "region", hidden: "", "aria-label": "Tour" });
    const entries = tours.map(({ slug, title }) => element("li", {}, button(title, () => this.open(slug))));
    const words = element("p", {}, "Guess first, then see:");
    this.menu = element("div", { class: "tours" }, words, element("ul", {}, ...entries));
  }

  // Returns the name of a tour and the number of a stop in a text such as margin.2; throws a Problem if there is none.
  stopIn(text) {
    const [slug, stop = "1", ...others] = text.split(".");
    const isWhole = /^\d+$/.test(stop) && !others.length;
    if (!isWhole) throw new Problem(`tour must end in the number of a stop, got ${shortened(text)}.`);
    if (this.tours.some((tour) => tour.slug === slug)) return [slug, Number(stop)];
    const known = this.tours.map((tour) => tour.slug).join(", ");
    throw new Problem(`tour must be one of ${known}, got ${shortened(slug)}.`);
  }

  open(slug, stop = 1) {
    const tour = this.tours.find((each) => each.slug === slug);
    this.page.moved();
    this.before ??= { state: this.page.state, speed: this.page.player.speed }; // to return to after the last tour
    this.tour = tour;
    this.page.drawers.close();
    this.page.root.classList.add("touring");
    this.show(Math.min(Math.max(Math.trunc(stop) || 1, 1), tour.stops.length) - 1);
  }

  // Ends the tour, and keeps the current state.
  end() {
    if (!this.tour) return;
    this.forget();
    Object.assign(this, { tour: null, before: null });
    this.element.hidden = true;
    this.page.root.classList.remove("touring", "free");
    this.page.player.hidesFuture = false;
  }

  close() {
    const { state, speed } = this.before;
    this.end();
    this.page.player.speed = speed;
    this.page.visit(state);
    this.left();
    this.page.drawers.buttons.get("tours").focus();
  }

  forget() {
    const { page } = this;
    clearTimeout(this.timer);
    this.waiting = null;
    if (page.player.frame) page.player.pause();
  }

  get address() {
    return this.tour ? `tour=${this.tour.slug}.${this.number + 1}` : "";
  }

  show(number) {
    this.number = number;
    this.forget();
    const { title, stops } = this.tour;
    const stop = stops[number];
    const place = `${title} (${number + 1} of ${stops.length})`;
    const head = element("h2", { tabindex: -1 }, place);
    this.answer = element("div", { class: "answer", role: "status" });
    const parts = [head, element("p", {}, stop.says), this.question(stop), this.answer, this.ways()];
    this.element.replaceChildren(...parts);
    this.element.hidden = false;
    this.element.setAttribute("aria-label", `Tour: ${title}`);
    this.page.root.classList.remove("free");
    this.page.player.hidesFuture = true; // hide the rest of the curve
    this.page.visit(stop.state);
    this.page.runner.make(); // leaves room for the question
    head.focus({ preventScroll: true });
  }

  question({ question, choices }) {
    const choice = (text, n) => {
      const input = element("input", { type: "radio", name: "guess", value: n });
      return element("label", {}, input, element("span", {}, text), element("b"));
    };
    const fields = element("fieldset", {}, element("legend", {}, question), ...choices.map(choice));
    const asked = element("form", {}, fields, element("button", { class: "guess" }, "That is my guess"));
    asked.addEventListener("keydown", (event) => event.stopPropagation());
    asked.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit(asked);
    });
    return asked;
  }

  ways() {
    const back = button("◀ back", () => this.show(this.number - 1));
    back.disabled = this.number === 0;
    const isLast = this.number === this.tour.stops.length - 1;
    const tour = this.tours[this.tours.indexOf(this.tour) + 1];
    this.next = button("skip ▶", () => (isLast ? this.open(tour.slug) : this.show(this.number + 1)));
    this.next.hidden = isLast && !tour;
    this.nextName = isLast ? `next tour: ${tour?.title} ▶` : "next ▶";
    return element("p", { class: "ways" }, back, this.next, button("Leave the tour", () => this.close()));
  }

  // Takes the guess and lets the page show what happens; the answer follows.
  commit(asked) {
    const chosen = asked.querySelector("input:checked");
    if (!chosen) {
      this.answer.textContent = "Choose one first: a guess that turns out wrong is remembered best.";
      return;
    }
    asked.querySelector("fieldset").disabled = true;
    asked.querySelector(".guess").hidden = true;
    chosen.parentNode.classList.add("chosen");
    this.next.textContent = this.nextName;
    this.answer.textContent = "Now watch the picture …";
    const wasAway = bringIntoSight(this.page.stage.querySelector(".plane"));
    const stop = this.tour.stops[this.number];
    const { step, ...part } = stop.then;
    const target = step ?? part.T ?? this.page.state.T;
    this.waiting = { stop, guess: Number(chosen.value), target, wasAway };
    if (Object.keys(part).length) this.page.visit({ ...stop.state, ...part, ...this.beside(part), step: target });
    else this.page.playTo(target, PLAYED_IN);
  }

  // Keeps the run before the change visible on the left, if the new run can stand beside it.
  beside(part) {
    const { settings, state } = this.page;
    return "whatif" in part || "T" in part ? {} : { also: settings.ofRun(state) };
  }

  // Called when the page shows a step; gives the answer after the last step to be shown.
  seen(step) {
    if (!this.waiting || step < this.waiting.target) return;
    const { stop, guess, wasAway } = this.waiting;
    this.waiting = null;
    if (wasAway) this.timer = setTimeout(() => this.say(stop, guess), 1000 * LOOKED_AT);
    else this.say(stop, guess);
  }

  say({ choices, answer, happened, why }, guess) {
    const isRight = guess === answer;
    const marks = this.element.querySelectorAll("label b");
    if (!isRight) marks[guess].textContent = "✗ your guess";
    marks[answer].textContent = "✓ right";
    marks[answer].parentNode.classList.add("right");
    const said = (head, text) => element("p", {}, element("b", {}, `${head} `), text);
    const verdict = [said(isRight ? "✓ You said:" : "✗ You said:", choices[guess])];
    if (!isRight) verdict.push(said("✓ Right:", choices[answer]));
    const isLast = this.number === this.tour.stops.length - 1;
    this.page.player.speed = this.before.speed; // the steps after the guess may have been faster
    this.page.root.classList.toggle("free", isLast);
    this.answer.replaceChildren(
      element("div", { class: "unseen" }, ...verdict), // the marks beside the choices show it
      said("What happened:", happened),
      said("Why:", why),
      ...(isLast && this.tour.try ? [said("Try now:", this.tour.try)] : []),
    );
    this.page.player.restyle(); // the answer needs room
    if (!this.next.hidden) this.next.focus({ preventScroll: true });
    bringIntoSight(this.answer);
  }
}

// Scrolls to a part that is hardly visible; returns whether that was necessary.
function bringIntoSight(part) {
  const { top, bottom, height } = part.getBoundingClientRect();
  const inSight = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  if (inSight >= 0.7 * Math.min(height, window.innerHeight)) return false;
  bring(part, "center");
  return true;
}
