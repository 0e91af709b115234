// Shows one slide at a time, and each answer after its question.
// Without this script, and on paper, all slides and answers are visible.

import { button, termsOf } from "../player/js/elements.js";
import { wordInAddress } from "../player/js/links.js";
import { predictions } from "./predict_page.js";
import { choicesOf, FRAMES, frameOf, number, passOn, sliderOf, still, unfold } from "./slide_parts.js";

const main = document.querySelector("main");
const footer = document.querySelector("footer");
const hint = footer.querySelector(".keys");
const live = document.querySelector("#live");
const help = document.querySelector("#help");
const slides = [...main.querySelectorAll(".slide")];

// The stops are slides, each after its question if it has one. The address holds the name of the stop.
const stops = slides.flatMap((slide, n) => {
  const name = `${n + 1}`;
  if (!slide.querySelector(".later, .pegasos-quiz")) return [{ slide, open: !slide.matches(".asks"), name }];
  return [{ slide, open: false, name }, { slide, open: true, name: `${name}+` }];
});
let at = 0;
let began = null; // when the first slide was left
let speaker = null; // the window of the speaker

// The actions of a lecturer, with their keys and the sign on the button, if there is one.
const ACTIONS = [
  { name: "back", keys: ["ArrowLeft", "PageUp"], button: "◀", do: () => move(-1) },
  { name: "next", keys: ["ArrowRight", "PageDown", " "], button: "▶", do: () => move(1) },
  { name: "first slide", keys: ["Home"], do: () => go(0) },
  { name: "last slide", keys: ["End"], do: () => go(stops.length - 1) },
  { name: "vote", keys: [..."123456789"], do: (key) => choicesOf(stops[at].slide)[key - 1]?.click() },
  { name: "black screen", keys: ["b", "."], do: () => document.body.classList.toggle("black") },
  { name: "all slides; Enter opens one", keys: ["o"], do: overview },
  { name: "notes, clock and next slide in a second window", keys: ["s"], do: speak },
  {
    name: "full screen", keys: ["f"],
    do: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  },
  { name: "keys", keys: ["?"], button: "?", do: () => help.togglePopover() },
  { name: "leave what is open", keys: ["Escape"], do: leave },
];
const OF_A_CLICKER = ["PageUp", "PageDown"];
const OF_A_RUN = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " ", "?"];

function go(to) {
  at = Math.min(Math.max(0, to), stops.length - 1);
  const { slide, open, name } = stops[at];
  const focused = document.activeElement;
  if (main.contains(focused) && !slide.contains(focused)) { // otherwise a hidden frame keeps the keys
    focused.blur();
    window.focus();
  }
  document.body.classList.remove("black");
  for (const each of slides) each.classList.toggle("now", each === slide);
  slide.classList.toggle("open", open);
  if (open) { // a prediction is settled, with or without the vote of the class
    slide.querySelector(".pegasos-predict")?.dispatchEvent(new Event("go-on"));
    unfold(slide);
  }
  if (document.body.matches(".all")) slide.scrollIntoView({ block: "nearest" });
  hint.textContent = hintOf(slide, open);
  const title = slide.querySelector("h1, h2").textContent;
  const place = `Slide ${slides.indexOf(slide) + 1} of ${slides.length}: ${title}`;
  live.textContent = open && slide.querySelector(".later")?.innerText || place;
  began = at ? began ?? Date.now() : null;
  tell();
  history.replaceState(null, "", `#${name}`);
}

// Goes to the next or previous stop; among all slides, to the next or previous slide.
function move(direction) {
  const other = slides[slides.indexOf(stops[at].slide) + direction];
  if (!document.body.matches(".all")) go(at + direction);
  else if (other) go(stops.findIndex(({ slide }) => slide === other));
}

function hintOf(slide, open) {
  if (slide === slides[0]) return "→ goes on, ? shows the keys";
  if (frameOf(slide) || sliderOf(slide)) return "→ moves the picture, Page ↓ goes on";
  if (slide.querySelector(".pegasos-write")) return "Page ↓ goes on, also from the program";
  if (open) return "";
  return choicesOf(slide).length ? `1–${choicesOf(slide).length} vote, → goes on` : "→ goes on";
}

function guessed({ target }) {
  if (target.closest(".slide") === stops[at].slide && stops[at + 1]?.slide === stops[at].slide) go(at + 1);
}

function read() {
  const [word] = wordInAddress().match(/\d+\+?/) ?? [];
  go(stops.findIndex(({ name }) => name === word));
}

function overview() {
  document.body.classList.toggle("all");
  go(at);
}

function leave() {
  document.body.classList.remove("all", "black");
  help.hidePopover();
}

// Opens the second window: the time since the first slide was left, the next slide, and what to say.
function speak() {
  speaker = window.open("", "speaker", "popup, width=1100, height=760");
  if (!speaker) {
    hint.textContent = "The browser must allow a second window for the notes.";
    return;
  }
  const { head, body } = speaker.document;
  head.replaceChildren(...[...document.querySelectorAll("style")].map((style) => style.cloneNode(true)));
  body.className = "speaker";
  body.replaceChildren(document.querySelector("#speaker").content.cloneNode(true));
  speaker.onkeydown = pressed;
  tell();
}

// Shows in the second window what the lesson says around this slide, and the next stop.
function tell() {
  if (!speaker || speaker.closed) return;
  const page = speaker.document;
  const texts = slides.slice(slides.indexOf(stops[at].slide)).slice(0, 2).map((slide) => slide.querySelector("aside"));
  page.querySelector(".notes").replaceChildren(...texts.filter(Boolean).map((text) => text.cloneNode(true)));
  page.querySelectorAll(".notes details").forEach((fold) => { fold.open = true; });
  page.querySelector(".next").replaceChildren(...stops.slice(at + 1, at + 2).map(still));
  showTime();
}

function showTime() {
  if (!speaker || speaker.closed) return;
  const seconds = began ? Math.floor((Date.now() - began) / 1000) : 0;
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  speaker.document.querySelector(".clock").textContent = text;
}

// Handles a key only if it belongs to an action, and neither the element in focus nor the player uses it.
function pressed(event) {
  const { key, target } = event;
  const { slide } = stops[at];
  const action = ACTIONS.find(({ keys }) => keys.includes(key));
  const isInside = target.ownerDocument.defaultView.frameElement;
  if (event.ctrlKey || event.metaKey || event.altKey || (isInside && OF_A_RUN.includes(key))) return;
  if (target.closest("select, textarea, input:not([type=range])") && !OF_A_CLICKER.includes(key)) return;
  if (key === " " && target.closest("a, button, summary")) return;
  if (key === "Enter" && document.body.matches(".all")) {
    leave();
    return;
  }
  const isOfARun = !action || (OF_A_RUN.includes(key) && key !== "?");
  if (isOfARun && !document.body.matches(".all") && passOn(key, slide)) event.preventDefault();
  else if (action) {
    action.do(key);
    event.preventDefault();
  }
}

function clicked(event) {
  const chosen = event.target.closest(".slide");
  if (document.body.matches(".all")) {
    leave();
    go(stops.findIndex(({ slide }) => slide === chosen));
    return;
  }
  const isOfUse = (node) => node.matches?.("a, details, label, .pegasos-predict, .pegasos-write");
  const path = event.composedPath(); // a button may have disappeared in the meantime
  if (!path.some(isOfUse) && getSelection().isCollapsed) go(at + 1);
}

function keysOf({ keys }) {
  const signs = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", PageUp: "Page ↑", PageDown: "Page ↓" };
  return keys.length > 3 ? `${keys[0]}–${keys.at(-1)}` : keys.map((key) => signs[key] ?? key).join("  ");
}

help.append(termsOf(ACTIONS.map((action) => [keysOf(action), action.name])));
for (const action of ACTIONS.filter(({ button: sign }) => sign)) {
  const title = `${action.name} (${keysOf(action)})`;
  footer.append(button(action.button, action.do, { title, "aria-label": title }));
}
for (const frame of main.querySelectorAll(FRAMES)) { // one that unpacks itself loses its listeners, and loads again
  const listen = () => frame.contentWindow.addEventListener("keydown", pressed);
  frame.addEventListener("load", listen);
  listen();
}
predictions();
for (const item of main.querySelectorAll("li[data-choice]")) {
  const { key } = item.closest(".pegasos-predict").dataset;
  const outcome = main.querySelector(`.pegasos-outcome[data-key="${key}"]`);
  item.classList.toggle("right", item.dataset.choice === outcome?.dataset.answer);
}
slides.forEach(number);
main.onclick = clicked;
main.addEventListener("predicted", guessed);
main.addEventListener("chosen", ({ target }) => {
  number(target.closest(".slide"));
  hint.textContent = hintOf(stops[at].slide, false);
});
window.addEventListener("keydown", pressed);
window.addEventListener("hashchange", read);
window.addEventListener("beforeprint", () => {
  for (const slide of slides) {
    slide.classList.add("open");
    unfold(slide);
  }
});
window.addEventListener("afterprint", () => go(at));
setInterval(showTime, 1000);
read();
