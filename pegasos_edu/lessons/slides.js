// Shows one slide at a time, and an answer only after its question.
// Without this script, and on paper, all are there.

import { predictions } from "./predict.js";

const LEAST = 0.8; // the smallest scale of a player
const WIDTH = 1200; // the pixels in which a player is drawn
const LETTERS = 1.4; // how much larger they are there: none is below 16 px on a screen of 1280

const HINT = "Choose an answer. To go on without one, press once more.";

const main = document.querySelector("main");
const footer = document.querySelector("footer");
const counter = document.querySelector("footer output");
const live = document.querySelector("#live");
const slides = [...main.children];

// Where one can stop: a slide, or before that its question. The name of a stop stands in the address.
const stops = slides.flatMap((slide, n) => {
  const name = `${n + 1}`;
  const answer = slide.querySelector(".later");
  if (!answer) return [{ slide, open: true, name }];
  return [{ slide, open: false, name }, { slide, open: true, answer, name: `${name}+` }];
});
const unsettled = (slide) => slide.querySelector(".pegasos-predict:not(.settled)");
let at = 0;

// The actions of a lecturer, with their keys and buttons; `sign` is the key that a button names.
const ACTIONS = [
  { name: "back", keys: ["ArrowLeft", "PageUp"], sign: "←", button: "◀", do: () => go(at - 1) },
  { name: "next", keys: ["ArrowRight", "PageDown", " "], sign: "→", button: "▶", do: next },
  { name: "first", keys: ["Home"], do: () => go(0) },
  { name: "last", keys: ["End"], do: () => go(stops.length - 1) },
  { name: "full screen", keys: ["f", "F"], sign: "F", button: "F", do: fullScreen },
];
const OF_A_CLICKER = ["PageUp", "PageDown"];
const EVERYWHERE = [...OF_A_CLICKER, "f", "F"]; // inside a player all other keys are its own

function go(to) {
  at = Math.min(Math.max(0, to), stops.length - 1);
  const { slide, open, answer, name } = stops[at];
  const focused = document.activeElement;
  const elsewhere = main.contains(focused) && !slide.contains(focused);
  if (elsewhere) { // or a hidden frame would keep the keys, in WebKit until the window has the focus
    focused.blur();
    window.focus();
  }
  for (const one of slides) one.classList.toggle("now", one === slide);
  slide.classList.toggle("open", open);
  fit(slide);
  const place = slides.indexOf(slide) + 1;
  const said = answer?.querySelector("img")?.alt;
  counter.textContent = `${place} / ${slides.length}`;
  const heading = slide.querySelector("h1, h2").textContent;
  live.textContent = said ?? `Slide ${place} of ${slides.length}: ${heading}`;
  history.replaceState(null, "", `#${name}`);
}

// An answer waits for a guess, where its slide has a prediction; a clicker alone goes on without one.
function next() {
  const { slide, open } = stops[at];
  const asked = open ? null : unsettled(slide);
  const hint = asked?.querySelector(".said");
  if (!asked) go(at + 1);
  else if (hint.textContent === HINT) asked.querySelector(".without").click();
  else {
    hint.textContent = HINT;
    fit(slide);
  }
}

function guessed({ target }) {
  const slide = target.closest(".slide");
  if (slide === stops[at].slide && slide.querySelector(".later") && !stops[at].open) go(at + 1);
}

function read() {
  go(stops.findIndex(({ name }) => name === location.hash.slice(1)));
}

// The type as large as the slide can hold, and players as large as the slide.
function fit(slide) {
  slide.querySelectorAll("iframe").forEach(enlarge);
  for (let size = 1; size > 0.45; size -= 0.05) {
    slide.style.fontSize = `${size}em`;
    if (slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth) return;
  }
}

function enlarge(frame) {
  const room = frame.closest(".shown");
  const { offsetWidth, offsetHeight } = room; // with the room of scroll bars, which need not stay
  const width = Math.min(WIDTH, offsetWidth / LEAST);
  const scale = offsetWidth / width;
  const maxHeight = `${offsetHeight / scale}px`; // it scrolls, its controls in view
  Object.assign(frame.style, { width: `${width}px`, maxHeight, transform: `scale(${scale})` });
  const letters = Math.max(1, LETTERS * width / WIDTH);
  const inside = frame.contentDocument.documentElement;
  if (inside) inside.style.setProperty("--letters", `${letters}px`);
  const height = Math.floor(Math.min(frame.offsetHeight * scale, offsetHeight));
  Object.assign(frame.parentNode.style, { width: `${offsetWidth}px`, height: `${height}px` });
  frame.contentWindow.dispatchEvent(new Event("resize")); // its scale is nothing that it could observe
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // if it may
}

// A key is taken only if it is one of an action, and of no use where it was pressed.
function pressed(event) {
  const { key, target } = event;
  const action = ACTIONS.find(({ keys }) => keys.includes(key));
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.ownerDocument !== document && !EVERYWHERE.includes(key)) return;
  if (target.closest("video, .pegasos-predict input") && !OF_A_CLICKER.includes(key)) return;
  if (key === " " && target.closest("a, button, summary")) return;
  action.do();
  event.preventDefault();
}

function clicked({ target }) {
  if (!target.closest("a, details, video, .pegasos-predict") && getSelection().isCollapsed) next();
}

function button(action) {
  const button = document.createElement("button");
  button.type = "button";
  button.title = `${action.name} (${action.sign})`;
  button.textContent = action.button;
  button.setAttribute("aria-label", action.name);
  button.addEventListener("click", action.do);
  return button;
}

// A frame forgets who listens when it unpacks itself, and says that it has loaded once more.
function listenInside(frame) {
  const listen = () => {
    frame.contentWindow.addEventListener("keydown", pressed);
    enlarge(frame);
  };
  frame.addEventListener("load", listen);
  listen();
  new ResizeObserver(() => enlarge(frame)).observe(frame);
}

// A picture that is not wide stands next to its text.
async function arrange(picture) {
  await picture.decode().catch(() => {}); // one that is broken has no size
  const beside = picture.naturalWidth < 1.6 * picture.naturalHeight;
  picture.closest(".slide").classList.toggle("beside", beside);
}

const [back, ...others] = ACTIONS.filter((action) => action.button).map(button);
footer.replaceChildren(back, counter, ...others);
main.querySelectorAll("iframe").forEach(listenInside);
predictions();
main.onclick = clicked;
main.addEventListener("predicted", guessed);
main.addEventListener("toggle", ({ target }) => fit(target.closest(".slide")), true);
window.addEventListener("keydown", pressed);
window.addEventListener("hashchange", read);
window.addEventListener("resize", () => go(at));
read();
await Promise.all([...main.querySelectorAll(".said + .shown img")].map(arrange)); // no key waits for it
slides.forEach(fit); // for paper too
