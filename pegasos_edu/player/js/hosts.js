// Puts a player into a separate page, or into a notebook (the default export).

import { SPEEDS } from "./controls.js";
import { element, fitFrame, tell } from "./elements.js";
import { Player } from "./player.js";
import { takeTypeface } from "./typeface.js";

// Shows a player in a separate page, which handles all keys. The moment is in the fragment of the address,
// and a frame around the page adapts to its height.
export function mount(root, records) {
  const player = new Player(root, ofPage(root));
  player.load(records, momentInAddress(player));
  window.addEventListener("hashchange", () => player.go(...momentInAddress(player)));
  window.addEventListener("resize", () => player.resized());
  if (window.frameElement) fitFrame(root);
  else player.host.moved = noting(player);
}

// Returns the host of a separate page, and gives the stylesheet the height for pictures: the height of the window,
// or in a frame its maximum.
export function ofPage(root) {
  takeTypeface();
  const frame = window.frameElement;
  const fit = () => {
    const most = frame ? frame.ownerDocument.defaultView.getComputedStyle(frame).maxHeight : "100vh";
    root.style.setProperty("--room", parseFloat(most) ? most : "3000px");
  };
  fit();
  window.addEventListener("resize", fit);
  return { keys: document, heading: "h1" };
}

// Returns step and line of the address, and sets the speed.
function momentInAddress(player) {
  const named = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const { step = 0, line = Infinity, speed } = named;
  if (SPEEDS.includes(Number(speed))) player.speed = Number(speed);
  return [Number(step) || 0, (Number(line) || Infinity) - 1];
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
      root.replaceChildren();
      shown = show(model, root);
    };
    const complain = () => tell(problem, model.get("problem"));
    model.on("change:facts", load);
    model.on("change:problem", complain);
    load();
    complain();
    return () => {
      model.off("change:facts", load);
      model.off("change:problem", complain);
      shown.close();
    };
  };
}

// Shows a player in a notebook; clicks on examples go to the kernel, which sends new records.
export function playerOf(model, root) {
  const place = element("div");
  root.append(place);
  const pick = (example, step) => model.send({ pick: example, step });
  const player = new Player(place, model.get("clickable") ? { pick } : {});
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
