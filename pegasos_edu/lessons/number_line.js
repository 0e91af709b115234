// Shows a guessed number on a line beside the answer.

const MARGIN = "2.2em"; // beside the line, for half a number
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
  const off = withTwoDigits(Math.abs(guess - answer));
  if (Math.min(guess, answer) <= 0) return `Your guess is ${way} by ${inDigits(off)}.`;
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
  const step = [1, 2, 5, 10].map((n) => n * power).find((tick) => size / tick <= MOST_TICKS - 1);
  const places = sequence(Math.floor(start / step), Math.ceil((start + size) / step), 1);
  return { isLog: false, ticks: places.map((place) => Number((place * step).toPrecision(12))) };
}

// Returns first, first + step, … up to the first value that is at least `last`.
function sequence(first, last, step) {
  return Array.from({ length: Math.ceil((last - first) / step) + 1 }, (_, n) => first + n * step);
}

// Returns an element at a place from the top, and at a share of the line from its left end.
function put(share, top, style, content = "") {
  const node = document.createElement("span");
  node.append(content);
  const left = `calc(${MARGIN} + ${share} * (100% - 2 * ${MARGIN}))`;
  Object.assign(node.style, { position: "absolute", left, top, whiteSpace: "nowrap", lineHeight: 1, ...style });
  return node;
}

// Returns a text, which does not leave the drawing although its place is near an end.
function text(content, share, top) {
  const across = share < 0.5 ? Math.min(0.5, 0.1 + 2 * share) : Math.max(0.5, 2 * share - 1.1);
  return put(share, top, { translate: `${-100 * across}% 0` }, content);
}

function small(content) {
  const node = document.createElement("span");
  node.style.fontSize = "0.8em";
  node.append(content);
  return node;
}

// The marks are a ring and a dot, so that one does not hide the other; borders keep their colour in every contrast.
const RING = { width: "1em", height: "1em", boxSizing: "border-box", border: "0.16em solid", borderRadius: "50%" };
const DOT = { border: "0.28em solid", borderRadius: "50%" };
const TICK = { height: "0.6em", borderLeft: "1.5px solid" };
const CENTRED = { translate: "-50% -50%" };

// Returns the line with both marks and the sentence below; the guess is named above the line, the answer below.
export function numberLine(guess, answer) {
  const { isLog, ticks } = scaleOf(guess, answer);
  const along = isLog ? Math.log10 : Number;
  const [from, to] = [ticks[0], ticks.at(-1)];
  const share = (value) => (along(value) - along(from)) / (along(to) - along(from));
  const line = document.createElement("div");
  line.setAttribute("role", "img");
  line.setAttribute(
    "aria-label",
    `A line from ${inDigits(from)} to ${inDigits(to)}${isLog ? " in powers of ten" : ""}: ` +
    `your guess is at ${inDigits(guess)}, the answer is at ${inDigits(answer)}.`,
  );
  line.append(
    put(0, "2em", { right: MARGIN, borderTop: "1.5px solid", translate: "0 -50%" }),
    ...ticks.map((tick) => put(share(tick), "2em", { ...TICK, ...CENTRED })),
    ...ticks.map((tick) => put(share(tick), "4.1em", { translate: "-50% 0" }, small(inDigits(tick)))),
    put(share(guess), "2em", { ...RING, ...CENTRED }),
    put(share(answer), "2em", { ...DOT, ...CENTRED }),
    text(`your guess ${inDigits(guess)}`, share(guess), "0.2em"),
    text(`answer ${inDigits(answer)}`, share(answer), "2.75em"),
  );
  Object.assign(line.style, { position: "relative", height: "5.6em", maxWidth: "24em" });
  const figure = document.createElement("figure");
  figure.className = "pegasos-number-line";
  figure.style.margin = "0.6em 0";
  const caption = document.createElement("figcaption");
  caption.textContent = howFarOff(guess, answer);
  figure.append(line, caption);
  return figure;
}
