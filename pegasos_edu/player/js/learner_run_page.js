// Shows a learner's own run beside that of the algorithm, in a frame of the page in which the learner writes.

import { Engine } from "../../browser/js/engine.js";
import { ofPage } from "./player_page.js";
import { bothRuns } from "./learner_run.js";
import { Player } from "./player.js";
import { pairsOf, pointsIn } from "./run.js";

// A wrong program may take the same steps as the algorithm with some of these settings.
const SETTINGS = [{ lam: 0.05, T: 60 }, { lam: 0.5, T: 60 }, { lam: 0.05, T: 400 }];

// facts: from learner_run.py. The frame gets a function `show`, to which the page gives a program: see learner_run.js.
// It returns a promise of the first step that differs, or 0, and of the number of steps.
export function mountOwnRun(root, facts) {
  const { places, labels: y, names } = pointsIn(facts.data);
  const engine = new Engine(facts.engine);
  const player = new Player(root, ofPage(root));
  window.show = async (program) => {
    const options = { ...facts.options, algorithm: program.table.task, X: pairsOf(places), y, names };
    let [both, given] = [{ first: 0 }, null];
    for (const setting of program.isRight ? SETTINGS.slice(0, 1) : SETTINGS) {
      given = { ...options, ...setting };
      both = await bothRuns(engine, given, program);
      if (both.first) break;
    }
    const best = engine.optimum(given);
    const records = both.records.map((record) => Object.assign(record.finished(), { best }));
    player.load(records, [both.first, Infinity]);
    return { first: both.first, T: player.T };
  };
}
