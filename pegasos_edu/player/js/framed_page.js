// Gives a page in a frame the typeface, the theme and the room of the page around it.

import { FACE } from "./canvas.js";

const HALL = [0.00236, 0.002]; // a letter in a hall, as a share of the height and of the width of the window

// Dresses the page of `root` like the page around it, even when that changes. A frame with the attribute data-hall is
// part of a slide: it keeps its size, and its type is a share of the height of the window around it.
export function dressFrame(root) {
  const frame = window.frameElement;
  if (!frame) return;
  takeTypeface(frame.ownerDocument);
  const outside = frame.ownerDocument.body;
  const dress = () => {
    const { jpThemeLight } = outside.dataset;
    if (jpThemeLight) document.body.dataset.jpThemeLight = jpThemeLight;
  };
  dress();
  new MutationObserver(dress).observe(outside, { attributeFilter: ["data-jp-theme-light"] });
  if ("hall" in frame.dataset) fitHall(frame);
  else {
    fitFrame(frame, root);
    printStill(frame);
  }
}

function fitHall(frame) {
  document.documentElement.dataset.hall = "";
  const around = frame.ownerDocument.defaultView;
  const fit = () => {
    const letter = Math.min(HALL[0] * around.innerHeight, HALL[1] * around.innerWidth);
    document.documentElement.style.setProperty("--letters", `${letter}px`);
  };
  fit();
  around.addEventListener("resize", fit);
}

// Gives the frame the height of its content, whenever that changes.
function fitFrame(frame, root) {
  document.body.classList.add("framed");
  new ResizeObserver(() => {
    frame.style.height = `${root.offsetHeight + 24}px`;
  }).observe(root);
}

// Shows the frame on the screen, and on paper the still picture below it, if there is one. It is not the sibling of the
// frame where a program, such as marimo, puts the frame into an element of its own.
function printStill(frame) {
  const still = frame.closest('[style*="display: grid"]')?.firstElementChild;
  if (!still) return;
  const show = (shown, hidden) => {
    shown.style.display = "";
    hidden.style.display = "none";
  };
  show(frame, still);
  const around = frame.ownerDocument.defaultView;
  around.addEventListener("beforeprint", () => show(still, frame));
  around.addEventListener("afterprint", () => show(frame, still));
}

// Copies the rule of the face from the page around this frame, so that the frame need not contain it.
function takeTypeface(outside) {
  const faces = Array.from(outside.fonts, ({ family }) => family.replaceAll('"', ""));
  if (!faces.includes(FACE)) return;
  const rules = Array.from(outside.querySelectorAll("style"), ({ sheet }) => [...sheet.cssRules]).flat();
  const isFace = ({ constructor, cssText }) => constructor.name === "CSSFontFaceRule" && cssText.includes(FACE);
  const rule = rules.find(isFace);
  if (!rule) return;
  const style = document.createElement("style");
  style.textContent = rule.cssText;
  document.head.append(style);
}
