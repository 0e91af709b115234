// Plays the first steps of a run, waits for the first guess of the lesson around it, and then goes on.

import { element, isCalm, tell } from "../player/js/elements.js";
import { dressFrame } from "../player/js/framed_page.js";
import { Player } from "../player/js/player.js";

const [BEFORE, BETWEEN] = [700, 900]; // milliseconds before the first step, and between two steps

export function mountOpening(root, { records, steps }) {
  dressFrame(root);
  const opening = new Opening(root, records, steps);
  window.frameElement?.ownerDocument.addEventListener("predicted", ({ target }) => {
    if (target.closest(".opening")) opening.goOn();
  });
}

class Opening {
  // The player has no keys, and a click on an example does nothing: both would go beyond the first steps.
  constructor(root, records, steps) {
    this.last = steps;
    this.said = element("output", { class: "so-far", "aria-live": "off" });
    this.player = new Player(root, { keys: element("div"), heading: "h1", drawn: () => this.drawn() });
    this.player.pick = () => {};
    this.player.toggle = () => (this.timer ? this.rest() : this.play());
    this.player.load(records, [0]);
    root.querySelector(".buttons").append(this.said);
    root.tabIndex = -1;
    if (isCalm()) this.player.go(steps);
    else this.timer = setTimeout(() => this.play(), BEFORE);
  }

  play() {
    if (this.player.step >= this.last) this.player.go(0);
    this.player.controls.playing(true);
    this.move();
  }

  move() {
    this.player.go(this.player.step + 1);
    if (this.player.step < this.last) this.timer = setTimeout(() => this.move(), BETWEEN);
    else this.rest();
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.player.controls.playing(false);
  }

  goOn() {
    this.last = this.player.T;
    if (isCalm()) this.player.go(this.last);
    else this.play();
  }

  // Says how far the run is, and how many points are on the wrong side of the line.
  drawn() {
    const { step, views: [{ moment, run, picture }] } = this.player;
    const steps = `${step} ${step === 1 ? "step" : "steps"}`;
    const wrong = run.signs.filter((sign, n) => sign * picture.field.score(n, moment) <= 0).length;
    const sides = `: ${wrong} of ${run.signs.length} points on the wrong side`;
    tell(this.said, `${steps}${picture.exact && step ? sides : ""}`);
  }
}
