// Reads numbers from texts, and says in words what is wrong with them.

// Reports an error in an input, in words.
export class Problem extends Error {}

// Returns the number in a text by the rules of Python, or NaN.
export function numberIn(text) {
  const one = text.trim();
  return one.match(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i) ? Number(one) : NaN;
}

export function shortened(text) {
  const all = String(text);
  return all.length > 30 ? `“${all.slice(0, 30)}…”` : `“${all}”`;
}
