// Shows a guessed number on a line beside the answer, for the widget of a notebook and for pages.

const [WIDTH, LEFT, RIGHT] = [360, 26, 334]; // the units of the drawing, and the ends of its line
const FAR = 10; // positive numbers with a larger ratio stand on a logarithmic line
const NEAR = 0.1; // the share of the answer by which a near guess may be off
const MOST_TICKS = 6;

const inDigits = (value) => value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace("-", "−");
const withTwoDigits = (value) => Number(value.toPrecision(2));

// Returns a sentence that says how far a guess is off.
export function howFarOff(guess, answer) {
  if (guess === answer) return "Your guess is exact.";
  if (Math.abs(guess - answer) <= NEAR * Math.abs(answer)) return "Your guess is within a tenth of the answer.";
  const way = guess > answer ? "too large" : "too small";
  if (Math.min(guess, answer) <= 0) return `Your guess is ${way} by ${inDigits(withTwoDigits(Math.abs(guess - answer)))}.`;
  const factor = withTwoDigits(Math.max(guess / answer, answer / guess));
  if (factor >= 2) return `Your guess is ${way} by a factor of about ${inDigits(factor)}.`;
  return `Your guess is ${way} by about ${Math.round(100 * Math.abs(guess / answer - 1))} %.`;
}

// Returns the ticks of a line that contains both numbers, and whether it is logarithmic.
export function scaleOf(guess, answer) {
  const [low, high] = [Math.min(guess, answer), Math.max(guess, answer)];
  if (low > 0 && high > FAR * low) {
    const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const step = Math.ceil((last - first) / (MOST_TICKS - 1));
    return { isLog: true, ticks: sequence(first, last, step).map((power) => Number(`1e${power}`)) };
  }
  const start = Math.min(0, low);
  const size = Math.max(high, 0) - start || 1;
  const power = 10 ** Math.floor(Math.log10(size / (MOST_TICKS - 1)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => size / one <= MOST_TICKS - 1);
  const places = sequence(Math.floor(start / step), Math.ceil((start + size) / step), 1);
  return { isLog: false, ticks: places.map((place) => Number((place * step).toPrecision(12))) };
}

// Returns first, first + step, … up to the first value that is at least `last`.
function sequence(first, last, step) {
  return Array.from({ length: Math.ceil((last - first) / step) + 1 }, (_, n) => first + n * step);
}

function drawn(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Returns a text at a place of the line; a text near an end does not leave the drawing.
function text(content, x, y, isSmall = false) {
  const share = (x - LEFT) / (RIGHT - LEFT);
  const anchor = isSmall ? "middle" : share < 0.25 ? "start" : share > 0.75 ? "end" : "middle";
  const shift = { start: -8, middle: 0, end: 8 }[anchor];
  return drawn("text", { x: x + shift, y, "text-anchor": anchor, "font-size": isSmall ? 12 : 14 }, content);
}

// Returns the line with both marks and the sentence below. The marks differ in form and in their side of the line.
export function numberLine(guess, answer) {
  const { isLog, ticks } = scaleOf(guess, answer);
  const along = isLog ? Math.log10 : Number;
  const [from, to] = [ticks[0], ticks.at(-1)];
  const at = (value) => LEFT + (RIGHT - LEFT) * (along(value) - along(from)) / (along(to) - along(from));
  const label =
    `A line from ${inDigits(from)} to ${inDigits(to)}${isLog ? " in powers of ten" : ""}: ` +
    `your guess is at ${inDigits(guess)}, the answer is at ${inDigits(answer)}.`;
  const line = { stroke: "currentColor", "stroke-width": 1.5 };
  const [g, a] = [at(guess), at(answer)];
  const svg = drawn(
    "svg",
    { viewBox: `0 0 ${WIDTH} 96`, role: "img", "aria-label": label, fill: "currentColor" },
    drawn("line", { x1: LEFT, x2: RIGHT, y1: 38, y2: 38, ...line }),
    ...ticks.map((tick) => drawn("line", { x1: at(tick), x2: at(tick), y1: 35, y2: 41, ...line })),
    ...ticks.map((tick) => text(inDigits(tick), at(tick), 90, true)),
    drawn("path", { d: `M${g} 36l-7 -13h14z`, fill: "none", ...line, "stroke-width": 2 }),
    text(`your guess ${inDigits(guess)}`, g, 16),
    drawn("path", { d: `M${a} 40l-7 13h14z` }),
    text(`answer ${inDigits(answer)}`, a, 68),
  );
  Object.assign(svg.style, { display: "block", width: "24em", maxWidth: "100%", fontFamily: "inherit" });
  const figure = document.createElement("figure");
  figure.className = "pegasos-number-line";
  figure.style.margin = "0.6em 0";
  const caption = document.createElement("figcaption");
  caption.textContent = howFarOff(guess, answer);
  figure.append(svg, caption);
  return figure;
}

// In a notebook, the kernel sends both numbers.
function render({ model, el }) {
  Object.assign(el.style, { paddingLeft: "18px", color: "var(--jp-content-font-color1, inherit)" });
  el.append(numberLine(model.get("guess"), model.get("answer")));
}

export default { render };
