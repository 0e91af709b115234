// Measures the room of a player: how high it may be so that its picture and its transport are in view together.
// layout.css gives the plane its size from it (--room, --plane).

import { resolution } from "./canvas.js";
import { element } from "./elements.js";

const OF_A_SCREEN = 0.6; // the share of the screen that a frame of another page may count on until its room is seen

let seen = 0; // the height in which another page shows this frame

// Returns the sizes of pictures and letters; if one changes, everything must be drawn again.
export function sizes(root) {
  const { fontSize } = getComputedStyle(root);
  const pictures = Array.from(root.querySelectorAll("canvas"), (canvas) => canvas.clientWidth);
  return [root.clientWidth, roomOf(root), fontSize, ...pictures, resolution()].join();
}

// Gives the stylesheet the height in view.
export function measure(root) {
  root.style.setProperty("--room", `${roomOf(root)}px`);
}

// Calls changed() when the room becomes known in a frame of another page: a notebook in VS Code is one frame as high as
// all its cells, an output in Colab is a frame as high as its content, and neither says how much of it is in view. But
// if something is cut off above and below, exactly the height in view is left. Returns what ends the observation.
export function onRoom(root, changed) {
  const { page } = outermost(root);
  if (page === window.top) return () => {};
  const whole = element("div", { style: "position: fixed; inset: 0; visibility: hidden; pointer-events: none" });
  const left = new page.IntersectionObserver(([{ boundingClientRect: all, intersectionRect: part }]) => {
    if (!part.height) return; // a frame of another process learns it later
    end();
    if (part.height === seen || part.top <= all.top || part.bottom >= all.bottom) return;
    seen = part.height;
    changed();
  });
  const end = () => {
    left.disconnect();
    whole.remove();
  };
  const inSight = new IntersectionObserver(() => {
    page.document.body.append(whole);
    left.observe(whole);
  }, { threshold: [0, 0.2, 0.4, 0.6, 0.8, 1] });
  inSight.observe(root);
  return () => {
    inSight.disconnect();
    end();
  };
}

// Returns the height of what scrolls the player, as in a notebook, or of the window around all frames.
// If the page begins with the player, what is above it takes its part.
function roomOf(root) {
  const { page, scrolling } = outermost(root);
  if (page !== window.top) return seen ? seen - 16 : OF_A_SCREEN * screen.availHeight;
  if (scrolling) return scrolling.clientHeight - 16;
  if (page !== window) return page.innerHeight - 16;
  const above = root.getBoundingClientRect().top + window.scrollY;
  return Math.round(window.innerHeight - (above < window.innerHeight / 2 ? above : 0));
}

// Returns the outermost window that this page can reach, and what scrolls the player there.
function outermost(root) {
  let [frame, page] = [root, window];
  while (page.frameElement) {
    frame = page.frameElement;
    page = frame.ownerDocument.defaultView;
  }
  return { page, scrolling: scrollingAround(frame) };
}

// Returns the outermost part of the page that scrolls, or null if only the page itself does.
function scrollingAround(root) {
  let outer = null;
  for (let part = root.parentElement; part && part !== part.ownerDocument.body; part = part.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(part).overflowY)) outer = part;
  }
  return outer;
}
