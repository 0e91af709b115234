// Makes the run of a learner's own step beside the run of the algorithm, on the same draws.

import { RunError } from "../../browser/js/engine.js";
import { dataOf, drawable, firstDifference, ofStates } from "../../browser/js/own_program.js";

// Returns { records, first }: both records, and the first step after which the states differ, or 0.
// options: of the run of the algorithm. program: { name, source, follow }, where follow(data) returns a promise of the
// states that the program leaves on some data.
export async function bothRuns(engine, options, { name, source, follow }) {
  const run = engine.run(options);
  const rows = drawable(await follow(dataOf(run)));
  if (!rows.length) throw new RunError("The first step of this program leaves no numbers that can be drawn.");
  const draws = Array.from(run.draws.slice(0, rows.length), (drawn) => (drawn.length ? [...drawn] : drawn));
  const given = { ...options, draws };
  const own = ofStates(run.algorithm, rows, name, linesOf(source));
  const records = [given, { ...given, own, python: source }].map((one) => engine.draft(one));
  align(records);
  return { records, first: firstDifference(run.algorithm, engine.steps(given), rows) };
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
