// Shows the stored pictures of a slider with a slider; without JavaScript, readers unfold each picture.

export function stills() {
  for (const root of document.querySelectorAll(".pegasos-stills")) new Stills(root);
}

class Stills {
  constructor(root) {
    this.rows = [...root.querySelectorAll("details")];
    this.values = this.rows.map((row) => row.querySelector("summary").textContent);
    const start = this.rows.findIndex((row) => row.open);
    for (const row of this.rows) {
      row.removeAttribute("name"); // otherwise only one could be open
      row.open = true;
      row.querySelector("summary").hidden = true;
    }
    this.output = document.createElement("span");
    this.range = Object.assign(document.createElement("input"), { type: "range", min: 0, max: this.rows.length - 1 });
    this.range.setAttribute("aria-label", this.values[0].split(" = ")[0]);
    this.range.addEventListener("input", () => this.show(Number(this.range.value)));
    const label = document.createElement("label");
    label.append(this.range, " ", this.output);
    root.prepend(label);
    this.show(start);
  }

  show(n) {
    this.rows.forEach((row, place) => {
      row.hidden = place !== n;
    });
    this.range.value = n;
    this.range.setAttribute("aria-valuetext", this.values[n]);
    this.output.textContent = this.values[n];
  }
}
