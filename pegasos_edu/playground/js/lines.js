// The lines of Python that make the very same run in a notebook.

function linesOf(state, { boxes, data, lines }) {
  const { box } = state;
  const takes = boxes[box];
  const wrong = takes.whatif[state.whatif];
  const play = `play(${box}, X, y, names=names, ${givenTo(state, takes).join(", ")})`;
  const head = takes.kernel ? kernelLines(state, lines) : [];
  head.push(lines[box], ...(wrong ? [lines.wrong, lines.compare] : [lines.play]));
  head.push(...(state.data === "own" ? pointsInPython(state.points, lines) : data[state.data].lines));
  if (!wrong) return [...head, play, ""].join("\n");
  const both = [play, play.replace(`play(${box},`, "play(wrong,")].map((call) => `    ${call},`);
  return [...head, `wrong = ${wrong.made}`, "compare(", ...both, ")", ""].join("\n");
}

// The arguments of `play` beside the data.
function givenTo({ lam, T, seed, sampling, draws, project, k, kernel, gamma }, takes) {
  const given = [`lam=${lam}`];
  if (draws) given.push(`draws=${inPython(draws)}`);
  else given.push(`T=${T}`, `seed=${seed}`, `sampling="${sampling}"`);
  if (takes.project && project) given.push("project=True");
  if (takes.k && !draws) given.push(`k=${k}`);
  if (takes.kernel) given.push(`kernel=${called(kernel, gamma)}`);
  return given;
}

function called(kernel, gamma) {
  return hasWidth(kernel) ? `partial(${kernel}, gamma=${gamma})` : kernel;
}

function kernelLines({ kernel }, lines) {
  return hasWidth(kernel) ? [lines.partial, lines[kernel]] : [lines[kernel]];
}

// Whether γ counts for a kernel.
function hasWidth(kernel) {
  return kernel !== "linear";
}

function pointsInPython({ places, labels, names }, lines) {
  const rows = labels.map((_, n) => [places[2 * n], places[2 * n + 1]]);
  const said = names.map((name) => JSON.stringify(name)).join(", ");
  return [
    lines.numpy,
    `X = np.array(${inPython(rows)}, dtype=float)`,
    `y, names = np.array(${inPython(labels)}), (${said})`,
  ];
}

function inPython(list) {
  return JSON.stringify(list).replaceAll(",", ", ");
}
