// Shows a learner's program beside the algorithm in a frame below its report.

import { isDrawable } from "../../browser/js/own_program.js";
import { button, element, tell } from "./elements.js";
import { following } from "./learner_rows.js";
import { pagesOfFrames } from "./frames.js";

// Returns a function for a cell: it returns the button that shows a program, and the place of the frame.
export function seeing(python) {
  return (table, seen, { passed, title }, source) => {
    if (!isDrawable(table, seen)) return [];
    const said = element("p", { role: "status" });
    const place = element("div");
    const onclick = async () => {
      see.disabled = true;
      tell(said, "");
      const follow = following(python, table, source);
      const program = { table, source, name: "your program", isRight: passed, follow };
      try {
        const { runs = pagesOfFrames().at(-1) } = await python.unpacked();
        const show = await frameIn(place, runs);
        tell(said, words(await show(program), passed, title));
        said.scrollIntoView({ block: "start" });
      } catch (error) {
        place.replaceChildren();
        tell(said, error.message);
      }
      see.disabled = false;
    };
    const text = passed ? "See it beside the algorithm" : "See it happen";
    const see = button(text, onclick, { class: "see" });
    return [element("p", {}, see), said, place];
  };
}

// Puts the page for runs into a frame; returns a promise of its function `show`.
function frameIn(place, page) {
  return new Promise((resolve) => {
    const frame = element("iframe", { class: "run", title: "Your program beside the algorithm", srcdoc: page });
    frame.addEventListener("load", () => resolve(frame.contentWindow.show));
    place.replaceChildren(frame);
  });
}

function words({ first, T }, passed, title) {
  if (passed) return `Your program, beside the algorithm, takes the same ${T} steps. Press ▶.`;
  const name = title ? ` (${title})` : "";
  const start = `Your program${name} is shown beside the algorithm.`;
  if (first) return `${start} Step ${first} is the first after which its state differs.`;
  return `${start} On these examples it takes the same ${T} steps; the check has found a difference on other examples.`;
}
