// Reads numbers from texts, and says in words what is wrong with them.

export const SPEEDS = [0.5, 1, 2, 5, 10, 25, 50]; // in steps a second

// Reports an error in an input, in words.
export class Problem extends Error {}

// Returns the number in a text by the rules of Python, or NaN.
export function numberIn(text) {
  const number = text.trim();
  return number.match(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i) ? Number(number) : NaN;
}

export function shortened(text) {
  const all = String(text);
  return all.length > 30 ? `“${all.slice(0, 30)}…”` : `“${all}”`;
}

// Returns a function that reads a step or a line.
export function momentIn(name) {
  return (text) => {
    const value = numberIn(text);
    if (Number.isInteger(value) && value >= 0 && value <= 1e6) return value;
    throw new Problem(`${name} must be a whole number from 0, got ${shortened(text)}.`);
  };
}

export function speedIn(text) {
  if (SPEEDS.includes(numberIn(text))) return numberIn(text);
  throw new Problem(`speed must be one of ${SPEEDS.join(", ")}, got ${shortened(text)}.`);
}
