// Names the mistake of a program: compares its states with a table that `check/tables.py` has written.

import { TOLERANCE, entriesOf, firstDifference, same } from "./differences.js";

const GOLDEN = 0.6180339887498949;
const NO_NUMBER = 1000;
const LARGEST = 1e100;

// Returns the report on a program: { passed, isUnwritten, verdict, facts, hints, answer }.
export function reportOn(tables, seen, errors, source) {
  if (seen.failed) return ofFailure(seen.failed, errors, source);
  const table = seen.kind === "all" ? { ...tables, ...tables.all, kind: "all" } : tables;
  const isFunction = seen.kind === "function";
  const data = isFunction ? [] : seen.changed.filter((role) => ["X", "x", "y", "K", "draws"].includes(role));
  const starts = seen.runs.some((run) => run?.start?.some((one) => one !== 0));
  const known = knownAs(table, seen, isFunction);
  const isRight = (one) => one.ids.every((id) => table.entries[id].is_convention);
  const notes = notesOn(seen.changed, data, isFunction);
  if (starts) notes.push(["Note", "It does not start at w = 0."]);
  const right = known.find(isRight);
  if (right && !data.length) return ofRight(table, right, notes, seen.conventions, starts);
  if (!right && known.length) return ofMistakes(table, known, seen, notes);
  if (!right && seen.arithmetic) return ofFailure(seen.arithmetic, errors, source);
  if (data.length) return ofMistakes(table, [{ ids: ["data-changed-in-place"] }], seen, notes);
  if (starts) return ofFailure({ kind: "shape", words: "with no draws it must return w = 0; start there" }, [], source);
  const verdict = `Not correct yet (${table.task}). The mistake is not in the catalogue; see where it first differs.`;
  const first = firstDifference(table, seen);
  const hint = /In step (\d+)/.exec(first);
  const hints = hint ? [`Follow step ${hint[1]} with pencil and paper: what do you have after each line?`] : [];
  return { passed: false, verdict, facts: [["First difference", first], ...notes], hints, answer: [] };
}

// Comparing

// Returns the known programs with the same states: right ones, else those with one mistake, with a mistake and a
// convention, or with two mistakes.
function knownAs(table, seen, isFunction) {
  const digests = [false, true].map((isSpread) => digestsOf(table, seen, isSpread));
  const agree = ([own, scale], other) => Math.abs(own - other) <= 0.1 * TOLERANCE * Math.max(1, scale);
  const known = table.known.filter((one) => digests.some((found, isSpread) => (
    (!isSpread || one.ids.length) && found.every((own, n) => own === null || agree(own, one.digests[n]))
  )));
  if (known.length) return known;
  if (isOneStepFewer(table, seen)) return [{ ids: ["one-step-fewer"] }];
  const first = isFunction ? digests[0] : digests[0].slice(0, 1);
  if (first.includes(null)) return [];
  const [own, scale] = [0, 1].map((place) => first.reduce((sum, one) => sum + one[place], 0));
  for (const [mistakes, others, numbers] of table.pairs) {
    const isOnce = mistakes.join() === others.join(); // then each pair stands once
    const pairs = mistakes.flatMap((one, n) => others.slice(isOnce ? n + 1 : 0).map((other) => [one, other]));
    const found = pairs.filter((_, n) => agree([own, 1e-2 * scale], numbers[n]));
    if (found.length) return found.map((ids) => ({ ids }));
  }
  return [];
}

// Returns the digest of each group of runs with the sum of its sizes; null if the function does not accept the case.
function digestsOf(table, seen, isSpread) {
  let start = 0;
  return table.groups.map((size) => {
    const [runs, right, tries] = [seen.runs, table.right, table.runs].map((all) => all.slice(start, start + size));
    start += size;
    if (runs.includes(null)) return null;
    const rows = runs.flatMap((run, n) => {
      const own = run.rows.map((row, t) => (tries[n].at?.includes(t + 1) === false ? [] : row));
      return run.ended ? [...own, null] : own;
    });
    return digest(rows, right.flat(), size === 1, isSpread);
  });
}

// Returns whether all steps of a program are right, but they begin one step late, or the last one is missing.
function isOneStepFewer(table, { kind, runs }) {
  return kind === "all" && runs.every(({ rows, ended }, n) => {
    const isLate = rows[0]?.every((one) => one === 0);
    const own = isLate ? rows.slice(1) : rows;
    return !ended && own.length === table.right[n].length - 1 && own.every((row, t) => (
      !row.length || same(row, table.right[n][t])
    ));
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

// Words

function ofFailure({ kind, words, line }, errors, source) {
  const text = line ? (source.split("\n")[line - 1] ?? "").trim() : "";
  const facts = line ? [["Your line", `line ${line}: ${text}`]] : [];
  const report = { passed: false, isUnwritten: kind === "unwritten", facts, hints: [], answer: [] };
  if (kind === "unwritten") return { ...report, verdict: `Not written yet: ${words}.` };
  if (kind === "shape") return { ...report, verdict: `It cannot be checked as it is written: ${words}.` };
  if (kind === "check") return { ...report, verdict: `Not correct yet: ${words}.` };
  const means = kind === "exception" && errors.find((one) => (
    new RegExp(one.error).test(words) && (!one.line || new RegExp(one.line).test(text))
  ));
  const says = means ? means.says : ofSyntax(words, text);
  if (says) facts.push(["What it means", says]);
  const verdict = `It failed: ${words.replace(/\.$/, "")}${words.endsWith("?") ? "" : "."}`;
  return { ...report, verdict, hints: means ? means.hints : [] };
}

// Returns what an error of syntax means on a line; "" for any other error.
function ofSyntax(words, text) {
  if (words.startsWith("IndentationError")) {
    return "The lines of a block must begin in the same column, further right than the line with the colon above them.";
  }
  if (!words.startsWith("SyntaxError")) return "";
  const [code] = text.split("#");
  if (/^(if|elif|else|for|while|def)\b[^:]*$/.test(code)) return "A colon is missing at the end of this line.";
  return "Python cannot read this line. Often a bracket, a colon or an operator is missing, here or in the line " +
    "above; and the lines after a colon must stand further right.";
}

// required: the identifiers of the conventions that a program must follow, and no others; any if it is missing.
function ofRight(table, { ids }, notes, required, starts) {
  const facts = ids.map((id) => table.entries[id]).map(({ says, effect }) => ["Convention", `${says} ${effect}`]);
  const report = { passed: true, facts: [...facts, ...notes], hints: [], answer: [] };
  const [own, wanted] = [ids, required ?? []].map((some) => followed(table, some));
  const follows = ids.filter((id) => id !== "at-the-margin-too");
  if (!required || (String(follows.sort()) === String([...required].sort()) && !starts)) {
    return { ...report, verdict: `Right (${table.task})${own && `, ${own}`}.` };
  }
  const but = starts && own === wanted ? "it does not start at w = 0"
    : `this task asks for it ${wanted || "as it is printed"}`;
  const verdict = `Its steps are those of ${table.task} ${own || "as it is printed"}, but ${but}.`;
  return { ...report, passed: false, verdict };
}

function followed(table, ids) {
  const entries = ids.map((id) => table.entries[id]);
  const words = entries.map(({ title, taught }) => (taught ? `${title} (${taught})` : title));
  return words.length ? `with ${listed(words)}` : "";
}

function ofMistakes(table, known, seen, notes) {
  const sets = known.map(({ ids }) => ids.map((id) => table.entries[id]).filter((one) => !one.is_convention));
  const titles = [...new Set(sets.map((entries) => entries.map(({ title }) => title).join("; and ")))].slice(0, 3);
  const name = titles.length > 1
    ? `These mistakes do the same in everything that was tried: ${titles.join("; or ")}.`
    : `This looks like ${sets[0].length > 1 ? "two known mistakes" : "a known mistake"}: ${titles[0]}.`;
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

function notesOn(changed, data, isFunction) {
  const those = isFunction ? changed : data;
  if (those.length) {
    const owner = isFunction ? "values" : "data";
    const names = [...new Set(those)].sort().join(" and ");
    return [["Note", `It changes ${names} in place, so the caller's ${owner} are different afterwards.`]];
  }
  if (!changed.includes("w") && !changed.includes("v")) return [];
  return [["Note", "It changes w in place: a list of all w would hold the last w many times."]];
}

function listed(words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
