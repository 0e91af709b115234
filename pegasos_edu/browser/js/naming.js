// Names the mistake of a program: compares its states with a table that `check/tables.py` has written.

const GOLDEN = 0.6180339887498949;
const NO_NUMBER = 1000;
const LARGEST = 1e100;
const TOLERANCE = 1e-5;
const CLOSE = 10 * TOLERANCE;

// Returns the report on a program: { passed, isUnwritten, verdict, facts, hints, answer }.
export function reportOn(table, seen, errors, source) {
  if (seen.failed) return ofFailure(seen.failed, errors, source);
  const known = table.known.filter((one) => agrees(one, table, seen));
  const isFunction = table.groups.every((size) => size === 1);
  const data = isFunction ? [] : seen.changed.filter((role) => ["X", "x", "y", "K", "draws"].includes(role));
  const isRight = (one) => one.ids.every((id) => table.entries[id].is_convention);
  const right = known.find(isRight);
  const notes = notesOn(seen.changed, data, table);
  if (right && data.length) return ofMistakes(table, [{ ids: ["data-changed-in-place"] }], seen, notes);
  if (right) return ofRight(table, right, notes);
  const alone = known.filter((one) => one.ids.length === 1);
  if (known.length) return ofMistakes(table, alone.length ? alone : known, seen, notes);
  if (seen.arithmetic) return ofFailure(seen.arithmetic, errors, source);
  if (data.length) return ofMistakes(table, [{ ids: ["data-changed-in-place"] }], seen, notes);
  const verdict = `Not correct yet (${table.task}). The mistake is not in the catalogue; see where it first differs.`;
  const first = firstDifference(table, seen);
  const hint = /In step (\d+)/.exec(first);
  const hints = hint ? [`Follow step ${hint[1]} with pencil and paper: what do you have after each line?`] : [];
  return { passed: false, verdict, facts: [["First difference", first], ...notes], hints, answer: [] };
}

// Comparing

// Returns whether a known program has the same states.
function agrees(known, table, seen) {
  return [false, true].some((isSpread) => {
    let start = 0;
    return table.groups.every((size, n) => {
      const runs = seen.runs.slice(start, start + size);
      const right = table.right.slice(start, start + size).flat();
      start += size;
      if (runs.includes(null)) return true; // the function does not accept this case
      const rows = runs.flatMap((run) => (run.ended ? [...run.rows, null] : run.rows));
      const [own, scale] = digest(rows, right, size === 1, isSpread && known.ids.length > 0);
      const other = known.digests[n];
      return Math.abs(own - other) <= 0.1 * TOLERANCE * Math.max(1, scale);
    });
  });
}

// Returns the digest of some states, as `check/tables.py` computes it, and the sum of their sizes.
function digest(rows, right, isChain, isSpread) {
  let k = 0;
  let total = 0;
  let scale = 0;
  for (const [n, row] of rows.entries()) {
    const entries = row ? entriesOf(row, right[n], isSpread) : [null];
    if (entries.every((one) => Number.isFinite(one) && Math.abs(one) < LARGEST)) {
      for (const [j, entry] of entries.entries()) {
        total += entry * (0.5 + ((GOLDEN * (k + j + 1)) % 1));
        scale += Math.abs(entry);
      }
    } else {
      total += NO_NUMBER * (n + 1);
      if (isChain) break;
    }
    k += [right[n]].flat(Infinity).length;
  }
  return [total, scale];
}

// Returns the numbers of a state or a value; a single number may stand for an array of a wrong function.
function entriesOf(row, right, isSpread) {
  if (Array.isArray(row)) return row;
  const size = [right].flat(Infinity).length;
  return isSpread && !row.shape.length ? Array(size).fill(row.entries[0]) : row.entries;
}

// Words

function ofFailure({ kind, words, line }, errors, source) {
  const text = line ? (source.split("\n")[line - 1] ?? "").trim() : "";
  const facts = line ? [["Your line", `line ${line}: ${text}`]] : [];
  const report = { passed: false, isUnwritten: kind === "unwritten", facts, hints: [], answer: [] };
  if (kind === "unwritten") return { ...report, verdict: `Not written yet: ${words}.` };
  if (kind === "shape") return { ...report, verdict: `It cannot be checked as it is written: ${words}.` };
  const means = kind === "exception" && errors.find((one) => (
    new RegExp(one.error).test(words) && (!one.line || new RegExp(one.line).test(text))
  ));
  if (means) facts.push(["What it means", means.says]);
  const verdict = `It failed: ${words.replace(/\.$/, "")}${words.endsWith("?") ? "" : "."}`;
  return { ...report, verdict, hints: means ? means.hints : [] };
}

function ofRight(table, { ids }, notes) {
  const entries = ids.map((id) => table.entries[id]);
  const words = entries.map(({ title, taught }) => (taught ? `${title} (${taught})` : title));
  const verdict = `Right (${table.task})${words.length ? `, with ${listed(words)}` : ""}.`;
  const facts = entries.map(({ says, effect }) => ["Convention", `${says} ${effect}`]);
  return { passed: true, verdict, facts: [...facts, ...notes], hints: [], answer: [] };
}

function ofMistakes(table, known, seen, notes) {
  const sets = known.map(({ ids }) => ids.map((id) => table.entries[id]).filter((one) => !one.is_convention));
  const titles = [...new Set(sets.map((entries) => entries.map(({ title }) => title).join("; and ")))].slice(0, 3);
  const name = titles.length > 1
    ? `These mistakes do the same in everything that was tried: ${titles.join("; or ")}.`
    : `This looks like a known mistake: ${titles[0]}.`;
  const first = known[0].first ?? firstDifference(table, seen);
  const conventions = known[0].ids.map((id) => table.entries[id]).filter((one) => one.is_convention);
  const facts = first ? [["First difference", first]] : [];
  facts.push(...conventions.map(({ says }) => ["Convention", says]), ...notes);
  const hints = [0, 1].flatMap((place) => sets[0].flatMap(({ hints: own }) => own.slice(place, place + 1)));
  const verdict = `Not correct yet (${table.task}). ${name}`;
  const answer = sets[0].flatMap(explained);
  return { passed: false, verdict, facts, hints, answer, ids: known.map(({ ids }) => ids), title: titles[0] };
}

function explained({ says, tempting, effect, line }) {
  const answer = [["What it does", says], ["Why it is tempting", tempting], ["Its effect", effect]];
  return line ? [...answer, ["The line of the algorithm", line]] : answer;
}

function notesOn(changed, data, { tries }) {
  const isFunction = tries.includes('"kind": "function"');
  const those = isFunction ? changed : data;
  if (those.length) {
    const owner = isFunction ? "values" : "data";
    const names = [...new Set(those)].sort().join(" and ");
    return [["Note", `It changes ${names} in place, so the caller's ${owner} are different afterwards.`]];
  }
  if (!changed.includes("w") && !changed.includes("v")) return [];
  return [["Note", "It changes w in place: a list of all w would hold the last w many times."]];
}

// Returns a text about the first state that differs from the right state.
function firstDifference(table, { runs }) {
  for (const [n, run] of runs.entries()) {
    if (!run) continue;
    const { name, draws, quantity } = table.runs[n];
    for (const [t, row] of table.right[n].entries()) {
      const own = run.rows[t] && entriesOf(run.rows[t], row, false);
      const right = [row].flat(Infinity);
      if (own && same(own, right)) continue;
      const got = own ? brief(own) : "no number";
      const words = own ? wordsOn(table, runs, n, t, own, right) : [];
      const values = [`${got}; ${brief(right)} is right.`, ...words].join(" ");
      if (table.right[n].length === 1) return `For ${name} it returns ${quantity ? `${quantity} = ` : ""}${values}`;
      const drawn = [draws[t]].flat();
      const examples = `example${drawn.length > 1 ? "s" : ""} ${drawn.join(", ")}`;
      return `In step ${t + 1} (${name}), which draws ${examples}, ${quantity} is ${values}`;
    }
  }
  return "";
}

// Returns sentences about a step of one example that leaves s·w + c·x.
function wordsOn(table, runs, n, t, own, right) {
  const { state, runs: tries } = JSON.parse(table.tries);
  const { calls, start, draws } = tries[n];
  const { x, y } = calls[t];
  if (!x || !["w", "v,a"].includes(String(state)) || x.length < 2) return [];
  const first = start.w ?? start.v.map((one) => start.a * one);
  const before = t > 0 ? runs[n].rows[t - 1] : first;
  const [fit, usual] = [own, right].map((after) => fitted(before, x, after));
  if (!fit || !usual) return [];
  const words = [];
  if (Math.abs(fit[0] - usual[0]) > CLOSE) {
    words.push(`It multiplies w by ${brief([fit[0]])} instead of ${brief([usual[0]])}.`);
  }
  if (Math.abs(fit[1] - usual[1]) > CLOSE * Math.max(1, Math.abs(usual[1]))) {
    const name = calls.length > 1 ? `x_${draws[t]}` : "x";
    const [added, wanted] = [fit[1], usual[1]].map((c) => (Math.abs(c) < CLOSE ? "nothing" : `${brief([c])}·${name}`));
    words.push(`It adds ${added} instead of ${wanted}; the margin is ${brief([y * product(x, before)])}.`);
  }
  return words;
}

// Returns s and c with after = s·before + c·x, and s = 0 if before is 0; null unless there is exactly one solution.
function fitted(before, x, after) {
  const [bb, bx, xx] = [product(before, before), product(before, x), product(x, x)];
  const [ba, xa] = [product(before, after), product(x, after)];
  const rest = bb * xx - bx * bx;
  if (xx === 0 || (bb > 0 && rest <= 1e-12 * bb * xx)) return null;
  const found = bb > 0 ? [(ba * xx - xa * bx) / rest, (xa * bb - ba * bx) / rest] : [0, xa / xx];
  const bound = CLOSE * Math.max(1, ...after.map(Math.abs));
  return after.every((one, j) => Math.abs(found[0] * before[j] + found[1] * x[j] - one) <= bound) ? found : null;
}

function product(a, b) {
  return a.reduce((sum, one, n) => sum + one * b[n], 0);
}

function same(own, right) {
  const bound = TOLERANCE * Math.max(1, ...right.map(Math.abs));
  const isClose = (one, n) => Number.isFinite(one) && Math.abs(one - right[n]) <= bound;
  return own.length === right.length && own.every(isClose);
}

function brief(numbers) {
  if (numbers.length > 1) {
    return `(${numbers.slice(0, 6).map((one) => brief([one])).join(", ")}${numbers.length > 6 ? ", …" : ""})`;
  }
  const [one] = numbers;
  if (!Number.isFinite(one)) return "NaN";
  return Math.abs(one) < 1e-12 ? "0" : String(Number(one.toPrecision(4))).replace("-", "−");
}

function listed(words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
