// Finds the fields in the text of a table, by the rules of datasets/tables.py.

import { equally_wide, has_titles, label_column, number_in, table_of } from "./columns.js";
import { Problem } from "./inputs.js";

const NAMED_SEPARATOR = /^"?sep=([,;\t|])"?$/i;
const QUOTED = /(?<![^,;\t|\n ])"(?:[^"]|"")*(?:"|$)/g;
const HEAD = 100; // the most lines of text in which the first line of a table ends
const BLANKS = "[ \\t\\v\\f\\u00a0\\ufeff]";
const [AROUND, MARKS] = [new RegExp(`^${BLANKS}+|${BLANKS}+$`, "g"), new RegExp(`^(?:#|${BLANKS})+`)];

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

// Returns the table, all fields as text (datasets/columns.py); throws a Problem that names a line.
export function tableIn(text, name) {
  if (text.includes("\0")) {
    throw new Problem(`${name} must be a text file in UTF-8, got something else (a zero byte).`);
  }
  const { below, separator } = belowRemarks(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"));
  const all = fieldsOf(below, separator, name).filter(({ fields }) => fields.some(Boolean));
  if (!all.length) throw new Problem(`${name} must hold an example in each line, got an empty file.`);
  const lines = all.map(({ line }) => line);
  const rows = equally_wide(all.map(({ fields }) => fields), lines, name);
  const labelled = label_column(rows[0]);
  const hasHeader = has_titles(rows[0], rows.slice(1), labelled);
  return table_of(rows, lines, name, hasHeader ? labelled : rows[0].length - 1, hasHeader);
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
const isNumber = (field) => !isNaN(number_in(field));

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
