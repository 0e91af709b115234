// Reads a table with two columns of numbers and one of two labels, by the rules of datasets/csv_and_idx_files.py.

import { LONGEST_NAME } from "./address.js";
import { MOST_POINTS, onGrid } from "./points.js";
import { numberIn, Problem, shortened } from "./settings.js";

export const LARGEST_FILE = 1_000_000; // bytes
const LABEL_NAMES = ["label", "class", "target", "y"];
const GAPS = ["", "?", "na", "n/a", "nan", "null", "none"];

// Returns the points in the text of a file; throws a Problem that names the line that is wrong.
export function pointsInTable(text, name) {
  const lines = linesOfTable(text.replace("\ufeff", ""), name);
  const [{ fields: first }] = lines;
  const { column, isHeader } = columnOfLabels(first);
  const examples = lines.slice(isHeader ? 1 : 0);
  if (!examples.length) throw new Problem(`${name} must hold an example in each line, got only a header.`);
  if (examples.length > MOST_POINTS) {
    const most = `at most ${MOST_POINTS} examples`;
    throw new Problem(`${name} must hold ${most}, got ${examples.length}; take a part of it.`);
  }
  const features = [0, 1, 2].filter((place) => place !== column);
  const titles = first.map((title, n) => (isHeader && title ? shortened(title) : n));
  const places = examples.flatMap(({ line, fields }) =>
    features.map((place) => featureIn(fields[place], `line ${line}, column ${titles[place]}`, name)));
  const { labels, names } = signs(examples.map(({ fields }) => fields[column]), titles[column], name);
  return onGrid(places, labels, names);
}

function linesOfTable(text, name) {
  const head = text.split("\n").find((line) => line.trim()) ?? "";
  const count = (sign) => head.split(sign).length;
  const separator = [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  const lines = fieldsOf(text, separator, name).filter(({ fields }) => fields.some(Boolean));
  if (!lines.length) throw new Problem(`${name} must hold an example in each line, got an empty file.`);
  for (const { line, fields } of lines) {
    if (fields.length !== 3) {
      throw new Problem(
        `${name} must have two features and a label in each line, with commas, semicolons or tabs ` +
        `between, got ${fields.length} ${fields.length === 1 ? "field" : "fields"} in line ${line}.`,
      );
    }
  }
  return lines;
}

// Returns number and fields of each line; a quoted field may hold anything, with quotation marks doubled.
function fieldsOf(text, separator, name) {
  const lines = [];
  let [line, fields, field, isQuoted] = [1, [], "", false];
  const endLine = () => {
    lines.push({ line, fields: [...fields, field].map((one) => one.trim()) });
    [fields, field] = [[], ""];
  };
  for (let n = 0; n < text.length; n++) {
    const letter = text[n];
    if (isQuoted && letter === '"' && text[n + 1] === '"') {
      field += letter;
      n += 1;
    } else if (letter === '"' && (isQuoted || !field.trim())) isQuoted = !isQuoted;
    else if (isQuoted) field += letter;
    else if (letter === separator) {
      fields.push(field);
      field = "";
    } else if (letter === "\n") endLine();
    else field += letter;
    if (letter === "\n") line += 1;
  }
  if (isQuoted) throw new Problem(`${name} must close every quotation mark, got one open to the end.`);
  endLine();
  return lines;
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

// Finds the column of labels (by its header, otherwise the last column), and whether there is a header.
function columnOfLabels(first) {
  const lowered = first.map((field) => field.toLowerCase());
  const named = LABEL_NAMES.map((name) => lowered.indexOf(name)).find((place) => place >= 0);
  const column = named ?? 2;
  const isName = (field) => !GAPS.includes(field) && isNaN(numberIn(field));
  const isHeader = lowered.some((field, n) => n !== column && isName(field));
  return { column: isHeader ? column : 2, isHeader };
}

function featureIn(field, where, name) {
  const value = numberIn(field);
  if (Number.isFinite(value) && Math.abs(value) <= 1e6) return value;
  const got = field ? shortened(field) : "nothing";
  throw new Problem(
    `${name} must hold a number up to a million in ${where}, got ${got}; write decimals with a point, ` +
    "and leave out lines with gaps.",
  );
}

// Returns the labels −1 and +1, and their names; the greater label is +1, by value if all are numbers.
function signs(texts, title, name) {
  const gap = texts.find((text) => GAPS.includes(text.toLowerCase()));
  const where = `in column ${title}`;
  if (gap != null) throw new Problem(`${name} must hold labels and no gaps ${where}, got a gap.`);
  const areNumbers = texts.every((text) => Number.isFinite(numberIn(text)));
  const key = (text) => (areNumbers ? numberIn(text) : text);
  const found = new Map(texts.map((text) => [key(text), text]).reverse());
  if (found.size !== 2) {
    const some = [...found.values()].slice(0, 5).map(shortened).join(", ");
    throw new Problem(`${name} must hold two labels ${where}, got ${found.size}: ${some}.`);
  }
  const [low, high] = [...found.keys()].sort((a, b) => (a < b ? -1 : 1));
  const names = [low, high].map((one) => found.get(one).slice(0, LONGEST_NAME));
  return { labels: texts.map((text) => (key(text) === high ? 1 : -1)), names };
}
