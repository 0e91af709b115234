// Runs a learner's program on the data of a run, to draw it beside the algorithm.

// Returns a function that gives a promise of the rows that a program leaves on some data; right holds those of the
// right program in the same conventions, and the titles of these, or it is null.
export function following(python, { task }, source) {
  return async (data) => {
    const { checks, failed } = await python.run(source, { data });
    const seen = checks.find((check) => check.task === task);
    const problem = seen?.failed ?? (seen ? null : failed);
    if (problem) throw new Error(`It could not be run on these examples: ${problem.words}.`);
    return seen;
  };
}
