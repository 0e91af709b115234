// Makes the form in which users write, paste or open a table of points of their own.

import { LARGEST_FILE, pointsInTable, standardised } from "./csv.js";
import { button, element } from "./elements.js";
import { Problem } from "./inputs.js";
import { textOf } from "./table.js";

const TABLE = "height,weight,kind\n25,4,cat\n23,3.5,cat\n28,5,cat\n45,15,dog\n55,22,dog\n38,11,dog";
const WORDS = "Two numbers and one of two labels in each line, with commas, semicolons or tabs between; the first " +
  "line may hold names. Write or paste a table like this one, or open a file.";
const WHY = "Standardise the two columns: mean 0, standard deviation 1. The boundary passes through the origin, so " +
  "it cannot separate points that all lie far from there.";

// Returns the form. kinds: for `textOf`. take(points, remark) shows points, complain(message) says what is wrong.
export function tableForm(kinds, take, complain) {
  const table = element("textarea", { rows: 7, id: "table", spellcheck: "false" });
  table.value = TABLE;
  const scaling = element("input", { type: "checkbox", checked: "", id: "scaling" });
  const read = async (load) => {
    try {
      const { remark, ...points } = await load();
      take(scaling.checked ? standardised(points) : points, remark);
    } catch (error) {
      complain(error.message);
    }
  };
  const opened = () => {
    const [chosen] = file.files;
    file.value = ""; // otherwise the same file could not be opened again
    if (chosen) read(() => pointsInFile(chosen, kinds));
  };
  const attributes = { type: "file", accept: ".csv,.tsv,.txt,text/csv", "aria-label": "A CSV file" };
  const file = element("input", { ...attributes, onchange: opened });
  const use = button("Use this table", () => read(async () => pointsInTable(table.value, "The table")));
  const scale = element("p", { class: "check" }, scaling, element("label", { for: "scaling" }, WHY));
  const ways = element("div", {}, scale, element("p", { class: "does" }, use, file));
  return element("div", { class: "table" }, element("label", { for: "table" }, WORDS), table, ways);
}

async function pointsInFile(file, kinds) {
  if (file.size > LARGEST_FILE) {
    throw new Problem(`${file.name} must be at most a million bytes, got ${file.size}; cut it.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return pointsInTable(textOf(bytes, file.name, kinds), file.name);
}
