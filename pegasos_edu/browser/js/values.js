// Returns values as they are recorded, by the rules of trace/numbers.py.

import { beside_one } from "./generated.js";
import { rounded } from "./numbers.js";

const [MAX_ENTRIES, MAX_INDICES] = [4, 6];

// Returns a value as it is recorded: a number, a short vector, a truth or a set as text; else null.
export function asRecorded(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") {
    const apart = Math.abs(Math.abs(value) - 1);
    return apart !== 0 && apart <= 1e-9 ? beside_one(value) : rounded(value);
  }
  if (value instanceof Int32Array) {
    const text = value.slice(0, MAX_INDICES).join(", ");
    return value.length > MAX_INDICES ? `{${text}, … (${value.length} in all)}` : `{${text}}`;
  }
  if (!(value instanceof Float64Array)) return null;
  if (value.length <= MAX_ENTRIES) return [...value].map((x) => rounded(x));
  return value.some(Boolean) ? null : "(0, …, 0)";
}
