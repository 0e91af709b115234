// Shows one slide at a time, and each answer after its question.
// Without this script, and on paper, all slides and answers are visible.

import { wordInAddress } from "../player/js/links.js";
import { predictions } from "./predict.js";

const FRAMES = "iframe:not(.run)"; // a learner's own run stands below the report
const RUNS = ".pegasos-player, .pegasos-landscape"; // what a frame shows, and what takes its keys

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
  { name: "back", keys: ["ArrowLeft", "PageUp"], button: "◀", do: () => go(at - 1) },
  { name: "next", keys: ["ArrowRight", "PageDown", " "], button: "▶", do: () => go(at + 1) },
  { name: "first slide", keys: ["Home"], do: () => go(0) },
  { name: "last slide", keys: ["End"], do: () => go(stops.length - 1) },
  { name: "vote", keys: [..."123456789"], do: vote },
  { name: "black screen", keys: ["b", "."], do: () => document.body.classList.toggle("black") },
  { name: "all slides", keys: ["o"], do: overview },
  { name: "notes, clock and next slide in a second window", keys: ["s"], do: speak },
  { name: "full screen", keys: ["f"], do: fullScreen },
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
  for (const one of slides) one.classList.toggle("now", one === slide);
  slide.classList.toggle("open", open);
  if (open) resolve(slide);
  if (document.body.matches(".all")) slide.scrollIntoView({ block: "nearest" });
  hint.textContent = hintOf(slide, open);
  const place = `Slide ${slides.indexOf(slide) + 1} of ${slides.length}: ${titleOf(slide)}`;
  live.textContent = open && slide.querySelector(".later")?.innerText || place;
  began = at ? began ?? Date.now() : null;
  tell();
  history.replaceState(null, "", `#${name}`);
}

const titleOf = (slide) => slide.querySelector("h1, h2").textContent;
const choicesOf = (slide) => [...slide.querySelectorAll(".pegasos-predict li button, .pegasos-quiz summary")];
const frameOf = (slide) => slide.querySelector(FRAMES);
const sliderOf = (slide) => slide.querySelector(".pegasos-stills input");

function hintOf(slide, open) {
  if (slide === slides[0]) return "→ goes on, ? shows the keys";
  if (frameOf(slide)) return "→ makes a step, Page ↓ goes on";
  if (sliderOf(slide)) return "→ moves the slider, Page ↓ goes on";
  if (slide.querySelector(".pegasos-write")) return "Page ↓ goes on, also from the program";
  if (open) return "";
  return choicesOf(slide).length ? `1–${choicesOf(slide).length} vote, → goes on` : "→ goes on";
}

// Settles a prediction or a quiz, with or without the vote of the class.
function resolve(slide) {
  slide.querySelector(".without")?.click();
  unfold(slide);
}

function unfold(slide) {
  const verdicts = [...slide.querySelectorAll(".pegasos-quiz details b")];
  const found = verdicts.find((one) => one.textContent.startsWith("✓"));
  if (found) found.closest("details").open = true;
}

function markRight(root) {
  const right = document.querySelector(`.pegasos-outcome[data-key="${root.dataset.key}"]`)?.dataset.answer;
  for (const item of root.querySelectorAll("li[data-choice]")) {
    item.classList.toggle("right", item.dataset.choice === right);
  }
}

// Writes the number of each choice, and of each reason once they appear, on its button.
function number(slide) {
  choicesOf(slide).forEach((choice, n) => {
    choice.dataset.number = n + 1;
  });
}

function vote(key) {
  choicesOf(stops[at].slide)[Number(key) - 1]?.click();
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

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // the browser may forbid it
}

// Opens the second window: the time since the first slide was left, the next slide, and what to say.
function speak() {
  speaker = window.open("", "speaker", "popup, width=1100, height=760");
  if (!speaker) {
    hint.textContent = "The browser must allow a second window for the notes.";
    return;
  }
  speaker.document.title = "Notes for the speaker";
  const styles = [...document.querySelectorAll("style")].map((style) => style.cloneNode(true));
  speaker.document.head.replaceChildren(...styles);
  speaker.document.body.className = "speaker";
  speaker.document.body.replaceChildren(document.querySelector("#speaker").content.cloneNode(true));
  speaker.onkeydown = pressed;
  tell();
}

// Shows in the second window what belongs to this stop.
function tell() {
  if (!speaker || speaker.closed) return;
  const { slide } = stops[at];
  const following = stops[at + 1];
  const part = (name) => speaker.document.querySelector(name);
  part(".upcoming").textContent = following ? `Next: ${nextOf(slide, following)}` : "Next: the end";
  part(".next").replaceChildren(...(following ? [still(following)] : []));
  part(".notes").replaceChildren(...around(slide).map((aside) => aside.cloneNode(true)));
  for (const fold of speaker.document.querySelectorAll(".notes details")) fold.open = true;
  for (const outcome of speaker.document.querySelectorAll(".notes .pegasos-outcome")) {
    if (!slide.querySelector(`[data-key="${outcome.dataset.key}"]`)) outcome.remove();
  }
  showTime();
}

function nextOf(slide, following) {
  return (following.slide === slide && slide.querySelector(".later h3")?.textContent) || titleOf(following.slide);
}

// Returns a copy of a slide, with a picture instead of a player.
function still({ slide, open }) {
  const copy = slide.cloneNode(true);
  copy.classList.toggle("open", open);
  for (const frame of copy.querySelectorAll("iframe")) frame.remove();
  return copy;
}

// Returns what the lesson says between the slides before and after this one.
function around(slide) {
  const parts = [...main.children];
  const others = parts.flatMap((part, n) => (part.matches(".slide") && part !== slide ? [n] : []));
  const place = parts.indexOf(slide);
  const [first, end] = [others.findLast((n) => n < place) ?? 0, others.find((n) => n > place)];
  return parts.slice(first, end).filter((part) => part.matches("aside"));
}

function showTime() {
  const seconds = began ? Math.floor((Date.now() - began) / 1000) : 0;
  const clock = speaker && !speaker.closed && speaker.document.querySelector(".clock");
  if (clock) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Gives a key to the player or the slider of a slide; returns whether there is one.
function passOn(key, slide) {
  const slider = sliderOf(slide);
  const run = frameOf(slide)?.contentDocument.querySelector(RUNS);
  if (run) run.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  else if (slider && key.startsWith("Arrow")) {
    slider[["ArrowRight", "ArrowUp"].includes(key) ? "stepUp" : "stepDown"]();
    slider.dispatchEvent(new Event("input"));
  } else return false;
  return true;
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
  const isOfARun = !action || (OF_A_RUN.includes(key) && key !== "?");
  if (isOfARun && !document.body.matches(".all") && passOn(key, slide)) event.preventDefault();
  else if (action) {
    action.do(key);
    event.preventDefault();
  }
}

function clicked(event) {
  const chosen = event.target.closest(".slide");
  if (document.body.matches(".all") && chosen) {
    leave();
    go(stops.findIndex(({ slide }) => slide === chosen));
    return;
  }
  const isOfUse = (node) => node.matches?.("a, details, label, .pegasos-predict, .pegasos-write");
  const path = event.composedPath(); // a button may have disappeared in the meantime
  if (!path.some(isOfUse) && getSelection().isCollapsed) go(at + 1);
}

function element(tag, text, attributes = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...attributes });
}

function keysOf({ keys }) {
  const signs = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", PageUp: "Page ↑", PageDown: "Page ↓" };
  return keys.length > 3 ? `${keys[0]}–${keys.at(-1)}` : keys.map((key) => signs[key] ?? key).join("  ");
}

function controls() {
  for (const action of ACTIONS.filter(({ button }) => button)) {
    const title = `${action.name} (${keysOf(action)})`;
    const made = element("button", action.button, { type: "button", title, onclick: action.do });
    made.setAttribute("aria-label", title);
    footer.append(made);
  }
  const rows = ACTIONS.flatMap((action) => [element("dt", keysOf(action)), element("dd", action.name)]);
  const list = document.createElement("dl");
  list.append(...rows);
  help.append(element("h2", "Keys"), list);
}

// When a frame unpacks itself, it loses its listeners and sends another load event.
function listenInside(frame) {
  const listen = () => frame.contentWindow.addEventListener("keydown", pressed);
  frame.addEventListener("load", listen);
  listen();
}

controls();
main.querySelectorAll(FRAMES).forEach(listenInside);
predictions();
main.querySelectorAll(".pegasos-predict").forEach(markRight);
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
