// Makes the part of the playground in which learners write a program, which the player draws beside the algorithm.

import { ofFailure } from "../../browser/js/failures.js";
import { isDrawable } from "../../browser/js/own_program.js";
import { partsOfPage, Python } from "../../browser/js/python.js";
import { Cell } from "./cell.js";
import { button, element, tell } from "./elements.js";
import { following } from "./learner_rows.js";

const WORDS = "Choose a task, write the program, and run it. It is checked, and a program of one step is drawn " +
  "beside the algorithm, with the points and the settings of this page.";
const FREE = "Free play: any step, beside hinge";
const OF_FREE = "hinge";
const NOTHING = '{"X":[[0.0]],"y":[1.0],"lam":1.0,"draws":[]}'; // data on which no step is taken

// Returns the form. page: the playground. facts: from lessons/tasks.py.
export function writingForm(page, facts) {
  const python = new Python(partsOfPage(facts.shared));
  const cells = new Map();
  const place = element("div");
  const draw = (program) => page.begin(() => drawIn(page, program, alone));
  const alone = button("Show the algorithm alone", () => draw(null), { hidden: "" });
  const sources = Object.fromEntries(facts.tasks.map(({ task, source }) => [task, source]));
  const onchange = () => {
    const task = select.value;
    if (!cells.has(task)) cells.set(task, cellOf(task, sources[task] ?? facts.free, facts.head, python, draw));
    place.replaceChildren(cells.get(task).root);
  };
  const names = [...facts.tasks.map(({ task, title }) => [task, title]), ["", FREE]];
  const options = names.map(([value, text]) => element("option", { value }, text));
  const select = element("select", { id: "task", onchange }, ...options);
  select.value = OF_FREE;
  onchange();
  const label = element("label", { for: "task" }, "Task ");
  return element("div", {}, element("p", {}, WORDS), element("p", {}, label, select), place, element("p", {}, alone));
}

// Draws a program beside its algorithm, at the first step that differs; null leaves the algorithm alone.
function drawIn(page, program, alone) {
  const drawn = (first) => {
    page.runner.program.drawn = null; // later runs of the program stay at their step
    if (first) page.past.note({ step: first, line: Infinity });
    const same = program.isRight ? "it takes the same steps" : "here it takes the same steps; change λ or the points";
    const words = first ? `step ${first} is the first after which its state differs` : same;
    tell(page.said, `Beside ${page.state.algorithm} you see ${program.name}; ${words}.`);
  };
  page.runner.program = program && { ...program, drawn };
  alone.hidden = !program;
  page.change({ whatif: "", also: null, ...(program ? { algorithm: program.table.task } : {}) });
}

function cellOf(task, source, head, python, draw) {
  const name = `playground ${task || "free"}`;
  const root = element("div", { class: "pegasos-write", "data-name": name }, element("pre", {}, source));
  if (!task) return new FreeCell(root, python, head, draw);
  const drawn = (table, seen, { passed, title }, text) => {
    const follow = following(python, table, text);
    const drawnAs = `your program${title ? ` (${title})` : ""}`;
    if (isDrawable(table, seen)) draw({ table, source: text, name: drawnAs, isRight: passed, follow });
    return [];
  };
  return new Cell(root, python, head, drawn);
}

// A cell whose step is drawn, and not judged.
class FreeCell extends Cell {
  constructor(root, python, head, draw) {
    super(root, python, head);
    Object.assign(this, { draw, unchecked: `It ran, and is drawn beside ${OF_FREE}.` });
  }

  async judged(source) {
    const { tables, errors } = await this.python.unpacked();
    const table = tables[OF_FREE];
    const whole = `${source}\n\ncheck(step, "${OF_FREE}")\n`;
    const { checks, failed, printed } = await this.python.run(whole, { data: NOTHING });
    const problem = failed ?? checks[0]?.failed;
    if (problem) return [[ofFailure(problem, errors, source)], printed];
    this.draw({ table, source, name: "your step", isRight: true, follow: following(this.python, table, whole) });
    return [[], printed];
  }
}
