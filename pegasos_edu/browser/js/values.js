// Returns values in the form of the record, by the rules of trace/numbers.py.

import { beside_one } from "./generated.js";
import { rounded } from "./numbers.js";

const [MAX_ENTRIES, MAX_INDICES] = [4, 6];

// Returns a number, a short vector, a truth value or a set in the form of the record; null for other values.
export function asRecorded(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") {
    const apart = Math.abs(Math.abs(value) - 1);
    return apart !== 0 && apart <= 1e-9 ? beside_one(value) : rounded(value);
  }
  if (value instanceof Int32Array) return setAsText(value);
  if (!(value instanceof Float64Array)) return null;
  if (value.length <= MAX_ENTRIES) {
    const entries = new Array(value.length); // spreading is several times slower
    for (let n = 0; n < value.length; n++) entries[n] = rounded(value[n]);
    return entries;
  }
  return value.some(Boolean) ? null : "(0, …, 0)";
}

function setAsText(indices) {
  let text = "";
  for (let n = 0; n < indices.length && n < MAX_INDICES; n++) text += n ? `, ${indices[n]}` : indices[n];
  return indices.length > MAX_INDICES ? `{${text}, … (${indices.length} in all)}` : `{${text}}`;
}
