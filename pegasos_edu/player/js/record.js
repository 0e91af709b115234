// The record of a run, which record.py describes; what it says of a moment: a step, and a line of it.

class Run {
  constructor(record) {
    Object.assign(this, record);
    this.T = this.drawn.length;
    this.key = Object.fromEntries(this.keys.map((name, n) => [name, n]));
    this.signs = Array.from(this.picture.labels, (label) => (label === "+" ? 1 : -1));
  }

  // What is true once a line of a step has run: all values, w through the lines of the step, and the
  // formulas of these lines with their numbers.
  at(step, line) {
    const { "@w": w, "@b": b } = this.key;
    const values = this.valuesBefore(step);
    const was = values[b];
    const path = [values[w]];
    const numbers = new Map();
    const entries = this.moments[step].slice(0, line + 1);
    for (const entry of entries) {
      update(values, entry);
      numbers.set(entry[0], this.numbers(entry[0], values));
      if (values[w] !== path.at(-1)) path.push(values[w]);
    }
    return {
      step, values, path, numbers, was,
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

  // The formula of a line with its numbers put in.
  numbers(line, values) {
    const fill = (piece) => {
      if (typeof piece === "string") return piece;
      const [key, operand, otherwise] = piece;
      const value = values[key];
      if (value == null) return otherwise; // too long to be shown
      return operand && value < 0 ? `(${format(value)})` : format(value);
    };
    return this.listing[line][2].map(fill).join("").replace(/ = …$/, "");
  }

  story(step, line) {
    const [who, what] = this.stories[step];
    const lines = this.moments[step].length;
    return `${who} ${line < lines - 1 ? `Line ${line + 1} of ${lines}.` : what}`;
  }
}

// What a line changed: an entry is [line, key, value, key, value, …].
function update(values, entry) {
  for (let n = 1; n < entry.length; n += 2) values[entry[n]] = entry[n + 1];
}

// "0.02 AbC…": a size, and in base 64 whole numbers n that stand for size·(n/top)³.
function unpack(text, Kind = Int8Array, top = 127) {
  const [size, packed] = text.split(" ");
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return Float32Array.from(new Kind(bytes.buffer), (n) => size * (n / top) ** 3);
}
