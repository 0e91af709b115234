// Shows one slide at a time, and each answer after its question.
// Without this script, and on paper, all slides and answers are visible.

import { wordInAddress } from "../player/js/links.js";
import { predictions } from "./predict.js";

const LEAST = 0.8; // the smallest scale of a player
const [WIDTH, NARROW] = [1240, 860]; // the pixels in which a player and a landscape are drawn
const ABOVE = 44; // the pixels above its pictures, so that its buttons are in view
const LARGEST = 1.5; // the largest type of a slide, relative to the type of the page
const ABOVE_A_PICTURE = 1; // the largest type above a wide picture
const SMALLEST = 12; // the smallest type in pixels; longer slides scroll
const FRAMES = "iframe:not(.run)"; // a learner's own run stands below the report
const WIDE = 2.3; // a picture with a larger ratio of width to height stands below its text

const main = document.querySelector("main");
const footer = document.querySelector("footer");
const hint = footer.querySelector(".keys");
const counter = footer.querySelector("output");
const live = document.querySelector("#live");
const notes = document.querySelector("#notes");
const slides = [...main.children];

// The stops are slides, each after its question if it has one. The address holds the name of the stop.
const stops = slides.flatMap((slide, n) => {
  const name = `${n + 1}`;
  if (!slide.querySelector(".later, .pegasos-predict, .pegasos-quiz")) return [{ slide, open: true, name }];
  return [{ slide, open: false, name }, { slide, open: true, name: `${name}+` }];
});
let at = 0;

// The actions of a lecturer, with their keys and buttons; `sign` is the key that is shown on the button.
const ACTIONS = [
  { name: "back", keys: ["ArrowLeft", "PageUp"], sign: "←", button: "◀", do: () => go(at - 1) },
  { name: "next", keys: ["ArrowRight", "PageDown", " "], sign: "→", button: "▶", do: () => go(at + 1) },
  { name: "first", keys: ["Home"], do: () => go(0) },
  { name: "last", keys: ["End"], do: () => go(stops.length - 1) },
  { name: "notes for the speaker", keys: ["n", "N"], sign: "N", button: "N", do: showNotes },
  { name: "full screen", keys: ["f", "F"], sign: "F", button: "F", do: fullScreen },
];
const OF_A_CLICKER = ["PageUp", "PageDown"];
const IN_A_PLAYER = [...OF_A_CLICKER, "f", "F"]; // a player handles all other keys

function go(to) {
  at = Math.min(Math.max(0, to), stops.length - 1);
  const { slide, open, name } = stops[at];
  const focused = document.activeElement;
  const elsewhere = main.contains(focused) && !slide.contains(focused);
  if (elsewhere) { // otherwise a hidden frame keeps the keys
    focused.blur();
    window.focus();
  }
  for (const one of slides) one.classList.toggle("now", one === slide);
  slide.classList.toggle("open", open);
  if (open) resolve(slide);
  fit(slide);
  const place = slides.indexOf(slide) + 1;
  counter.textContent = `${place} / ${slides.length}`;
  hint.textContent = hintOf(slide, open);
  live.textContent = open && answerOf(slide) || `Slide ${place} of ${slides.length}: ${headingOf(slide)}`;
  notes.querySelector("p").textContent = `Next: ${stops[at + 1] ? nextOf(stops[at + 1]) : "the end"}`;
  history.replaceState(null, "", `#${name}`);
}

const headingOf = (slide) => slide.querySelector("h1, h2").textContent;
const nextOf = ({ slide, open }) => (open && stops[at].slide === slide ? "the answer" : headingOf(slide));
const choicesOf = (slide) => [...slide.querySelectorAll(".pegasos-predict li button, .pegasos-quiz summary")];

function answerOf(slide) {
  return slide.querySelector(".why")?.innerText ?? slide.querySelector(".later img")?.alt;
}

function hintOf(slide, open) {
  if (slide === slides[0]) return "→ or a click goes on";
  if (slide.querySelector("iframe")) return "Page ↓ goes on, also from the player";
  if (slide.querySelector(".pegasos-write")) return "Page ↓ goes on, also from the program";
  if (open) return "";
  return choicesOf(slide).length ? `1–${choicesOf(slide).length} vote · → opens the vote` : "→ shows the answer";
}

// Shows the outcome of a prediction or a quiz, with or without the vote of the class.
function resolve(slide) {
  slide.querySelector(".pegasos-predict")?.dispatchEvent(new Event("go-on"));
  const right = slide.querySelector(".pegasos-outcome")?.dataset.answer;
  for (const item of slide.querySelectorAll("li[data-choice]")) {
    item.classList.toggle("right", item.dataset.choice === right);
  }
  const verdicts = [...slide.querySelectorAll(".pegasos-quiz details b")];
  const found = verdicts.find((one) => one.textContent.startsWith("✓"));
  if (found) found.closest("details").open = true;
}

function guessed({ target }) {
  if (target.closest(".slide") === stops[at].slide && !stops[at].open) go(at + 1);
}

// The keys 1, 2, … now also give a reason.
function chosen({ target }) {
  const slide = target.closest(".slide");
  fit(slide);
  hint.textContent = hintOf(slide, false);
}

function read() {
  const [word] = wordInAddress().match(/\d+\+?/) ?? [];
  go(stops.findIndex(({ name }) => name === word));
}

// Makes the type as large as fits, and players as large as the slide.
function fit(slide) {
  slide.querySelectorAll(FRAMES).forEach(enlarge);
  const largest = slide.matches(".wide:has(.said)") ? ABOVE_A_PICTURE : LARGEST;
  const smallest = SMALLEST / parseFloat(getComputedStyle(main).fontSize);
  for (let size = largest; size > smallest; size -= 0.05) {
    slide.style.fontSize = `${size}em`;
    if (slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth) return;
  }
}

function enlarge(frame) {
  const room = frame.closest(".shown");
  const { offsetWidth, offsetHeight } = room; // including scroll bars, which may disappear
  const width = widthOf(frame, room);
  const scale = offsetWidth / width;
  const height = offsetHeight / scale; // higher content scrolls; the maximum sets the size of pictures
  const sizes = { width: `${width}px`, minHeight: `${height}px`, maxHeight: `${height - ABOVE}px` };
  Object.assign(frame.style, sizes, { transform: `scale(${scale})` });
  Object.assign(frame.parentNode.style, { width: `${offsetWidth}px`, height: `${offsetHeight}px` });
  frame.contentWindow.dispatchEvent(new Event("resize")); // the frame cannot observe its scale
}

// Returns the width in which a frame is drawn before it is enlarged; a landscape then also fills the height.
function widthOf(frame, { offsetWidth, offsetHeight }) {
  const landscape = frame.contentDocument.querySelector(".pegasos-landscape");
  if (!landscape) return Math.min(WIDTH, offsetWidth / LEAST);
  frame.closest(".slide").classList.add("of-landscape");
  const narrow = Math.min(NARROW, offsetWidth / LEAST);
  frame.style.width = `${narrow}px`;
  return Math.max(narrow, offsetWidth * landscape.offsetHeight / offsetHeight);
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // the browser may forbid it
}

// The notes stand beside the slide, or in a separate window for a second screen.
function showNotes() {
  if (notes.ownerDocument === document) notes.hidden = !notes.hidden;
  if (!notes.hidden) notes.focus();
}

function moveNotes() {
  const other = window.open("", "notes", "popup, width=640, height=800");
  if (!other) return; // the browser forbids it
  other.document.title = "Notes for the speaker";
  other.document.head.replaceChildren(...[...document.querySelectorAll("style")].map((style) => style.cloneNode(true)));
  other.document.body.replaceChildren(notes);
  other.addEventListener("keydown", pressed);
  other.addEventListener("pagehide", () => {
    document.body.append(notes);
    notes.hidden = true;
  });
}

// Handles a key only if it belongs to an action, and the element in focus does not use it.
function pressed(event) {
  const { key, target } = event;
  const action = ACTIONS.find(({ keys }) => keys.includes(key));
  const choice = choicesOf(stops[at].slide)[Number(key) - 1];
  if (!(action || choice) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.ownerDocument.defaultView.frameElement && !IN_A_PLAYER.includes(key)) return;
  if (target.closest("video, .pegasos-predict input, .pegasos-write") && !OF_A_CLICKER.includes(key)) return;
  if (key === " " && target.closest("a, button, summary")) return;
  if (action) action.do();
  else choice.click();
  event.preventDefault();
}

function clicked(event) {
  const isOfUse = (node) => node.matches?.("a, details, video, .pegasos-predict, .pegasos-write");
  const path = event.composedPath(); // a button may have disappeared in the meantime
  if (!path.some(isOfUse) && getSelection().isCollapsed) go(at + 1);
}

function button(name, text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", act);
  if (name) {
    button.title = name;
    button.setAttribute("aria-label", name);
  }
  return button;
}

// When a frame unpacks itself, it loses its listeners and sends another load event.
function listenInside(frame) {
  const listen = () => {
    frame.contentWindow.addEventListener("keydown", pressed);
    enlarge(frame);
  };
  frame.addEventListener("load", listen);
  listen();
  new ResizeObserver(() => enlarge(frame)).observe(frame);
}

async function arrange(picture) {
  await picture.decode().catch(() => {}); // a broken picture has no size
  const isWide = picture.naturalWidth > WIDE * picture.naturalHeight;
  picture.closest(".slide").classList.toggle("wide", isWide);
}

const buttons = ACTIONS.filter((action) => action.button);
footer.prepend(...buttons.map(({ name, sign, button: text, do: act }) => button(`${name} (${sign})`, text, act)));
const ofItsOwn = button("", "Open in a window of its own, for a second screen", moveNotes);
notes.prepend(document.createElement("p"), ofItsOwn);
main.querySelectorAll(FRAMES).forEach(listenInside);
predictions();
main.onclick = clicked;
main.addEventListener("predicted", guessed);
main.addEventListener("chosen", chosen);
main.addEventListener("toggle", ({ target }) => fit(target.closest(".slide")), true);
window.addEventListener("keydown", pressed);
window.addEventListener("hashchange", read);
window.addEventListener("resize", () => go(at));
read();
await Promise.all([...main.querySelectorAll(".shown img, .place img")].map(arrange)); // keys work meanwhile
slides.forEach(fit); // also for paper
