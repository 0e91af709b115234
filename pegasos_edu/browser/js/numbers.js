// Rounds and formats numbers by the rules of trace/numbers.py and of Python.

const POWERS = Array.from({ length: 23 }, (_, n) => Number(`1e${n}`)); // the exact powers of ten

// Returns the digits of a number and its exponent, rounded as Python does, halves to even.
function digitsOf(value, digits) {
  const [mantissa, exponent] = Math.abs(value).toExponential(digits - 1).split("e");
  const shortest = Math.abs(value).toExponential().split("e")[0].replace(".", "");
  if (shortest.length === digits + 1 && shortest.endsWith("5")) { // perhaps a tie
    const exact = Math.abs(value).toExponential(60).split("e")[0].replace(".", "");
    const isTie = Number(exact.slice(digits + 1)) === 0;
    const isEven = Number(exact[digits - 1]) % 2 === 0;
    if (isTie && isEven) return [exact.slice(0, digits), Number(value.toExponential().split("e")[1])];
  }
  return [mantissa.replace(".", ""), Number(exponent)];
}

// Returns the nearest number with this many significant digits.
function precise(value, digits) {
  const size = Math.abs(value);
  const places = digits - 1 - Math.floor(Math.log10(size));
  if (Math.abs(places) < POWERS.length) {
    const scaled = places < 0 ? size / POWERS[-places] : size * POWERS[places];
    const whole = Math.round(scaled);
    const isClear = Math.abs(Math.abs(scaled - Math.trunc(scaled)) - 0.5) > 1e-6;
    if (isClear && scaled >= POWERS[digits - 1] && whole < POWERS[digits]) {
      const sign = Math.sign(value);
      return sign * (places < 0 ? whole * POWERS[-places] : whole / POWERS[places]);
    }
  }
  const [figures, exponent] = digitsOf(value, digits);
  return Number(`${value < 0 ? "-" : ""}${figures[0]}.${figures.slice(1)}e${exponent}`);
}

// Rounds to the nearest whole number, halves to even.
function nearest(value) {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

// Rounds to some digits, or to more if the result would be a whole number and the value is not, as for 0.99997.
export function rounded(value, digits = 4) {
  if (!Number.isFinite(value)) return formatted(value, "g");
  if (value === 0) return 0;
  const whole = nearest(value);
  const size = Math.abs(value);
  if (Math.abs(value - whole) <= 1e-9 * Math.abs(whole) || (size >= 1e4 && size < 1e9)) {
    return Math.abs(whole) < 1e9 ? whole || 0 : precise(value, digits);
  }
  for (let wanted = digits; ; wanted++) {
    const short = precise(value, wanted);
    if (short !== nearest(short) || Math.abs(short) >= 1e4) return short;
  }
}

// Formats a number as Python does: g, f and e with digits, and commas between thousands.
export function formatted(value, spec) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (spec === ",") return value.toLocaleString("en-US");
  const [, given, kind] = /^(?:\.(\d+))?([gfe])$/.exec(spec);
  if (kind === "f") return nearest(value).toFixed(0); // the only use is .0f
  const digits = kind === "e" ? Number(given) + 1 : Math.max(1, Number(given ?? 6));
  if (kind === "g" && value !== 0) {
    const near = precise(value, digits);
    const size = Math.abs(near);
    if (size >= 1e-4 && size < 10 ** digits) return String(near);
  }
  const [figures, exponent] = value === 0 ? ["0".repeat(digits), 0] : digitsOf(value, digits);
  const sign = value < 0 ? "-" : "";
  const short = (text) => (text.includes(".") && kind === "g" ? text.replace(/\.?0+$/, "") : text);
  if (kind === "g" && exponent >= -4 && exponent < digits) return sign + short(fixed(figures, exponent));
  const tail = String(Math.abs(exponent)).padStart(2, "0");
  const point = digits > 1 ? "." : "";
  return `${sign}${short(figures[0] + point + figures.slice(1))}e${exponent < 0 ? "-" : "+"}${tail}`;
}

// Writes digits with a point at the place that the exponent gives.
function fixed(figures, exponent) {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${figures}`;
  const point = figures.length > exponent + 1 ? "." : "";
  return figures.slice(0, exponent + 1) + point + figures.slice(exponent + 1);
}

export const text = String;
export const capitalised = (said) => said[0].toUpperCase() + said.slice(1);
export const replaced = (said, old, put) => said.replaceAll(old, put);
export const lowered = (said) => said.toLowerCase();
export const distinct = (values) => [...new Set(values)];
