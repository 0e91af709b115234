// A guided tour: at each stop a state of the page, a question, a guess, and beside it what happened.

const PLAYED_IN = 4; // seconds, by which what follows a guess has been played

class Tour {
  // page.visit(part) shows a state, page.playTo(step, seconds) plays; left() is called at the end.
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

  // By its name in the address, and the number of a stop.
  open(slug, stop = 1) {
    const tour = this.tours.find((one) => one.slug === slug);
    if (!tour) {
      const known = this.tours.map((one) => one.slug).join(", ");
      throw new Problem(`tour must be one of ${known}, got ${shortened(slug)}.`);
    }
    this.tour = tour;
    this.menu.open = false;
    this.show(Math.min(Math.max(Math.trunc(stop) || 1, 1), tour.stops.length) - 1);
    this.element.querySelector("h2").focus();
  }

  // Until the guess stands, the curve of what is to come is hidden.
  asking(isAsking) {
    this.element.parentNode.classList.toggle("asking", isAsking);
  }

  close() {
    this.asking(false);
    this.tour = null;
    this.waiting = null;
    this.element.hidden = true;
    this.left();
  }

  get address() {
    return this.tour ? `tour=${this.tour.slug}.${this.number + 1}` : "";
  }

  show(number) {
    this.number = number;
    this.waiting = null;
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
      return element("label", {}, input, element("span", {}, text));
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

  // The settings are out of the way during a tour, and can be had.
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
    this.next = element("button", { type: "button", onclick: () => go(1) }, "next ▶");
    this.next.hidden = this.number === this.tour.stops.length - 1;
    return element("p", { class: "ways" }, back, this.next, this.settings(), close);
  }

  // The guess stands, and the page shows what happens; only then it is said.
  commit(asked) {
    const chosen = asked.querySelector("input:checked");
    if (!chosen) {
      this.answer.textContent = "Choose one first: a guess that turns out wrong is remembered best.";
      return;
    }
    asked.querySelector("fieldset").disabled = true;
    asked.querySelector(".guess").hidden = true;
    chosen.parentNode.classList.add("chosen");
    this.asking(false);
    const stop = this.tour.stops[this.number];
    const { step, ...part } = { ...stop.then };
    const target = step ?? this.page.lastStep(part);
    this.waiting = { stop, guess: Number(chosen.value), target };
    this.answer.textContent = "Now watch the picture …";
    if (Object.keys(part).length) this.page.visit({ ...stop.state, ...part, step: target });
    else this.page.playTo(target, PLAYED_IN);
  }

  // The page shows a step now; where what was asked for has been seen, it is said what it was.
  seen(step) {
    if (!this.waiting || step < this.waiting.target) return;
    const { stop, guess } = this.waiting;
    this.waiting = null;
    const isRight = guess === stop.answer;
    const said = (head, text) => element("p", {}, element("b", {}, `${head} `), text);
    this.answer.replaceChildren(
      said(isRight ? "✓ You said:" : "✗ You said:", stop.choices[guess]),
      said("What happened:", stop.happened),
      said("Why:", stop.why),
    );
    if (!this.next.hidden) this.next.focus({ preventScroll: true });
  }
}
