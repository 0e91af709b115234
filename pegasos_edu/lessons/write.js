// Makes the cells of a page in which a learner writes Python.

import { partsOfPage, Python } from "../browser/js/python.js";
import { Cell } from "../player/js/cell.js";
import { seeing } from "../player/js/learner_run_below.js";

// Makes all cells of the page. head: the first lines of a saved file. shared: see `partsOfPage`.
export function writing(head, shared) {
  const python = new Python(partsOfPage(shared));
  return [...document.querySelectorAll(".pegasos-write")].map((root) => new Cell(root, python, head, seeing(python)));
}
