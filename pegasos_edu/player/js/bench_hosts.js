// The hosts of a player whose run can be changed: a page of its own, and a notebook widget, the default export.

import { Bench } from "./bench.js";
import { element } from "./elements.js";
import { fitFrame, ofPage, playerOf, rendering } from "./hosts.js";

// The whole state of the run is in the address.
export function mountBench(root, facts) {
  const bench = new Bench(root, facts, { ...ofPage(), address: !window.frameElement });
  bench.lay();
  window.addEventListener("hashchange", () => bench.follow());
  window.addEventListener("resize", () => bench.player.resized());
  bench.follow();
  if (window.frameElement) fitFrame(root);
}

// The kernel is sent each state of the run.
function benchOf(model, root) {
  const place = element("div");
  root.append(place);
  const id = `-${Math.random().toString(36).slice(2)}`;
  let number = 0;
  const rested = ({ step, line, ...settings }) => { // of the moment only the bench knows
    number += 1; // or the same state as before would not be sent, though the kernel may have gone on
    model.set("state", { ...settings, number });
    model.save_changes();
  };
  const bench = new Bench(place, model.get("facts"), { id, rested });
  const show = () => bench.asked(model.get("asked"));
  model.on("change:asked", show);
  bench.lay();
  bench.request();
  const close = () => {
    model.off("change:asked", show);
    bench.close();
  };
  return { close };
}

const show = (model, root) => (model.get("facts") ? benchOf : playerOf)(model, root);

export default { render: rendering(show) };
