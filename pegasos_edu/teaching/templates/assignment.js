// Makes the page of an assignment: cells to write in with their checks, points, and the file to hand in.

import { unwrittenLine } from "../../browser/js/cells.js";
import { ofFailure, reportOn } from "../../browser/js/failures.js";
import { partsOfPage, Python } from "../../browser/js/python.js";
import { Cell } from "../../player/js/cell.js";
import { element, tell } from "../../player/js/elements.js";

const ANSWER = "*Your answer here.*";

class Task extends Cell {
  // earlier: the tasks before this one, whose functions it may use. onpoints: is called when its points may change.
  constructor(root, python, { student, checks, place }, earlier, onpoints) {
    super(root, python, null);
    Object.assign(this, { student, checks, place, earlier, onpoints, points: 0 });
    this.unchecked = "It ran. No check follows it.";
  }

  // The text that is handed in
  get text() {
    return this.field.value;
  }

  changed() {
    super.changed();
    if (!this.points) return;
    this.points = 0;
    this.onpoints();
  }

  async judged(source) {
    const { errors } = await this.python.unpacked();
    const before = this.earlier.map(({ text }) => text);
    const reports = [];
    let [points, printed] = [0, ""];
    for (const check of this.checks) {
      const outcome = await this.python.run(source, { earlier: before, checks: `\n${check.source}\n` });
      const told = outcome.checks.map((seen) => reportOn(seen, errors, source));
      if (outcome.failed) told.push(ofFailure(outcome.failed, errors, source));
      const wrong = told.find(({ passed }) => !passed);
      const right = told.at(-1) ?? { passed: true, verdict: "Right.", facts: [], hints: [], answer: [] };
      const report = wrong ? this.unwritten(source + check.source) ?? wrong : right;
      const reached = wrong ? 0 : check.points;
      const earned = ["Points", `${reached} of ${check.points} for ${check.name}`];
      reports.push({ ...report, facts: [earned, ...report.facts] });
      points += reached;
      printed = outcome.printed;
    }
    this.points = points;
    this.onpoints();
    return [reports, printed];
  }

  // Returns the report that an earlier function, which a source uses, is not written yet; null if all are.
  unwritten(source) {
    for (const task of this.earlier.filter(({ text }) => unwrittenLine(text))) {
      const [, name] = /def (\w+)/.exec(task.text) ?? [];
      const failed = { kind: "unwritten", words: `the cell of ${name} still holds \`...\``, line: null };
      if (name && new RegExp(`\\b${name}\\b`).test(source)) return ofFailure(failed, [], source);
    }
    return null;
  }
}

// An answer in words, which a teacher reads
class Answer {
  constructor(root, { student, place }) {
    Object.assign(this, { student, place, checks: [], points: 0, key: `pegasos-edu ${root.dataset.name}` });
    this.field = element("textarea", { rows: "6", "aria-label": "Your answer, in words", oninput: () => this.keep() });
    root.append(this.field);
    try {
      this.field.value = localStorage.getItem(this.key) ?? "";
    } catch {
      // without storage, the text lasts as long as the page
    }
  }

  keep() {
    try {
      localStorage.setItem(this.key, this.field.value);
    } catch {
      // as above
    }
  }

  get text() {
    return this.field.value.trim() ? this.student.replace(ANSWER, () => this.field.value.trim()) : this.student;
  }
}

// Makes the page. Its facts are written by teaching/assignment_page.py.
export function assignment() {
  const { name, tasks, notebook, program, hidden } = JSON.parse(document.getElementById("assignment").textContent);
  const python = new Python(partsOfPage());
  const all = [];
  const said = element("p", { role: "status" });
  const most = tasks.flatMap(({ checks }) => checks).reduce((sum, { points }) => sum + points, 0);
  const tellPoints = () => {
    const points = all.reduce((sum, task) => sum + task.points, 0);
    tell(said, `The checks of this page give ${points} of ${most} points. ` +
      `Another ${hidden} points are for other checks, and for answers in words, when your work is graded.`);
  };
  for (const [n, root] of [...document.querySelectorAll(".pegasos-write, .pegasos-answer")].entries()) {
    const isTask = root.matches(".pegasos-write");
    const earlier = all.filter((task) => task instanceof Task);
    all.push(isTask ? new Task(root, python, tasks[n], earlier, tellPoints) : new Answer(root, tasks[n]));
  }
  const runAll = async () => {
    for (const task of all) await task.run?.();
  };
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  document.getElementById("hand-in").replaceChildren(
    element("h2", {}, "Hand it in"), said,
    element(
      "p", {}, button("▶ Run all checks", runAll), " ",
      button(`Download ${name}.ipynb`, () => download(`${name}.ipynb`, filled(notebook, all))), " ",
      button(`Download ${name}.py`, () => download(`${name}.py`, written(program, all))),
    ),
    element("p", {}, `Hand in the notebook, ${name}.ipynb; it also holds your answers in words. ` +
      `The program, ${name}.py, is for a class that works with GitHub. ` +
      "This browser keeps what you write until you clear its data."),
  );
  tellPoints();
}

// Returns the notebook with what the learner wrote.
function filled(notebook, all) {
  const cells = [...notebook.cells];
  for (const { place, text } of all) cells[place] = { ...cells[place], source: text };
  return `${JSON.stringify({ ...notebook, cells }, null, 1)}\n`;
}

// Returns the program with what the learner wrote, in the order of the tasks.
function written(program, all) {
  let [text, rest] = ["", program];
  for (const task of all.filter((part) => part instanceof Task)) {
    const at = rest.indexOf(task.student);
    text += rest.slice(0, at) + task.text;
    rest = rest.slice(at + task.student.length);
  }
  return text + rest;
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
