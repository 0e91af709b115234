// Measures a player: the sizes of its pictures, and the height around the plane.

import { resolution } from "./canvas.js";

const [GAP, GAPS] = [8, 14]; // the pixels between two parts; those above the curve, and below the buttons
// The landscape: its least width in pixels, the share of the column above which its text stands below, and the height
// of this text below it and its width beside it, in letters.
const [SMALLEST, LARGE, TEXT, BESIDE] = [112, 0.6, 3, 8];

// Returns the sizes of pictures and letters; if one changes, everything must be drawn again.
export function sizes(root) {
  const { fontSize } = getComputedStyle(root);
  const pictures = Array.from(root.querySelectorAll("canvas"), (one) => one.clientWidth);
  return [root.clientWidth, window.innerHeight, fontSize, ...pictures, resolution()].join();
}

// Gives the stylesheet the height of all above and below the plane, so that the transport stays in the window, and
// the width that is left for the landscape.
export function measure(root, times = 3) {
  if (!getComputedStyle(root).getPropertyValue("--room")) return; // a notebook, not a page
  const of = (selector) => root.querySelector(selector).getBoundingClientRect();
  const [plane, caption, seek, buttons] = [".plane", "figcaption", ".seek", ".buttons"].map(of);
  const under = Array.from(root.querySelectorAll(".story, .tour"), (one) => one.getBoundingClientRect())
    .filter(({ top }) => top >= plane.bottom && top < seek.top).map(({ height }) => height + GAP);
  const isPair = root.querySelectorAll("figure").length > 1;
  const between = Math.max(isPair ? GAP : 0, ...under); // a row may be empty
  const below = buttons.bottom - seek.top + caption.height + between;
  const around = `${Math.ceil(window.scrollY + plane.top + below + GAPS)}px`;
  measureLandscape(root, plane.height + caption.height);
  if (around === root.style.getPropertyValue("--around") || !times) return;
  root.style.setProperty("--around", around);
  measure(root, times - 1); // the caption of a smaller picture may be higher
}

// In three columns, the landscape is as large as the height of its column allows; its text is below or beside it.
function measureLandscape(root, height) {
  const right = root.querySelector(".alone .right");
  if (!right || getComputedStyle(right).display !== "grid") return;
  const letter = parseFloat(getComputedStyle(root).fontSize);
  const used = root.querySelector(".minimised").getBoundingClientRect().height + 2 * letter + GAPS;
  const [room, most] = [height - used, right.clientWidth];
  const below = Math.min(room - TEXT * letter, most);
  const isBeside = below < LARGE * most;
  right.classList.toggle("beside", isBeside);
  const width = Math.max(SMALLEST, isBeside ? Math.min(room, most - BESIDE * letter) : below);
  root.style.setProperty("--landscape", `${Math.floor(width)}px`);
}
