// Shows the algorithm with the values of this step at the right of its lines; it can be hidden.

import { element, tell } from "./elements.js";

const LONG = 40; // the letters from which on a line breaks before +

export class Listing {
  // go(line) is called with the number of a line that was clicked.
  constructor(run, go) {
    this.rows = run.listing.map((line, n) => this.row(line, () => go(n)));
    const shown = this.rows.filter(Boolean).map(({ row }) => row);
    this.list = shown.length
      ? element("ol", { class: "code", tabindex: 0, "aria-label": "The program" }, ...shown)
      : element("p", { class: "code" }, "The lines of this program are hidden.");
    this.element = element("div", { class: "listing" }, this.list);
    this.exchange(run);
  }

  exchange(run) {
    this.run = run;
    this.setup = run.at(0, Infinity).numbers;
  }

  // Returns the parts of a line; null for a remark and for the head of the function, which "The source" shows.
  row([code, , pieces, kind], onclick) {
    const depth = code.search(/\S/);
    if (depth < 1) return null;
    const line = code.trim();
    const text = line.length < LONG ? line : line.replaceAll(" + ", "\n    + ");
    const python = element("code", { class: "python" });
    const value = pieces.length && kind !== "output" ? element("code", { class: "value" }) : null;
    const attributes = { class: kind, style: `--indent: ${depth - 4}ch`, onclick };
    const row = element("li", attributes, python, ...(value ? [value] : []));
    return { row, python, text, value, depth, kind, isHead: code.endsWith(":") };
  }

  // The number of lines if none is folded.
  get height() {
    return this.rows.reduce((sum, row) => sum + (row ? row.text.split("\n").length : 0), 0);
  }

  // Shows the lines that have run, with their values; an if or else whose lines this step leaves out is folded.
  show({ step, lit, numbers }, isWhole) {
    this.lit = lit;
    const path = new Set(this.run.moments[step].map(([line]) => line));
    let most = Infinity; // the depth of the last folded line
    let hasRun = false;
    this.rows.forEach((entry, n) => {
      if (!entry) return;
      const { row, python, text, value, depth, kind, isHead } = entry;
      row.hidden = depth > most;
      if (row.hidden) return;
      hasRun = numbers.has(n) || (hasRun && !kind && !isHead); // a statement may have several lines
      const isFolded = !isWhole && isHead && kind !== "round" && !path.has(this.after(n));
      most = isFolded ? depth : Infinity;
      tell(python, isFolded ? `${text} …` : text);
      row.classList.toggle("lit", n === lit);
      row.classList.toggle("ran", hasRun);
      row.setAttribute("aria-current", n === lit ? "step" : "false");
      if (value) tell(value, valueIn(numbers.get(n) ?? this.setup.get(n) ?? ""));
    });
  }

  // Returns the number of the first line after this one that does something.
  after(n) {
    return this.rows.findIndex((row, place) => place > n && row?.kind);
  }

  get now() {
    return this.rows[this.lit]?.row;
  }

  reveal() {
    this.now?.scrollIntoView({ block: "nearest" });
  }

  // Scrolls a list that is too long to the highlighted line, and nothing else.
  follow() {
    if (!this.now) return;
    const [line, list] = [this.now, this.list].map((part) => part.getBoundingClientRect());
    this.list.scrollTop += Math.max(0, line.bottom - list.bottom) + Math.min(0, line.top - list.top);
  }

  // Returns the highlighted line in the form for screen readers.
  said() {
    return [...(this.now?.children ?? [])].map((part) => part.textContent).join(" ");
  }
}

// Returns the value at the end of a formula with its numbers: 2 of "η = 1 / (0.5·1) = 2".
function valueIn(text) {
  const [asked, answer] = text.split(" → ");
  if (/^t = /.test(text)) return text;
  if (!answer) return text.split(" = ").slice(1).at(-1) ?? ""; // a name alone, if its value is long
  return / (and|or) /.test(asked) ? answer : `${asked.split(" = ").at(-1)}, ${answer}`;
}

// Returns the whole source: each line of Python beside its pseudocode, and the remarks on it.
export function sourceOf(run) {
  const line = ([code, pseudocode]) => (code
    ? [element("code", {}, code), element("span", {}, pseudocode)]
    : [element("p", { class: "remark" }, pseudocode.replace("CAUTION:", "⚠"))]);
  return element("div", { class: "source", tabindex: 0 }, ...run.listing.flatMap(line));
}
