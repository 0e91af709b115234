// Finds the fields, the labels and the features in the text of a table, by the rules of datasets/tables.py.

import { numberIn, Problem, shortened } from "./inputs.js";

const LABEL_NAMES = ["label", "class", "target", "y"];
export const GAPS = ["", "?", "na", "n/a", "nan", "null", "none"];
const NAMED_SEPARATOR = /^"?sep=([,;\t|])"?$/i;
const QUOTED = /(?<![^,;\t|\n ])"(?:[^"]|"")*(?:"|$)/g;
const HEAD = 100; // the most lines of text in which the first line of a table ends
const BLANKS = "[ \\t\\v\\f\\u00a0\\ufeff]";
const [AROUND, MARKS] = [new RegExp(`^${BLANKS}+|${BLANKS}+$`, "g"), new RegExp(`^(?:#|${BLANKS})+`)];
const BY_PANDAS = /^unnamed: ?[0-9].*$/i; // what pandas writes above a column that has no title
const UNTITLED = ["", "#", "rownames", "row.names"]; // titles of an index
const COUNTING = ["index", "row", "nr", "no", "number"]; // titles of a column that may number the examples
const ID = /^(?:(?:.*[^A-Za-z])?(?:id|Id|ID)|.*[a-z]I[dD])$/; // the last word is id: patient_id, PassengerId

// Returns the text in the bytes of a file; throws a Problem if it holds something else. kinds: the beginnings of files
// of other kinds, as regular expressions, each with the name of the kind (common/file_kinds.py).
export function textOf(bytes, name, kinds) {
  const head = String.fromCharCode(...bytes.slice(0, 512));
  const kind = kinds.find(([start]) => RegExp(`^(?:${start})`, "i").test(head));
  const must = `${name} must be a text file in UTF-8`;
  if (kind) throw new Problem(`${must}, got ${kind[1]}; unpack or export it first.`);
  const encoding = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be" }[head.slice(0, 2)] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(`${must}, got something else; save it as CSV in UTF-8.`);
  }
}

// Returns {lines, features, titles, labels, label, remarks}, all fields as text; throws a Problem that names a line.
export function tableIn(text, name) {
  const rows = rowsOf(text, name);
  const [{ fields: first }] = rows;
  const { column, hasHeader } = columnOfLabels(rows);
  const examples = rows.slice(hasHeader ? 1 : 0);
  if (!examples.length) throw new Problem(`${name} must hold an example in each line, got only a header.`);
  const titles = first.map((title, n) => (hasHeader && title ? shortened(title) : n));
  const columns = first.map((_, n) => examples.map(({ fields }) => fields[n]));
  const isUsed = (n) => n !== column && (columns[n].some(Boolean) || (hasHeader && !isUntitled(first[n])));
  const used = [...first.keys()].filter(isUsed);
  const leftOut = columnsLeftOut(used, hasHeader ? first : null, columns);
  const features = used.filter((n) => !leftOut.includes(n));
  const remarks = leftOut.map((n) => remark(titles[n], hasHeader));
  if (!features.length) {
    const got = remarks.length ? `only names or numbers of the examples (${remarks[0]})` : "one column";
    throw new Problem(
      `${name} must have a feature column besides the label, got ${got}; ` +
      "separate columns by commas, semicolons or tabs.",
    );
  }
  return {
    lines: examples.map(({ line }) => line),
    features: examples.map(({ fields }) => features.map((n) => fields[n])),
    titles: features.map((n) => titles[n]),
    labels: columns[column],
    label: titles[column],
    remarks,
  };
}

// Returns the number in a field, or NaN; other white space than BLANKS is not part of a number.
export function numberOf(field) {
  return /\s/.test(field) ? NaN : numberIn(field);
}

function rowsOf(text, name) {
  if (text.includes("\0")) {
    throw new Problem(`${name} must be a text file in UTF-8, got something else (a zero byte).`);
  }
  const { below, separator } = belowRemarks(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  const rows = fieldsOf(below, separator, name).filter(({ fields }) => fields.some(Boolean));
  if (!rows.length) throw new Problem(`${name} must hold an example in each line, got an empty file.`);
  rows[0].fields = rows[0].fields.map((field) => (BY_PANDAS.test(field) ? "" : field));
  return equallyWide(rows, name);
}

// Returns the text with the lines above the table emptied (one such as sep=; and comments), and the separator.
// A comment with as many fields as the line of numbers below it is a header.
function belowRemarks(text) {
  const lines = text.split("\n");
  let [separator, above] = [null, null];
  for (const [n, whole] of lines.entries()) {
    const line = trimmed(whole);
    const named = separator == null && above == null ? line.match(NAMED_SEPARATOR) : null;
    if (named) {
      separator = named[1];
      lines[n] = "";
    } else if (line.startsWith("#")) {
      above = { n, line: line.replace(MARKS, "") };
      lines[n] = "";
    } else if (line) {
      const [first] = lines.slice(n, n + HEAD).join("\n").replace(QUOTED, "").split("\n");
      separator ??= ["\t", ";", ","].reduce((best, sign) => (count(first, sign) > count(first, best) ? sign : best));
      const isLike = above && count(above.line.replace(QUOTED, ""), separator) === count(first, separator);
      const hasNumber = line.split(separator).some((field) => isNumber(trimmed(field)));
      if (isLike && hasNumber) lines[above.n] = above.line;
      break;
    }
  }
  return { below: lines.join("\n"), separator: separator ?? "," };
}

const trimmed = (text) => text.replace(AROUND, "");
const count = (line, sign) => line.split(sign).length;
const isNumber = (field) => !isNaN(numberOf(field));
const withComma = (field) => numberOf(field.replaceAll(",", ".")); // where a comma may stand before the decimals

// Returns number and fields of each line; a quoted field may hold anything, with quotation marks doubled.
function fieldsOf(text, separator, name) {
  const lines = [];
  let [line, fields, field, quotes] = [1, [], "", ""]; // quotes: "open", "closed", or "" in a field without
  const endField = () => {
    fields.push(trimmed(field));
    [field, quotes] = ["", ""];
  };
  for (let n = 0; n < text.length; n++) {
    const letter = text[n];
    if (letter === "\n") line += 1;
    if (quotes === "open") {
      if (letter !== '"') field += letter;
      else if (text[n + 1] !== '"') quotes = "closed";
      else field += text[++n];
    } else if (letter === separator) endField();
    else if (letter === "\n") {
      endField();
      lines.push({ line: line - 1, fields });
      fields = [];
    } else if (quotes) {
      throw new Problem(`${name} must close every quotation mark at the end of a field, got one in line ${line}.`);
    } else if (letter === '"' && !field) quotes = "open";
    else if (letter !== " " || field) field += letter;
  }
  if (quotes === "open") throw new Problem(`${name} must close every quotation mark, got one open to the end.`);
  endField();
  return [...lines, { line, fields }];
}

// Returns the rows without separators at their ends that separate nothing.
function equallyWide(rows, name) {
  const used = rows.map(({ fields }) => fields.findLastIndex(Boolean) + 1);
  const sizes = rows.map(({ fields }) => fields.length);
  const width = Math.max(...used);
  if (width > Math.min(...sizes)) {
    const below = [Math.max(...used.slice(1)), Math.min(...sizes.slice(1))];
    const isShort = used[0] + 1 === width && below[0] === width && width <= below[1];
    if (!isShort || !areTitles(rows[0].fields)) refuseWidths(used, sizes, rows, name);
    rows[0].fields.unshift(""); // R writes no title above the names of the rows
  }
  return rows.map(({ line, fields }) => ({ line, fields: fields.slice(0, width) }));
}

function refuseWidths(used, sizes, rows, name) {
  const [width] = used;
  const n = rows.findIndex((_, place) => used[place] > width || sizes[place] < width);
  throw new Problem(
    `${name} must have ${width} fields in each line, as in its first, got ` +
    `${used[n] > width ? used[n] : sizes[n]} in line ${rows[n].line}; correct that line.`,
  );
}

function areTitles(fields) {
  return fields.some((field) => !GAPS.includes(field.toLowerCase()) && isNaN(withComma(field)));
}

// Finds the column of labels (by its header, otherwise the last column), and whether there is a header.
function columnOfLabels([{ fields: first }, ...others]) {
  const lowered = first.map((field) => field.toLowerCase());
  const last = first.length - 1;
  const column = LABEL_NAMES.map((name) => lowered.indexOf(name)).find((place) => place >= 0) ?? last;
  const isAbove = !first[0] && counts(others.map(({ fields }) => fields[0]));
  const hasHeader = areTitles(first.filter((_, n) => n !== column)) || isAbove;
  return { column: hasHeader ? column : last, hasHeader };
}

// Returns the features that only name or number the examples; titles is null if there is no header.
function columnsLeftOut(features, titles, columns) {
  const leftOut = [];
  for (const [place, n] of features.entries()) {
    const isLeading = place === leftOut.length;
    const values = columns[n];
    const isFirst = place === 0 && features.length > 1 && values.length > 2;
    if (titles ? isIndex(titles[n], values, isLeading) : isFirst && counts(values)) leftOut.push(n);
  }
  return leftOut;
}

// Returns whether a column with this title only names or numbers the examples.
function isIndex(title, values, isLeading) {
  if (ID.test(title)) return values.every(isName);
  if (isLeading && isUntitled(title)) return new Set(values).size === values.length && values.every(isName);
  const isCounting = COUNTING.includes(title.toLowerCase().replace(/\.+$/, ""));
  return (isUntitled(title) || isCounting) && counts(values);
}

const isUntitled = (title) => UNTITLED.includes(title.toLowerCase());

// Returns whether a field may name an example: it is a word or a whole number.
function isName(value) {
  const number = withComma(value);
  return !GAPS.includes(value.toLowerCase()) && (isNaN(number) || number % 1 === 0);
}

// Returns whether these are 0, 1, 2, … or 1, 2, 3, …
function counts(values) {
  const [start] = values.map(numberOf);
  return (start === 0 || start === 1) && values.every((value, n) => numberOf(value) === start + n);
}

function remark(title, hasHeader) {
  const advice = hasHeader ? "give it another title" : "write a line of titles above the table";
  const which = hasHeader ? "names or numbers" : "numbers";
  return `column ${title} ${which} the examples and is left out; ${advice} if it is a feature`;
}
