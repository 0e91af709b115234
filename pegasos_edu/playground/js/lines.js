// The lines of Python that make the very same run in a notebook.

function linesOf(state, { boxes, data, lines }) {
  const { box } = state;
  const takes = boxes[box];
  const wrong = takes.whatif[state.whatif];
  const play = `play(${box}, X, y, names=names, ${givenTo(state, takes).join(", ")})`;
  const kernel = takes.kernel ? kernelLines(state, lines) : [];
  const made = state.data === "own" ? pointsInPython(state.points, lines) : data[state.data].lines;
  const head = [...kernel, lines[box], lines[wrong ? "compare" : "play"], ...(wrong ? [lines.wrong] : []), ...made];
  if (!wrong) return [...head, play, ""].join("\n");
  const other = play.replace(`play(${box},`, "play(wrong,");
  return [...head, `wrong = ${wrong.made}`, "compare(", `    ${play},`, `    ${other},`, ")", ""].join("\n");
}

// The arguments of `play` beside the data.
function givenTo({ lam, T, seed, sampling, draws, project, k, kernel, gamma }, takes) {
  const given = [`lam=${lam}`];
  if (draws) given.push(`draws=${inPython(draws)}`);
  else given.push(`T=${T}`, `seed=${seed}`, `sampling="${sampling}"`);
  if (takes.project && project) given.push("project=True");
  if (takes.k && !draws) given.push(`k=${k}`);
  if (takes.kernel) given.push(`kernel=${hasWidth(kernel) ? `partial(${kernel}, gamma=${gamma})` : kernel}`);
  return given;
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
