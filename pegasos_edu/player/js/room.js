// Measures the room of a player: how high it may be so that its picture and its transport are in view together.

import { resolution } from "./canvas.js";

const OF_A_SCREEN = 0.6; // the share of the screen that a frame of another page, as in Colab, may count on

// Returns the sizes of pictures and letters; if one changes, everything must be drawn again.
export function sizes(root) {
  const { fontSize } = getComputedStyle(root);
  const pictures = Array.from(root.querySelectorAll("canvas"), (one) => one.clientWidth);
  return [root.clientWidth, roomOf(root), fontSize, ...pictures, resolution()].join();
}

// Gives the stylesheet the height in view.
export function measure(root) {
  root.style.setProperty("--room", `${roomOf(root)}px`);
}

// Returns the height of the window around all frames, or of the part of it that scrolls the player, as in a notebook.
// If the page begins with the player, what is above it takes its part.
function roomOf(root) {
  const frame = window.frameElement;
  if (frame) return frame.ownerDocument.defaultView.innerHeight - 16;
  if (window !== window.top) return OF_A_SCREEN * screen.availHeight;
  const scrolling = scrollingAround(root);
  if (scrolling) return scrolling.clientHeight - 16;
  const above = root.getBoundingClientRect().top + window.scrollY;
  return Math.round(window.innerHeight - (above < window.innerHeight / 2 ? above : 0));
}

// Returns the outermost part of the page that scrolls, or null if only the page itself does.
function scrollingAround(root) {
  let found = null;
  for (let one = root.parentElement; one && one !== document.body; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) found = one;
  }
  return found;
}
