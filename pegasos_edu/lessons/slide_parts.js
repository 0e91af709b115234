// Finds the parts of a slide: its choices, its player or slider, and a copy of it.

export const FRAMES = "iframe:not(.run)"; // a learner's own run stands below the report
const RUNS = ".pegasos-player, .pegasos-landscape .heights"; // what a frame shows, and what takes its keys

export const choicesOf = (slide) => [...slide.querySelectorAll(".pegasos-predict li button, .pegasos-quiz summary")];
export const frameOf = (slide) => slide.querySelector(FRAMES);
export const sliderOf = (slide) => slide.querySelector(".pegasos-stills input");

// Unfolds the right choice of a quiz.
export function unfold(slide) {
  const verdicts = [...slide.querySelectorAll(".pegasos-quiz details b")];
  const right = verdicts.find(({ textContent }) => textContent.startsWith("✓"));
  if (right) right.closest("details").open = true;
}

// Writes the number of each choice, and of each reason once they appear, on its button.
export function number(slide) {
  choicesOf(slide).forEach((choice, n) => {
    choice.dataset.number = n + 1;
  });
}

// Returns a copy of a stop, with a picture instead of a player.
export function still({ slide, open }) {
  const copy = slide.cloneNode(true);
  copy.classList.toggle("open", open);
  copy.querySelectorAll("iframe").forEach((frame) => frame.remove());
  return copy;
}

// Gives a key to the player or the slider of a slide; returns whether there is one.
export function passOn(key, slide) {
  const slider = sliderOf(slide);
  const run = frameOf(slide)?.contentDocument.querySelector(RUNS);
  if (run) run.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  else if (slider && key.startsWith("Arrow")) {
    slider[["ArrowRight", "ArrowUp"].includes(key) ? "stepUp" : "stepDown"]();
    slider.dispatchEvent(new Event("input"));
  } else return false;
  return true;
}
