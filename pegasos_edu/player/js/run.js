// Reads the record of a run (trace/records.py), and describes a moment: a step, and a line of it.

import { LOSSES } from "../../browser/js/losses.js";
import { brief, format } from "./elements.js";

export class Run {
  constructor(record) {
    Object.assign(this, record);
    this.T = this.drawn.length;
    this.key = Object.fromEntries(this.keys.map((name, n) => [name, n]));
    this.signs = signsIn(this.picture.labels);
  }

  // Returns the direction of the points of a class from the others.
  towards(sign) {
    const { points } = this.picture;
    const sums = [0, 0];
    this.signs.forEach((label, n) => [0, 1].forEach((axis) => (sums[axis] += label * sign * points[2 * n + axis])));
    return sums;
  }

  // Returns whether another run has the same lines and a picture of the same kind.
  isLike({ listing, picture }) {
    const isSame = ([code, said, pieces], n) => {
      const [ownCode, ownSaid, ownPieces] = this.listing[n];
      return code === ownCode && said === ownSaid && pieces.length > 0 === ownPieces.length > 0;
    };
    const isLong = listing.length === this.listing.length;
    return isLong && picture.kind === this.picture.kind && listing.every(isSame);
  }

  // Returns the state after a line of a step: all values now and before the step, w after each line of the step, and
  // the formulas of these lines with their numbers.
  at(step, line) {
    const { "@w": w, "@b": b, "@f": f } = this.key;
    const earlier = this.valuesBefore(step);
    const values = [...earlier];
    const path = [values[w]];
    let fBefore = values[f];
    const numbers = new Map();
    const entries = this.moments[step].slice(0, line + 1);
    for (const entry of entries) {
      fBefore = values[f];
      update(values, entry);
      numbers.set(entry[0], this.numbers(entry[0], values));
      if (values[w] !== path.at(-1)) path.push(values[w]);
    }
    return {
      step, line, values, earlier, path, numbers, fBefore,
      f: values[f] ?? this.start,
      isChanged: entries.at(-1).slice(1).some((key, n) => n % 2 === 0 && key === f),
      drawn: step ? [this.drawn[step - 1]].flat() : [],
      lit: entries.at(-1)[0],
      before: path[0],
      w: path.at(-1),
      b: values[b],
    };
  }

  valuesBefore(step) {
    const values = [];
    for (let n = 0; n < step; n++) {
      for (const entry of this.moments[n]) update(values, entry);
    }
    return values;
  }

  numbers(line, values) {
    const fill = (piece) => {
      if (typeof piece === "string") return piece;
      const [key, operand, otherwise] = piece;
      const value = values[key];
      if (value == null) return otherwise; // too long to show
      return operand && value < 0 ? `(${format(value)})` : format(value);
    };
    const pieces = this.listing.length ? this.listing[line][2] : []; // hidden lines have no pieces
    return pieces.map(fill).join("").replace(/ = …$/, "");
  }

  // Describes the draw, the update and the change of f in a step; within a step, describes the line.
  story(moment) {
    const { step, line } = moment;
    const [who, what] = this.stories[step];
    const isEnd = line >= this.moments[step].length - 1;
    if (!isEnd) return this.listing[moment.lit]?.[3] ? `${who} ${this.tale(moment)}` : who;
    return step ? `${who} ${what} ${this.course(step)}` : `${who} ${what}`;
  }

  // Says how f changed in a step, and why it may have risen.
  course(step) {
    const [before, after] = [this.values[step - 2] ?? this.start, this.values[step - 1]];
    if (before === after) return `f stays at ${brief(after)}.`;
    const said = `f ${fromTo(before, after)}`;
    if (after < before) return `${said}.`;
    const isAdded = this.events[step - 1].includes("m");
    if (!isAdded) return `${said}: the mean loss rises by more than λ/2·‖w‖² falls.`;
    const drawn = [this.drawn[step - 1]].flat();
    if (this.grown(step) > (after - before) / 2) return `${said}: w gets longer, and f counts its length.`;
    const isAll = new Set(drawn).size === this.signs.length;
    if (isAll) return `${said}: the step uses all examples, but goes too far.`;
    return `${said}: f counts all examples, but the step uses only ${drawn.length > 1 ? "these" : "this one"}.`;
  }

  // Returns how much λ/2·‖w‖² grew in a step, or 0 if the record does not hold w.
  grown(step) {
    if (!this.picture.exact || this.key["@w"] == null) return 0;
    const [before, after] = [step, step + 1].map((n) => this.valuesBefore(n)[this.key["@w"]] ?? []);
    const square = (w) => w.reduce((sum, part) => sum + part ** 2, 0);
    return this.lam / 2 * (square(after) - square(before));
  }

  tale(moment) {
    const kind = this.listing[moment.lit][3];
    const text = moment.numbers.get(moment.lit);
    const subject = this.picture.kind === "curves" ? "the weights η·α" : "w";
    return `This line ${TALES[kind](text, subject, moment)}`;
  }

  // Returns the next step that draws an example, otherwise the last step that drew it, or 0.
  turn(example, step) {
    const turns = this.drawn.flatMap((drawn, n) => ([drawn].flat().includes(example) ? [n + 1] : []));
    return turns.find((turn) => turn > step) ?? turns.at(-1) ?? 0;
  }

  // Counts the steps up to one that draw the example.
  count(example, step) {
    return this.drawn.slice(0, step).filter((drawn) => [drawn].flat().includes(example)).length;
  }

  // Counts those of these steps that added the example, or returns null if a step draws several.
  pulls(example, step) {
    if (Array.isArray(this.drawn[0])) return null;
    return this.drawn.slice(0, step).filter((drawn, n) => drawn === example && this.events[n].includes("m")).length;
  }

  lossOf(margin) {
    return LOSSES[this.loss](margin);
  }
}

// Uses enough digits to distinguish the values; close values get the same number of digits.
function fromTo(before, after) {
  const way = after > before ? "rises" : "falls";
  const isNear = Math.abs(after - before) < 0.1 * Math.max(before, after);
  if (!isNear) return `${way} from ${brief(before)} to ${brief(after)}`;
  const inBoth = (digits) => [before, after].map((value) => inDigits(value, digits));
  const all = Array.from({ length: 15 }, (_, n) => inBoth(n + 3));
  const [was, is] = all.find(([first, second]) => first !== second);
  return `${way} from ${was} to ${is}`;
}

// Keeps zeros at the end: 0.17780 next to 0.17778.
function inDigits(value, digits) {
  const short = Number(value.toPrecision(digits));
  const decimals = digits - 1 - Math.floor(Math.log10(short));
  return format(short.toFixed(Math.min(Math.max(decimals, 0), 20)));
}

// Describes the effect of a line by its kind (trace/listing.py).
const TALES = {
  round: (text) => `starts step ${text}.`,
  question: (text) => {
    const [asked, answer] = text.split(" → ");
    const then = answer === "yes" ? "the lines under it run next" : "the lines under it are skipped";
    return `asks whether ${asked}: ${answer}, so ${then}.`;
  },
  sets: (text, subject, { isChanged, fBefore, f }) => {
    const why = /^η = 1 ?\/ ?\(/.test(text) ? " It is shorter in each step, so that the run settles." : "";
    if (!isChanged || fBefore == null) return text ? `sets ${text}.${why}` : `leaves ${subject} as it is.`;
    const course = f === fBefore ? `stays at ${brief(f)}` : fromTo(fBefore, f);
    return `${text ? `sets ${text}` : `changes ${subject}`}, and f ${course}.`;
  },
  output: () => "yields the step.",
};

// Applies the changes of a line: an entry is [line, key, value, key, value, …].
export function update(values, entry) {
  for (let n = 1; n < entry.length; n += 2) values[entry[n]] = entry[n + 1];
}

// Returns the labels in a text such as "+--+".
export function signsIn(text) {
  return Array.from(text, (label) => (label === "+" ? 1 : -1));
}

export function pairsOf(places) {
  return Array.from({ length: places.length / 2 }, (_, n) => [places[2 * n], places[2 * n + 1]]);
}

export function bytes(packed) {
  return Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)).buffer;
}

// Returns the points in the facts of a data set (player/fields.py).
export function pointsIn({ places, labels, names }) {
  return { places: [...new Float64Array(bytes(places))], labels: signsIn(labels), names };
}

// Unpacks "0.02 AbC…": a size, and in base 64 whole numbers n that stand for size·(n/127)³.
export function unpack(text) {
  const [size, packed] = text.split(" ");
  return Float32Array.from(new Int8Array(bytes(packed)), (n) => size * (n / 127) ** 3);
}

// Unpacks a column; columns that were made in the page are not packed.
export const unpackedColumn = (column) => (typeof column === "string" ? unpackLogarithms(column) : column);

// Unpacks "0.02 30 AbC…": a size, r, and in base 64 whole numbers n for ±size·e^(r·(|n|/32767 − 1)).
function unpackLogarithms(text) {
  const [size, times, packed] = text.split(" ");
  const value = (n) => Math.sign(n) * size * Math.exp(times * (Math.abs(n) / 32767 - 1));
  return Float64Array.from(new Int16Array(bytes(packed)), value);
}
