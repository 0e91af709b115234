// Puts a player into a separate page.

import { element, tell } from "./elements.js";
import { dressFrame } from "./framed_page.js";
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
