// Reads the moment and the speed that an address names.

import { SPEEDS } from "./controls.js";
import { numberIn, Problem, shortened } from "./inputs.js";

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
