// Shows one slide at a time, and an answer only after its question. Without this script, and on paper, all are there.
const main = document.querySelector("main"), slides = [...main.children];
const [back, counter, next, full, live] = document.querySelectorAll("footer > *, #live");
const KEYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Home: -Infinity, End: Infinity };
const LEAST = 0.8, WIDTH = 1200; // of a player: its scale, and the pixels in which it is drawn

// Where one can stop: a slide, or before that its question. The name of a stop is the fragment of the address.
const stops = slides.flatMap((slide, n) => {
  const open = { slide, open: true, name: `${n + 1}` }, answer = slide.querySelector(".later");
  return answer ? [{ ...open, open: false }, { ...open, answer, name: `${n + 1}+` }] : [open];
});
let at = 0;

function go(to) {
  at = Math.min(Math.max(0, to), stops.length - 1);
  const { slide, open, answer, name } = stops[at], focused = document.activeElement;
  if (main.contains(focused) && !slide.contains(focused)) focused.blur(); // or a hidden frame would keep the keys
  slides.forEach((one) => one.classList.toggle("now", one === slide));
  slide.classList.toggle("open", open);
  fit(slide);
  const place = slides.indexOf(slide) + 1, said = answer?.querySelector("img")?.alt;
  counter.textContent = `${place} / ${slides.length}`;
  live.textContent = said ?? `Slide ${place} of ${slides.length}: ${slide.querySelector("h1, h2").textContent}`;
  history.replaceState(null, "", `#${name}`);
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
  const room = frame.closest(".shown"), width = Math.min(WIDTH, room.clientWidth / LEAST), height = frame.offsetHeight;
  const scale = Math.max(LEAST, Math.min(room.clientWidth / width, room.clientHeight / height));
  Object.assign(frame.style, { width: `${width}px`, transform: `scale(${scale})` });
  Object.assign(frame.parentNode.style, { width: `${width * scale}px`, height: `${height * scale}px` });
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // if it may
}

function pressed(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event, inside = target.ownerDocument !== document;
  if (ctrlKey || metaKey || altKey) return;
  if (inside && !/^(Page(Up|Down)|f)$/i.test(key)) return; // all other keys are the player's
  if (target.closest("video") || (key === " " && target.closest("a, button, summary"))) return;
  if (key in KEYS) go(at + KEYS[key]);
  else if (key === "f" || key === "F") fullScreen();
  else return;
  event.preventDefault();
}

function clicked({ target }) {
  if (!target.closest("a, details, video") && getSelection().isCollapsed) go(at + 1);
}

// A frame forgets who listens when it unpacks itself, and says that it has loaded once more.
for (const frame of main.querySelectorAll("iframe")) {
  const listen = () => frame.contentWindow.addEventListener("keydown", pressed);
  frame.addEventListener("load", listen);
  listen();
  new ResizeObserver(() => enlarge(frame)).observe(frame);
}
for (const picture of main.querySelectorAll(".said + .shown img")) {
  const { naturalWidth, naturalHeight } = await picture.decode().then(() => picture, () => picture);
  picture.closest(".slide").classList.toggle("beside", naturalWidth < 1.6 * naturalHeight);
}
back.onclick = () => go(at - 1);
next.onclick = () => go(at + 1);
full.onclick = fullScreen;
main.onclick = clicked;
main.addEventListener("toggle", ({ target }) => fit(target.closest(".slide")), true);
window.addEventListener("keydown", pressed);
window.addEventListener("hashchange", read);
window.addEventListener("resize", () => go(at));
slides.forEach(fit); // for paper too
read();
