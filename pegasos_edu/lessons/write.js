// Makes the cells of a page in which a learner writes Python.

import { Python } from "../browser/js/python.js";
import { Cell } from "../player/js/cell.js";
import { element } from "../player/js/elements.js";
import { seeing } from "../player/js/seeing.js";

// Makes all cells of the page. id: the element with the parts of Python. head: the first lines of a saved file.
// shared: the address of a script with the parts that all pages of a site share; none if this page holds them.
export function writing(id, head, shared) {
  const own = () => document.getElementById(id).textContent.trim();
  const python = new Python(async () => (shared ? `${await loaded(shared)}\n${own()}` : own()));
  return [...document.querySelectorAll(".pegasos-write")].map((root) => new Cell(root, python, head, seeing(python)));
}

// Returns a promise of the value that a script sets; a page from disk can load other files only as scripts.
function loaded(address) {
  return new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(`${address} is missing next to this page`));
    document.head.append(element("script", { src: address, onload: () => resolve(self.pegasosPython), onerror }));
  });
}
