// Makes a cell in which a learner writes Python: an editor with line numbers, a button that runs it, and the report.

import { unwrittenLine } from "../../browser/js/cells.js";
import { ofFailure, reportOn } from "../../browser/js/failures.js";
import { button, element, fold, termsOf } from "./elements.js";

const INDENT = "    ";
const UNCHECKED = "It ran. To have it checked, end with a line that calls check.";

export class Cell {
  // root: the element that Python has written, which shows the source. head: the lines that a saved file needs first;
  // null for a cell that is not saved alone.
  // more(table, seen, report, source) returns the elements that end the report on a program.
  constructor(root, python, head, more = () => []) {
    Object.assign(this, { root, python, head, more, first: root.querySelector("pre").textContent.trimEnd() });
    this.unchecked = UNCHECKED;
    this.key = `pegasos-edu ${root.dataset.name}`;
    this.numbers = element("pre", { "aria-hidden": "true", class: "numbers" });
    this.field = element("textarea", {
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", wrap: "off",
      "aria-label": "Your program, in Python. Tab indents, and leaves after Escape. Control and Enter run the program.",
      oninput: () => this.changed(), onkeydown: (event) => this.pressed(event),
      onfocus: () => python.start().catch(() => {}), // the first run reports a failure
    });
    this.field.value = this.stored() ?? this.first;
    this.runs = button("▶ Run", () => this.run(), { class: "run" });
    const again = button("Start again", () => this.startAgain());
    const save = head === null ? "" : button("Save as file", () => this.save());
    const keys = element("span", { class: "keys" }, "Ctrl+Enter runs");
    this.report = element("div", { class: "report", role: "status" });
    root.replaceChildren(
      element("div", { class: "code" }, this.numbers, this.field),
      element("div", { class: "does" }, this.runs, again, save, keys), this.report,
    );
    this.layLines();
  }

  changed() {
    this.layLines();
    try {
      if (this.field.value === this.first) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, this.field.value);
    } catch {
      // without storage, the text lasts as long as the page
    }
  }

  stored() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  layLines() {
    const count = this.field.value.split("\n").length;
    this.numbers.textContent = Array.from({ length: count }, (_, n) => n + 1).join("\n");
    this.field.rows = count;
  }

  // Replaces the selection in a way that can be undone.
  type(text) {
    document.execCommand(text ? "insertText" : "delete", false, text);
  }

  pressed(event) {
    const leaves = this.leaves;
    this.leaves = event.key === "Escape" || (leaves && event.key === "Shift");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    else if (event.key === "Tab" && !leaves) this.indent(event.shiftKey);
    else if (event.key === "Enter") this.breakLine();
    else return;
    event.preventDefault();
  }

  // Moves the lines of the selection to the right or to the left.
  indent(isBack) {
    const { value, selectionStart: from, selectionEnd: to } = this.field;
    const start = value.lastIndexOf("\n", from - 1) + 1;
    if (!isBack && from === to) {
      this.type(INDENT.slice((from - start) % INDENT.length));
      return;
    }
    const lines = value.slice(start, to);
    const indented = isBack ? lines.replace(/^ {1,4}/gm, "") : lines.replace(/^(?=.)/gm, INDENT);
    this.field.setSelectionRange(start, to);
    this.type(indented);
    this.field.setSelectionRange(from === to ? start + indented.length : start, start + indented.length);
  }

  breakLine() {
    const before = this.field.value.slice(0, this.field.selectionStart).split("\n").at(-1);
    const [indent] = /^ */.exec(before);
    this.type(`\n${indent}${/:\s*(#.*)?$/.test(before) ? INDENT : ""}`);
  }

  startAgain() {
    this.field.focus();
    this.field.select();
    this.type(this.first);
    this.report.replaceChildren();
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.head, this.field.value, "\n"], { type: "text/x-python" }));
    element("a", { href: url, download: `${this.root.dataset.name.replaceAll(/\W+/g, "-")}.py` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async run() {
    if (this.runs.disabled) return;
    const source = this.field.value;
    const line = unwrittenLine(source);
    if (line) {
      const failed = { kind: "unwritten", words: `line ${line} still holds \`...\``, line: null };
      this.show([ofFailure(failed, [], source)], "");
      return;
    }
    this.runs.disabled = true;
    this.root.classList.add("running");
    try {
      this.show(...await this.judged(source));
    } catch (error) {
      const verdict = `Python does not start in this browser: ${error.message}`;
      this.show([{ verdict, facts: [], hints: [], answer: [] }], "");
    } finally {
      this.runs.disabled = false;
      this.root.classList.remove("running");
    }
  }

  // Returns a promise of the reports on a source, and of what it prints.
  async judged(source) {
    const { checks, failed, printed } = await this.python.run(source);
    const { tables, errors } = await this.python.unpacked();
    const reports = checks.map((seen) => {
      const report = reportOn(seen, errors, source);
      return { ...report, more: this.more(tables[seen.task], seen, report, source) };
    });
    if (failed) reports.push(ofFailure(failed, errors, source));
    return [reports, printed];
  }

  show(reports, printed) {
    const parts = reports.map(laid);
    if (printed) parts.unshift(element("pre", { class: "printed", tabindex: "0" }, printed));
    if (!reports.length) parts.push(element("p", {}, this.unchecked));
    this.report.replaceChildren(...parts);
  }
}

// Returns the pieces of a text; what stands between backticks is code.
const marked = (text) => text.split("`").map((piece, n) => (n % 2 ? element("code", {}, piece) : piece));

function laid({ passed, isUnwritten, verdict, facts, hints, answer, more = [] }) {
  const mark = isUnwritten ? "…" : passed ? "✓" : "✗";
  const state = isUnwritten ? "unwritten" : passed ? "right" : "wrong";
  return element(
    "div", { class: `verdict ${state}` }, element("p", {}, element("b", {}, ...marked(`${mark} ${verdict}`))),
    ...(facts.length ? [termsOf(facts)] : []),
    ...hints.map((hint, n) => fold(n ? "A stronger hint" : "A hint", element("p", {}, ...marked(hint)))),
    ...(answer.length ? [fold("The answer", termsOf(answer))] : []), ...more,
  );
}
