// Records the lines that an algorithm runs, and their values: see trace/lines.py and trace/records.py.

import { asRecorded } from "./values.js";

// Returns whether a hole of a formula gets its value after the line.
const isAfter = (key) => key.endsWith("′") || key === "→";

export class Recorder {
  constructor(algorithm, scene) {
    Object.assign(this, { algorithm, scene, given: [], known: [], keys: new Map(), moments: [], entry: null });
    const isShown = (pieces) => scene.isExact || !pieces.some(([key]) => key === "@w");
    this.listing = algorithm.listing.map(([code, pseudocode, pieces, kind]) => {
      const wanted = isShown(pieces) ? pieces : [];
      return [code, pseudocode, wanted.map((piece) => this.withKey(piece)), kind];
    });
    this.before = algorithm.listing.map(([,, pieces]) => this.keysOf(pieces, (key) => !isAfter(key)));
    this.after = algorithm.listing.map(([,, pieces]) => this.keysOf(pieces, isAfter));
    this.steps = [this.moments];
    this.asks = new Map(algorithm.asks); // the comparisons of margins in lines: trace/questions.py
    this.asked = ["", ""];
  }

  key(name) {
    if (!this.keys.has(name)) this.keys.set(name, this.keys.size);
    return this.keys.get(name);
  }

  withKey(piece) {
    return typeof piece === "string" ? piece : [this.key(piece[0]), ...piece.slice(1)];
  }

  keysOf(pieces, isWanted) {
    const names = pieces.filter((piece) => typeof piece !== "string").map(([name]) => name);
    const wanted = names.filter((name) => name !== "@w" && isWanted(name));
    return [...new Set(wanted)].map((name) => this.key(name));
  }

  enter(place, ...values) {
    if (place === this.algorithm.loop) {
      if (this.steps.length === 1) this.start = this.scene.f;
      this.moments = [];
      this.asked = ["", ""];
      this.steps.push(this.moments);
    }
    if (this.asks.has(place)) this.asked = [this.asks.get(place), ""];
    this.entry = [place];
    this.moments.push(this.entry);
    this.before[place].forEach((key, n) => this.take(key, values[n]));
  }

  leave(place, ...values) {
    const taken = this.keys.get("→");
    this.after[place].forEach((key, n) => {
      if (key !== taken) {
        this.take(key, values[n]);
        return;
      }
      const answer = values[n] ? "yes" : "no";
      this.note(key, answer);
      if (this.asks.has(place)) this.asked[1] = answer;
    });
  }

  see(step) {
    const noted = this.scene.see(step);
    for (let n = 0; n < noted.length; n += 2) this.note(this.key(noted[n]), noted[n + 1]);
    if (noted.length) this.note(this.key("@f"), this.scene.f);
  }

  // Records the value of a key; a number that stays the same is not rounded again.
  take(key, value) {
    if (typeof value === "number" && value === this.given[key]) return;
    this.given[key] = value;
    this.note(key, asRecorded(value));
  }

  // Notes the value of a key if it changed.
  note(key, value) {
    if (isSame(this.known[key], value)) return;
    this.known[key] = value;
    this.entry.push(key, value);
  }
}

function isSame(a, b) {
  if (a === b) return true;
  const areLists = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
  return areLists && a.every((entry, n) => entry === b[n]);
}
