// Makes the run of a learner's own step beside the run of the algorithm, on the same draws.

import { RunError } from "../../browser/js/engine.js";
import { dataOf, drawable, firstDifference, ofStates } from "../../browser/js/own_program.js";

// Returns { records, first }: both records, and the first step after which the states differ, or 0.
// options: of the run of the algorithm. program: { name, source, follow }, where follow(data) returns a promise of the
// rows that the program leaves on some data, and of the right program in its conventions, if it has any.
export async function bothRuns(engine, options, { name, source, follow }) {
  const run = engine.run(options);
  const { rows: all, right } = await follow(dataOf(run));
  const rows = drawable(all);
  if (!rows.length) throw new RunError("The first step of this program leaves no numbers that can be drawn.");
  const draws = Array.from(run.draws.slice(0, rows.length), (drawn) => (drawn.length ? [...drawn] : drawn));
  const given = { ...options, draws };
  const learners = ofStates(run.algorithm, rows, name, linesOf(source));
  const beside = right ? { ...given, own: inConventions(run.algorithm, right) } : given;
  const records = [beside, { ...given, own: learners, python: source }].map((each) => engine.draft(each));
  align(records);
  return { records, first: firstDifference(beside.own ?? run.algorithm, engine.steps(beside), rows) };
}

// Returns the right program in the conventions of the learner's, as an algorithm for the engine.
function inConventions(algorithm, { rows, titles }) {
  const lines = [`${algorithm.name}, in your conventions`, ...titles.map((title) => `with ${title}`)];
  return ofStates(algorithm, rows, algorithm.name, lines.map((line) => `    ${line}`));
}

// Returns the functions of a program, and the values that it sets, without blank lines.
const linesOf = (source) => source.split("\n").filter((line) => /^(?: +\S|def |[\w, ]+ = )/.test(line));

// Gives each step of the learner's run as many moments as the algorithm's; only the last one changes something.
function align([{ moments: usual }, { moments }]) {
  for (const [step, entries] of moments.entries()) {
    const missing = Math.max(0, usual[step].length - entries.length);
    entries.unshift(...Array.from({ length: missing }, () => [entries[0][0]]));
  }
}
