// Puts a player into a separate page, or into a notebook (the default export).

import { come } from "./coming.js";
import { element, tell } from "./elements.js";
import { dressFrame } from "./framed.js";
import { momentIn, speedIn } from "./inputs.js";
import { linkOfPage } from "./links.js";
import { Player } from "./player.js";

// Shows a player in a separate page, which handles all keys. The moment is in the fragment of the address,
// and a frame around the page adapts to its height.
export function mount(root, records) {
  const player = new Player(root, ofPage(root));
  const problem = element("p", { class: "pegasos-problem", role: "alert" });
  player.load(records, momentInAddress(player, problem));
  root.after(problem);
  window.addEventListener("hashchange", (event) => player.go(...momentInAddress(player, problem, event)));
  window.addEventListener("resize", () => player.resized());
  if (!window.frameElement) player.host.moved = noting(player);
}

// Returns the host of a separate page, which may be in a frame.
export function ofPage(root) {
  dressFrame(root);
  return { keys: document, heading: "h1" };
}

// Returns step and line of the address, sets the speed, and shows what could not be read.
function momentInAddress(player, problem, event) {
  const link = linkOfPage(["step", "line", "speed"], event);
  const [step = 0, line = Infinity] = ["step", "line"].map((name) => link.value(name, momentIn(name)));
  player.speed = link.value("speed", speedIn) ?? player.speed;
  tell(problem, `${link.problem} ${link.remark}`.trim());
  return [step, (line || Infinity) - 1];
}

// Notes the moment in the address with a delay, because browsers refuse too many changes of an address.
function noting(player) {
  let timer = 0;
  const note = () => {
    const line = player.line < player.last() ? `&line=${player.line + 1}` : "";
    history.replaceState(null, "", `#step=${player.step}${line}&speed=${player.speed}`);
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(note, 300);
  };
}

// Returns the function that renders a widget: it calls `show(model, root)`, again for new facts, and shows problems.
export function rendering(show) {
  return ({ model, el }) => {
    const problem = element("p", { class: "pegasos-problem", role: "alert" });
    const root = element("div");
    el.append(root, problem);
    let shown = null;
    const load = () => {
      if (shown) shown.close();
      const place = element("div");
      root.replaceChildren(place);
      shown = show(model, place);
    };
    const complain = () => tell(problem, model.get("problem"));
    model.on("change:facts", load);
    model.on("change:problem", complain);
    load();
    complain();
    if (model.get("is_new")) { // its cell was run; it is not shown again after a reload
      model.set("is_new", false);
      model.save_changes();
      come(el);
    }
    return () => {
      model.off("change:facts", load);
      model.off("change:problem", complain);
      shown.close();
    };
  };
}

// Shows a player in a notebook; clicks on examples go to the kernel, which sends new records.
export function playerOf(model, root) {
  const pick = (example, step) => model.send({ pick: example, step });
  const player = new Player(root, model.get("clickable") ? { pick } : {});
  const load = () => player.load(model.get("records"), model.get("moment"));
  model.on("change:records", load);
  load();
  const close = () => {
    model.off("change:records", load);
    player.close();
  };
  return { close };
}

export default { render: rendering(playerOf) };
