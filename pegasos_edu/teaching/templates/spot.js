// Spot the bug: shows one round at a time; one press answers, and shows the bug, a text about the answer and the score.

import { partsOfPage, Python } from "../../browser/js/python.js";
import { pressed } from "../../player/js/actions.js";
import { Cell } from "../../player/js/cell.js";
import { element, tell } from "../../player/js/elements.js";
import { Player } from "../../player/js/player.js";
import { bytes } from "../../player/js/run.js";

class Round {
  // Calls answered() at the first answer. python: for the program that is to be mended.
  constructor(section, { records, cover }, solution, python, answered) {
    Object.assign(this, { section, records, cover, solution, python, answered, isRight: null });
    this.choices = [...section.querySelectorAll("li button")];
    this.choices.forEach((choice, n) => choice.addEventListener("click", (event) => {
      this.answer(n);
      this.player.takeKeys(event.detail > 0);
    }));
    this.find(".to-mend").addEventListener("click", () => this.mend());
  }

  find(selector) {
    return this.section.querySelector(selector);
  }

  // The player is made once its round is visible; where only curves are shown, once it is answered.
  show(isShown) {
    this.section.hidden = !isShown;
    if (!isShown) this.player?.pause();
    else if (!this.player && this.cover) this.load([this.records[0], { ...this.records[1], ...this.cover }], [0, 0]);
  }

  load(records, moment) {
    if (!this.player) {
      const root = element("div");
      this.find(".shown").replaceChildren(root);
      this.player = new Player(root);
    }
    this.player.load(records, moment);
  }

  // Only the first answer counts. It shows all lines, at the first step that differs; others tell more.
  answer(n) {
    const { answer, facts, first } = this.solution;
    const isRight = n === answer;
    if (this.isRight === null) {
      this.isRight = isRight;
      this.load(this.records, [first, Infinity]);
      this.find(".keys").hidden = true;
      this.find(".to-mend").hidden = !this.solution.mend;
      this.answered();
    }
    this.choices.forEach((choice, place) => {
      choice.className = place === answer ? "right" : "";
      tell(choice.querySelector("b"), place === answer ? "✓" : place === n ? "✗" : "");
    });
    const verdict = isRight ? `✓ Right: ${n + 1}.` : `✗ Not ${n + 1}. The bug is ${answer + 1}.`;
    const told = isRight ? facts[n] : [...facts[n], ...facts[answer]];
    const texts = told.map(([head, text]) => element("p", {}, element("b", {}, `${head}: `), text));
    const said = element("h3", {}, verdict);
    this.find(".explanation").replaceChildren(said, ...texts);
    said.scrollIntoView({ block: "nearest" }); // the player above may have become higher
  }

  // Shows the wrong program, so that the learner can mend it and have it checked.
  mend() {
    if (!this.cell) {
      const name = `spot ${this.section.ariaLabel} ${this.solution.first}`;
      const program = element("pre", {}, this.solution.mend);
      const root = element("div", { class: "pegasos-write", "data-name": name }, program);
      this.find(".shown").append(element("p", {}, "This is B. Change the line with the bug, and run it."), root);
      this.cell = new Cell(root, this.python, "");
    }
    this.cell.field.focus();
    this.cell.root.scrollIntoView({ block: "center" });
  }
}

class Game {
  constructor() {
    const records = JSON.parse(document.getElementById("records").textContent);
    const packed = document.getElementById("solutions").textContent;
    const solutions = JSON.parse(new TextDecoder().decode(bytes(packed)));
    const sections = [...document.querySelectorAll(".round")];
    const python = new Python(partsOfPage(document.querySelector("main").dataset.shared));
    const count = () => this.count();
    this.rounds = sections.map((section, n) => new Round(section, records[n], solutions[n], python, count));
    this.buttons = new Map([[-1, document.getElementById("before")], [1, document.getElementById("next")]]);
    for (const [way, button] of this.buttons) button.addEventListener("click", () => this.move(way));
    document.addEventListener("keydown", (event) => this.pressed(event));
    this.go(0);
  }

  go(now) {
    this.now = now;
    this.rounds.forEach((round, n) => round.show(n === now));
    tell(document.getElementById("name"), this.rounds[now].section.ariaLabel);
    for (const [way, button] of this.buttons) button.disabled = !this.rounds[now + way];
  }

  move(way) {
    if (!this.rounds[this.now + way]) return;
    this.go(this.now + way);
    document.getElementById("name").focus();
    window.scrollTo(0, 0);
  }

  // Handles the keys of slides anywhere, and elsewhere than in a text those of choices and of the player.
  pressed(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { choices, player } = this.rounds[this.now];
    const way = { PageUp: -1, PageDown: 1 }[key];
    const isOfText = target.closest("a, textarea, select");
    if (way) this.move(way);
    else if (choices[key - 1] && !isOfText) choices[key - 1].click();
    else {
      if (player && !isOfText) pressed(event, player);
      return;
    }
    event.preventDefault();
  }

  count() {
    const answered = this.rounds.filter((round) => round.isRight !== null).length;
    const right = this.rounds.filter((round) => round.isRight).length;
    tell(document.getElementById("score"), `${right} of ${answered} right`);
  }
}

new Game();
