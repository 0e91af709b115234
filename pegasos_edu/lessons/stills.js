// Shows the stored pictures of a slider with a slider; without JavaScript, readers unfold each picture.

export function stills() {
  for (const root of document.querySelectorAll(".pegasos-stills")) show(root);
}

function show(root) {
  const rows = [...root.querySelectorAll("details")];
  const start = rows.findIndex((row) => row.open);
  for (const row of rows) {
    row.removeAttribute("name"); // otherwise only one could be open
    row.open = true;
    row.querySelector("summary").hidden = true;
  }
  const pick = (n) => rows.forEach((row, place) => {
    row.hidden = place !== n;
  });
  root.prepend(slider(rows.map((row) => row.querySelector("summary").textContent), start, pick));
  pick(start);
}

// Returns a slider over texts such as "λ = 0.1", which calls pick(n) while it moves, or at another event.
export function slider(texts, start, pick, event = "input") {
  const output = document.createElement("span");
  const range = Object.assign(document.createElement("input"), { type: "range", min: 0, max: texts.length - 1 });
  range.value = start;
  range.setAttribute("aria-label", texts[0].split(" = ")[0]);
  const say = () => {
    range.setAttribute("aria-valuetext", texts[range.value]);
    output.textContent = texts[range.value];
  };
  range.addEventListener("input", say);
  range.addEventListener(event, () => pick(Number(range.value)));
  say();
  const label = document.createElement("label");
  label.append(range, " ", output);
  return label;
}
