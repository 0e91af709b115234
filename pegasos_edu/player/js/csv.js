// Reads a table with two columns of numbers and one of two labels.

import { LONGEST_NAME } from "./address.js";
import { excerpt, is_gap, number_in } from "./columns.js";
import { MOST_POINTS, onGrid } from "./points.js";
import { Problem, shortened } from "./inputs.js";
import { tableIn } from "./table.js";

export const LARGEST_FILE = 1_000_000; // bytes

// Returns the points in the text of a file, and a sentence about columns that are left out, or "".
// Throws a Problem that names the line that is wrong.
export function pointsInTable(text, name) {
  const { lines, features, titles, labels, label, remarks } = tableIn(text, name);
  if (titles.length !== 2) {
    const besides = remarks.length ? ` (${remarks.join("; ")})` : "";
    throw new Problem(
      `${name} must have two features and a label in each line, with commas, semicolons or tabs ` +
      `between, got ${titles.length} ${titles.length === 1 ? "feature" : "features"}${besides}.`,
    );
  }
  if (labels.length > MOST_POINTS) {
    const most = `at most ${MOST_POINTS} examples`;
    throw new Problem(`${name} must hold ${most}, got ${labels.length}; take a part of it.`);
  }
  const places = features.flatMap((fields, n) =>
    fields.map((field, place) => featureIn(field, `line ${lines[n]}, column ${excerpt(titles[place])}`, name)));
  const { signs, names } = signsOf(labels, label, name);
  return { ...onGrid(places, signs, names), remark: remarks.map((remark) => `In ${name}, ${remark}.`).join(" ") };
}

// Returns the points with mean 0 and standard deviation 1 in each column; a constant column is only shifted.
export function standardised({ places, labels, names }) {
  const m = labels.length;
  const result = new Array(2 * m);
  for (const first of [0, 1]) {
    const column = labels.map((_, n) => places[2 * n + first]);
    const mean = column.reduce((sum, value) => sum + value, 0) / m;
    const deviation = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / m);
    const isConstant = deviation <= 1e-9 * Math.max(...column.map(Math.abs));
    column.forEach((value, n) => {
      result[2 * n + first] = (value - mean) / (isConstant ? 1 : deviation);
    });
  }
  return onGrid(result, labels, names);
}

function featureIn(field, where, name) {
  const value = number_in(field);
  if (Number.isFinite(value) && Math.abs(value) <= 1e6) return value;
  const got = field ? shortened(field) : "nothing";
  throw new Problem(
    `${name} must hold a number up to a million in ${where}, got ${got}; write decimals with a point, ` +
    "and leave out lines with gaps.",
  );
}

// Returns the labels −1 and +1, and their names; the greater label is +1, by value if all are numbers.
function signsOf(texts, title, name) {
  const gap = texts.find(is_gap);
  const where = `in column ${excerpt(title)}`;
  if (gap != null) throw new Problem(`${name} must hold labels and no gaps ${where}, got a gap.`);
  const areNumbers = texts.every((text) => Number.isFinite(number_in(text)));
  const key = (text) => (areNumbers ? number_in(text) : text);
  const byKey = new Map(texts.map((text) => [key(text), text]).reverse());
  if (byKey.size !== 2) {
    const some = [...byKey.values()].slice(0, 5).map(shortened).join(", ");
    throw new Problem(`${name} must hold two labels ${where}, got ${byKey.size}: ${some}.`);
  }
  const [low, high] = [...byKey.keys()].sort(areNumbers ? (a, b) => a - b : byLetters);
  const names = [low, high].map((label) => byKey.get(label).slice(0, LONGEST_NAME));
  return { signs: texts.map((text) => (key(text) === high ? 1 : -1)), names };
}

// Compares two texts by their letters, as Python does; JavaScript itself compares halves of some letters.
function byLetters(left, right) {
  const [first, second] = [left, right].map((text) => Array.from(text, (letter) => letter.codePointAt(0)));
  const n = first.findIndex((letter, place) => letter !== second[place]);
  return n < 0 || n >= second.length ? first.length - second.length : first[n] - second[n];
}
