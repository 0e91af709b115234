// Guides through a tour: each stop sets a state, asks a question, waits for a guess, and shows what happened.

import { element, fold } from "./elements.js";
import { Problem, shortened } from "./settings.js";

const PLAYED_IN = 4; // seconds, by which what follows a guess has been played
const SCROLLED_IN = 0.7; // seconds, by which a picture that was out of sight is in it
const LOOKED_AT = 2; // seconds, for which it stays before the answer takes its place

export class Tour {
  // page: a playground that visits states and plays them; left() is called at the end.
  constructor(tours, page, left) {
    Object.assign(this, { tours, page, left, tour: null });
    this.element = element("section", { class: "tour", hidden: "", "aria-label": "Tour" });
    const entries = tours.map((tour) => element("li", {}, this.opener(tour)));
    const menu = element("ul", {}, ...entries);
    this.menu = fold("Guided tours: guess first, then see", menu);
    this.menu.className = "tours";
  }

  opener(tour) {
    const onclick = () => this.open(tour.slug);
    return element("button", { type: "button", onclick }, tour.title);
  }

  // Opens a stop of a tour by the name of the tour and the number of the stop.
  open(slug, stop = 1) {
    const tour = this.tours.find((one) => one.slug === slug);
    if (!tour) {
      const known = this.tours.map((one) => one.slug).join(", ");
      throw new Problem(`tour must be one of ${known}, got ${shortened(slug)}.`);
    }
    if (!this.before) this.before = this.here();
    this.tour = tour;
    this.menu.open = false;
    this.show(Math.min(Math.max(Math.trunc(stop) || 1, 1), tour.stops.length) - 1);
    this.element.querySelector("h2").focus();
  }

  // Hides the curve of what is to come until the guess is made.
  asking(isAsking) {
    this.element.parentNode.classList.toggle("asking", isAsking);
  }

  // Returns the state before the first tour, to which the page returns after the last.
  here() {
    this.page.moved();
    return { state: this.page.state, speed: this.page.player.speed };
  }

  // Ends the tour, and leaves what is shown.
  end() {
    if (!this.tour) return;
    this.asking(false);
    this.forget();
    Object.assign(this, { tour: null, before: null });
    this.element.hidden = true;
  }

  close() {
    const { state, speed } = this.before;
    this.end();
    this.page.player.speed = speed;
    this.page.visit(state);
    this.left();
    this.menu.querySelector("summary").focus();
  }

  // Cancels what was to be played.
  forget() {
    const { page } = this;
    clearTimeout(this.timer);
    this.waiting = null;
    page.until = null;
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
    const close = element("button", { type: "button", onclick: () => this.close() }, "Leave the tour");
    const head = element("h2", { tabindex: -1 }, place);
    this.answer = element("div", { class: "answer", role: "status" });
    const asked = element("div", { class: "asked" }, element("p", {}, stop.says), this.question(stop));
    this.element.replaceChildren(head, asked, this.answer, this.ways(close));
    this.element.hidden = false;
    this.element.setAttribute("aria-label", `Tour: ${title}`);
    this.asking(true);
    this.page.visit(stop.state);
  }

  question({ question, choices }) {
    const one = (text, n) => {
      const input = element("input", { type: "radio", name: "guess", value: n });
      return element("label", {}, input, element("span", {}, text), element("b", {}));
    };
    const button = element("button", { type: "submit", class: "guess" }, "That is my guess");
    const legend = element("legend", {}, question);
    const asked = element("form", {}, element("fieldset", {}, legend, ...choices.map(one)), button);
    asked.addEventListener("keydown", (event) => event.stopPropagation());
    asked.addEventListener("submit", (event) => {
      event.preventDefault();
      this.commit(asked);
    });
    return asked;
  }

  // Returns a button that shows the settings, which are hidden during a tour.
  settings() {
    const onclick = () => {
      button.setAttribute("aria-pressed", this.element.parentNode.classList.toggle("with-settings"));
    };
    const isShown = this.element.parentNode.classList.contains("with-settings");
    const button = element("button", { type: "button", "aria-pressed": isShown, onclick }, "Settings");
    return button;
  }

  ways(close) {
    const go = (way) => {
      this.show(this.number + way);
      this.element.querySelector("h2").focus();
    };
    const back = element("button", { type: "button", onclick: () => go(-1) }, "◀ back");
    back.disabled = this.number === 0;
    const isLast = this.number === this.tour.stops.length - 1;
    const tour = this.tours[this.tours.indexOf(this.tour) + 1];
    const onclick = () => (isLast ? this.open(tour.slug) : go(1));
    this.next = element("button", { type: "button", onclick }, "skip ▶");
    this.next.hidden = isLast && !tour;
    this.nextName = isLast ? `next tour: ${tour?.title} ▶` : "next ▶";
    return element("p", { class: "ways" }, back, this.next, this.settings(), close);
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
    this.asking(false);
    this.answer.textContent = "Now watch the picture …";
    const wasAway = this.bring(this.pictures()[0], "center");
    const seconds = wasAway && !isCalm() ? SCROLLED_IN : 0;
    const wanted = () => this.happen(Number(chosen.value), wasAway);
    if (seconds) this.timer = setTimeout(wanted, 1000 * seconds);
    else wanted();
  }

  happen(guess, wasAway) {
    const stop = this.tour.stops[this.number];
    const { step, ...part } = stop.then;
    const target = step ?? this.page.lastStep(part);
    this.waiting = { stop, guess, target, wasAway };
    if (Object.keys(part).length) this.page.visit({ ...stop.state, ...part, step: target });
    else this.page.playTo(target, PLAYED_IN);
  }

  // Called when the page shows a step; gives the answer after the last step to be shown.
  seen(step) {
    if (!this.waiting || step < this.waiting.target) return;
    const { stop, guess, wasAway } = this.waiting;
    this.waiting = null;
    if (wasAway) {
      this.bring(this.pictures().at(-1), "center"); // of a second run, where there is one
      this.timer = setTimeout(() => this.say(stop, guess), 1000 * LOOKED_AT);
    } else this.say(stop, guess);
  }

  pictures() {
    return [...this.page.stage.querySelectorAll(".plane")];
  }

  say({ choices, answer, happened, why }, guess) {
    const isRight = guess === answer;
    const marks = this.element.querySelectorAll("label b");
    if (!isRight) marks[guess].textContent = "✗ your guess";
    marks[answer].textContent = "✓ right";
    marks[answer].parentNode.classList.add("right");
    const said = (head, text) => element("p", {}, element("b", {}, `${head} `), text);
    this.answer.replaceChildren(
      said(isRight ? "✓ You said:" : "✗ You said:", choices[guess]),
      ...(isRight ? [] : [said("✓ Right:", choices[answer])]),
      said("What happened:", happened),
      said("Why:", why),
    );
    if (!this.next.hidden) this.next.focus({ preventScroll: true });
    this.bring(this.answer, "start");
  }

  // Scrolls to a part that is hardly visible above the dock; returns whether that was necessary.
  bring(part, block) {
    if (!part) return false;
    const { top, bottom, height } = part.getBoundingClientRect();
    const bar = this.page.stage.querySelector(".dock").getBoundingClientRect();
    const end = Math.min(window.innerHeight, bar.top);
    const inSight = Math.min(bottom, end) - Math.max(top, 0);
    if (inSight >= 0.7 * Math.min(height, window.innerHeight)) return false;
    part.scrollIntoView({ block, behavior: isCalm() ? "instant" : "smooth" });
    return true;
  }
}

function isCalm() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
