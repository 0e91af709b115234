// Shows the algorithm with its pseudocode, and below each line that has run its numbers; it can be hidden.

import { element } from "./elements.js";

const SIZES = [13, 12]; // the type sizes for two columns, in pixels
const FADE = 22; // the height over which the top of a scrolled list fades

export class Listing {
  // along(direction) moves one line forwards or backwards.
  constructor(run, along) {
    this.rows = run.listing.map((line) => this.row(...line));
    this.list = this.rows.length
      ? element("ol", { class: "code", tabindex: 0, "aria-label": "The program" }, ...this.rows)
      : element("p", { class: "code" }, "The lines of this program are hidden.");
    this.list.addEventListener("scroll", () => this.list.classList.toggle("scrolled", this.list.scrollTop > 0));
    this.element = element("div", { class: "listing" }, this.list, ...(this.rows.length ? [this.ways(along)] : []));
    this.exchange(run);
  }

  ways(along) {
    const way = (text, label, direction) => {
      const attributes = { type: "button", "aria-label": label, onclick: () => along(direction) };
      return element("button", attributes, text);
    };
    const key = element("span", {}, "green: the values in this step");
    const buttons = [way("▲ line", "line back", -1), way("line ▼", "line forward", 1)];
    return element("p", { class: "lines" }, ...buttons, key);
  }

  // Shows another run of the same lines.
  exchange(run) {
    this.setup = run.at(0, Infinity).numbers;
  }

  row(code, pseudocode, pieces) {
    if (!code) return element("li", { class: "remark" }, pseudocode.replace("CAUTION:", "⚠"));
    const row = element("li", { style: `--indent: ${code.search(/\S/)}ch` });
    row.append(element("code", { class: "python" }, code.trim()));
    row.append(element("code", { class: "pseudocode" }, pseudocode));
    if (pieces.length) row.append(element("code", { class: "numbers" }));
    return row;
  }

  // Chooses the largest letters with which both columns fit next to each other; if none do, stacks them as in
  // Python. This has to be measured, because fonts differ in width.
  fit() {
    // If the list is too wide by the same factor, larger letters cannot fit.
    let largest = SIZES[0];
    const fits = (size) => {
      if (size > largest) return false;
      this.list.style.fontSize = `calc(${size} * var(--letter))`;
      const { scrollWidth, clientWidth } = this.list;
      largest = size * clientWidth / (scrollWidth - 1);
      return scrollWidth <= clientWidth;
    };
    this.list.classList.remove("stacked");
    const stacked = !SIZES.some(fits);
    this.list.classList.toggle("stacked", stacked);
    if (stacked) this.list.style.fontSize = `calc(11.5 * var(--letter))`;
  }

  show({ lit, numbers }) {
    this.lit = lit;
    this.rows.forEach((row, n) => {
      row.classList.toggle("lit", n === lit);
      row.classList.toggle("ran", numbers.has(n));
      row.setAttribute("aria-current", n === lit ? "step" : "false");
      const output = row.querySelector(".numbers");
      const text = numbers.get(n) ?? this.setup.get(n) ?? "";
      if (output && output.textContent !== text) output.textContent = text;
    });
  }

  // Scrolls the highlighted line into view.
  reveal() {
    if (this.rows.length) this.rows[this.lit].scrollIntoView({ block: "nearest" });
  }

  // Scrolls a list that is too long to the highlighted line, and nothing else.
  follow() {
    if (!this.rows.length) return;
    const [line, list] = [this.rows[this.lit], this.list].map((one) => one.getBoundingClientRect());
    this.list.scrollTop += Math.max(0, line.bottom - list.bottom) + Math.min(0, line.top - list.top - FADE);
  }

  // Returns the highlighted line in the form for screen readers.
  said() {
    if (!this.rows.length) return "";
    return [...this.rows[this.lit].children].map((part) => part.textContent).join(" ");
  }
}
