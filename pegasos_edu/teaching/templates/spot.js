// Spot the bug: shows one round at a time, a text about each answer, and the score.

import { partsOfPage, Python } from "../../browser/js/python.js";
import { Cell } from "../../player/js/cell.js";
import { element, tell } from "../../player/js/elements.js";
import { Player } from "../../player/js/player.js";
import { bytes } from "../../player/js/run.js";

class Round {
  // Calls answered() at the first answer. python: for the program that is to be mended.
  constructor(section, { records, level, cover }, solution, python, answered) {
    Object.assign(this, { section, records, level, cover, solution, python, answered });
    Object.assign(this, { player: null, isRight: null });
    this.find(".tell").addEventListener("click", () => this.answer(solution.answer, true));
    this.find(".uncover").addEventListener("click", () => this.uncover());
    this.find(".to-mend").addEventListener("click", () => this.mend());
    this.find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = this.find("input:checked");
      if (chosen) this.answer(Number(chosen.value), false);
      else this.say("Choose one of the four answers first.", []);
    });
  }

  find(selector) {
    return this.section.querySelector(selector);
  }

  // The player is made once its round is visible.
  show(isShown) {
    this.section.hidden = !isShown;
    if (!isShown && this.player) this.player.pause();
    if (!isShown || this.player || this.level === 3) return;
    const [right, wrong] = this.records;
    this.load([right, { ...wrong, ...this.cover }]);
  }

  load(records) {
    if (!this.player) {
      const root = element("div");
      this.find(".shown").append(root);
      this.player = new Player(root);
    }
    this.player.load(records);
  }

  // Only the first answer counts; asking for the answer counts as a wrong one.
  answer(place, isShown) {
    const isRight = place === this.solution.answer;
    if (this.isRight === null) {
      this.isRight = isRight && !isShown;
      this.answered();
    }
    const name = this.section.querySelectorAll("label")[place].textContent.trim();
    let verdict = `✗ This is not the bug: “${name}”. Look again and choose another answer.`;
    if (isRight) verdict = `✓ Right: “${name}”.`;
    if (isShown) verdict = `This is the bug: “${name}”.`;
    this.say(verdict, this.solution.facts[place]);
    if (!isRight) return;
    this.find(".uncover").hidden = false;
    this.find(".to-mend").hidden = !this.solution.mend;
  }

  // Shows the wrong program, so that the learner can mend it and have it checked.
  mend() {
    const place = this.find(".mend");
    if (place.hidden) {
      const name = `spot ${this.find("h2").textContent} ${this.solution.first}`;
      const program = element("pre", {}, this.solution.mend);
      const root = element("div", { class: "pegasos-write", "data-name": name }, program);
      place.append(root);
      place.hidden = false;
      this.cell = new Cell(root, this.python, "");
    }
    this.cell.field.focus();
    place.scrollIntoView();
  }

  say(verdict, facts) {
    const entries = facts.map(([head, text]) => [element("dt", {}, head), element("dd", {}, text)]);
    const list = facts.length ? [element("dl", {}, ...entries.flat())] : [];
    this.find(".answers .verdict").replaceChildren(element("p", {}, element("b", {}, verdict)), ...list);
  }

  // Show all lines, at the first step that differs.
  uncover() {
    this.load(this.records);
    this.player.go(this.solution.first);
    this.player.root.focus();
    this.player.root.scrollIntoView();
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
    this.rounds = sections.map((one, n) => new Round(one, records[n], solutions[n], python, count));
    this.buttons = new Map([["before", -1], ["next", 1]]);
    for (const [name, way] of this.buttons) {
      const onclick = () => {
        this.go(this.now + way);
        this.rounds[this.now].find("h2").focus();
      };
      document.getElementById(name).addEventListener("click", onclick);
    }
    this.go(0);
    this.count();
  }

  go(now) {
    this.now = now;
    this.rounds.forEach((round, n) => round.show(n === now));
    for (const [name, way] of this.buttons) {
      document.getElementById(name).disabled = !this.rounds[now + way];
    }
  }

  count() {
    const answered = this.rounds.filter((round) => round.isRight !== null).length;
    const right = this.rounds.filter((round) => round.isRight).length;
    const left = this.rounds.length - answered;
    const rest = left ? `, ${left} to go` : "";
    tell(document.getElementById("score"), `Score: ${right} of ${answered}${rest}`);
  }
}

new Game();
