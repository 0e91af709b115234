// Writes the lines of Python that make the same runs in a notebook.

import { pairsOf } from "./run.js";

export function linesOf(state, settings, { data, lines }) {
  const states = settings.runsOf(state);
  const wrong = settings.algorithms[state.algorithm].whatif[state.whatif];
  const calls = states.map((run) => {
    const given = givenTo(run, settings.algorithms[run.algorithm]).join(", ");
    return `play(${run.algorithm}, X, y, names=names, ${given})`;
  });
  const head = states.flatMap((run) => [
    ...(settings.algorithms[run.algorithm].kernel ? kernelLines(run, lines) : []), lines[run.algorithm],
  ]);
  if (wrong) {
    head.push(lines.wrong);
    calls.push(calls[0].replace(`play(${state.algorithm},`, "play(wrong,"));
  }
  head.push(calls.length > 1 ? lines.compare : lines.play);
  const ofData = state.data === "own" ? pointsInPython(state.points, lines) : data[state.data].lines;
  const all = [...new Set(head), ...ofData];
  if (wrong) all.push(`wrong = ${wrong.made}`);
  if (calls.length === 1) return [...all, calls[0], ""].join("\n");
  return [...all, "compare(", ...calls.map((call) => `    ${call},`), ")", ""].join("\n");
}

function givenTo(state, takes) {
  const { lam, T, seed, sampling, draws, k } = state;
  const given = [`lam=${lam}`];
  if (draws) given.push(`draws=${inPython(draws)}`);
  else given.push(`T=${T}`, `seed=${seed}`, `sampling="${sampling}"`);
  if (takes.k && !draws) given.push(`k=${k}`);
  for (const [name, value] of Object.entries(takes.options)) {
    if (state[name] !== value) given.push(`${name}=${inPython(state[name])}`);
  }
  if (takes.kernel) given.push(`kernel=${called(state)}`);
  return given;
}

// Returns a kernel with its parameters, without those that have their defaults.
function called({ kernel, gamma, degree, coef0 }) {
  if (!hasWidth(kernel)) return kernel;
  const others = kernel === "polynomial" && degree ? `, degree=${degree}, coef0=${coef0}` : "";
  return `partial(${kernel}, gamma=${gamma}${others})`;
}

function kernelLines({ kernel }, lines) {
  return hasWidth(kernel) ? [lines.partial, lines[kernel]] : [lines[kernel]];
}

export function hasWidth(kernel) {
  return kernel !== "linear";
}

function pointsInPython({ places, labels, names }, lines) {
  const said = names.map((name) => JSON.stringify(name)).join(", ");
  return [
    lines.numpy,
    `X = np.array(${inPython(pairsOf(places))}, dtype=float)`,
    `y, names = np.array(${inPython(labels)}), (${said})`,
  ];
}

// Writes a number, a truth value or a list of numbers.
function inPython(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value).replaceAll(",", ", ");
}
