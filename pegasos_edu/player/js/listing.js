// The box, code beside pseudocode, and below each line that has run its numbers.

class Listing {
  constructor(run) {
    const width = (n) => Math.max(...run.listing.map((line) => (line[0] ? line[n].length : 0))) + 2;
    const style = `--python: ${width(0)}; --pseudocode: ${width(1)}`; // in characters
    this.rows = run.listing.map((line) => this.row(...line));
    this.list = element("ol", { class: "code", style }, ...this.rows);
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

  show({ lit, numbers }) {
    this.lit = lit;
    this.rows.forEach((row, n) => {
      row.classList.toggle("lit", n === lit);
      row.classList.toggle("ran", numbers.has(n));
      row.setAttribute("aria-current", n === lit ? "step" : "false");
      const output = row.querySelector(".numbers");
      const text = numbers.get(n) ?? this.setup.get(n) ?? "";
      if (!output || output.textContent === text) return;
      output.textContent = text;
      output.title = text; // for what is cut off
    });
  }

  // Scrolls the line that is lit into view, where it is not.
  reveal() {
    this.rows[this.lit].scrollIntoView({ block: "nearest" });
  }

  // The line that is lit, as it is read out.
  said() {
    return [...this.rows[this.lit].children].map((part) => part.textContent).join(" ");
  }
}
