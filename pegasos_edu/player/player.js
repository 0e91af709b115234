// The step player: a run of a box in the hand, forward and back. Listing, picture and objective always show
// the same moment: a step, and a line of it. It reads the record that trace.py describes, and has two hosts:
// a notebook widget, through the default export, and a page of its own, through `mount`.

const SPEEDS = [0.5, 1, 2, 5, 10, 25, 50].map((speed) => [speed, `${speed} steps/s`]);
const DASHES = [[], [7, 4], [2, 3]]; // of the curves of several runs

// An element with attributes, listeners (onclick: f) and children; strings become text, never markup.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const format = (value) =>
  Array.isArray(value) ? `(${value.map(format).join(", ")})` : String(value).replaceAll("-", "−");
const brief = (value) => format(Number(value.toPrecision(3)));

// "0.02 AbC…": a size, and in base 64 whole numbers n that stand for size·(n/top)³.
function unpack(text, Kind = Int8Array, top = 127) {
  const [size, bytes] = text.split(" ");
  const whole = new Kind(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)).buffer);
  return Float32Array.from(whole, (n) => size * (n / top) ** 3);
}

// --------------------------------------------------------------------------------------------- drawing
const canvas = (kind, label, on) => element("canvas", { class: kind, role: "img", "aria-label": label, ...on });
// Draw on a canvas in CSS pixels, at the resolution of the screen.
function paint(canvas, draw) {
  const { clientWidth: width, clientHeight: height } = canvas, ratio = window.devicePixelRatio || 1;
  if (!width || !height) return; // hidden
  const pixels = [Math.round(width * ratio), Math.round(height * ratio)], context = canvas.getContext("2d");
  if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) [canvas.width, canvas.height] = pixels;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}

function stroke(context, path, strokeStyle, lineWidth, dash = []) {
  Object.assign(context, { strokeStyle, lineWidth });
  context.setLineDash(dash);
  context.stroke(path);
}
const fill = (context, path, fillStyle) => Object.assign(context, { fillStyle }).fill(path);
const write = (context, text, x, y, fillStyle, textAlign = "left") =>
  Object.assign(context, { fillStyle, textAlign }).fillText(text, x, y);

// Paths: through points, around a point, and from a point to another.
function line(...points) {
  const path = new Path2D();
  for (const point of points) path.lineTo(...point);
  return path;
}
function ring(x, y, radius, path = new Path2D()) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 7);
  return path;
}
function arrow(from, to, head = 7) {
  const path = line(from, to), angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const barb = (turn) => [to[0] - head * Math.cos(angle + turn), to[1] - head * Math.sin(angle + turn)];
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) > head) path.addPath(line(barb(-0.5), to, barb(0.5)));
  return path;
}

// The area where values on a grid reach a level, and the line around it. Grid line n lies at x(n), y(n).
function contour(values, side, level, x, y) {
  const area = new Path2D(), edge = new Path2D();
  for (let cell = 0; cell < side * (side - 1); cell++) {
    const i = cell % side, j = (cell - i) / side, corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
    const above = [cell, cell + 1, cell + 1 + side, cell + side].map((n) => values[n] - level);
    if (i === side - 1 || above.every((value) => value < 0)) continue;
    const outline = [], crossings = [];
    corners.forEach((corner, n) => {
      const next = corners[(n + 1) % 4], end = above[(n + 1) % 4];
      if (above[n] >= 0) outline.push(corner);
      if (above[n] >= 0 === end >= 0) return;
      const part = above[n] / (above[n] - end);
      crossings.push(corner.map((value, axis) => value + part * (next[axis] - value)));
      outline.push(crossings.at(-1));
    });
    outline.forEach(([a, b], n) => (n ? area.lineTo(x(a), y(b)) : area.moveTo(x(a), y(b))));
    crossings.forEach(([a, b], n) => (n % 2 ? edge.lineTo(x(a), y(b)) : edge.moveTo(x(a), y(b))));
  }
  return { area, edge };
}

// ------------------------------------------------------------------------------------------ the record
class Run {
  constructor(trace) {
    Object.assign(this, trace);
    this.T = this.drawn.length;
    this.key = Object.fromEntries(this.keys.map((name, n) => [name, n]));
    this.signs = Array.from(this.picture.labels, (label) => (label === "+" ? 1 : -1));
  }

  // What is true once a line of a step has run: all values, w through the lines of the step, their numbers.
  at(step, line) {
    const values = [], numbers = new Map(), w = this.key["@w"], b = this.key["@b"];
    const follow = (entry) => {
      for (let n = 1; n < entry.length; n += 2) values[entry[n]] = entry[n + 1];
    };
    for (let n = 0; n < step; n++) this.moments[n].forEach(follow);
    const path = [values[w]], entries = this.moments[step].slice(0, line + 1), was = values[b];
    for (const entry of entries) {
      follow(entry);
      numbers.set(entry[0], this.numbers(entry[0], values));
      if (values[w] !== path.at(-1)) path.push(values[w]);
    }
    const drawn = step ? [this.drawn[step - 1]].flat() : [], ends = { w: path.at(-1), b: values[b], before: path[0] };
    return { step, drawn, lit: entries.at(-1)[0], values, path, numbers, was, ...ends };
  }

  // The formula of a line with its numbers put in.
  numbers(line, values) {
    const fill = (piece) => {
      const [key, operand, otherwise] = piece, value = values[key];
      if (typeof piece === "string") return piece;
      if (value == null) return otherwise; // too long to be shown
      return operand && value < 0 ? `(${format(value)})` : format(value);
    };
    return this.listing[line][2].map(fill).join("").replace(/ = …$/, "");
  }

  story(step, line) {
    const [who, what] = this.stories[step], lines = this.moments[step].length;
    return `${who} ${line < lines - 1 ? `Line ${line + 1} of ${lines}.` : what}`;
  }
}

// ---------------------------------------------------------------------------------------- the pictures
// Points, the boundary with its margin band, and the examples just drawn.
class Plane {
  constructor(run, pick) {
    const onclick = (event) => pick(this.nearest(event.offsetX, event.offsetY));
    this.canvas = canvas("plane", "The data and the boundary", { onclick });
    Object.assign(this, { run, ...run.picture });
    this.side ||= 2; // a plane is given by its corners
    const column = ([j, text]) => ({ j, key: run.key[`α[${j}]`], values: unpack(text, Int16Array, 32767) });
    this.columns &&= Object.entries(this.columns).map(column);
  }

  at(n) {
    const part = (axis) => (this.points[2 * n + axis] - this.centre[axis]) / this.half;
    return [(1 + part(0)) * this.size / 2, (1 - part(1)) * this.size / 2];
  }

  nearest(x, y) {
    const distance = (n) => Math.hypot(this.at(n)[0] - x, this.at(n)[1] - y);
    const best = this.run.signs.reduce((best, _, n) => (distance(n) < distance(best) ? n : best), 0);
    return distance(best) < 20 ? (this.indices ? this.indices[best] : best) : null;
  }

  // The score in the corners of the picture, or of a kernel run on its whole grid.
  scores(values, w, b = this.b) { // b is that of the moment, or of the whole run
    const { side, centre, half } = this, scores = new Float64Array(side * side);
    if (!this.columns) {
      const x = (n, axis) => centre[axis] + ((axis ? n >= side : n % side) ? half : -half);
      return w ? scores.map((_, n) => w[0] * x(n, 0) + w[1] * x(n, 1) + b) : scores;
    }
    const eta = values[this.run.key["@η"]] || 0;
    for (const { j, key, values: column } of this.columns) {
      const weight = eta * (values[key] || 0) * this.run.signs[j];
      if (weight) column.forEach((value, n) => (scores[n] += weight * value));
    }
    return scores;
  }

  draw(moment, colour) {
    paint(this.canvas, (context, size) => {
      this.size = size;
      const cell = size / (this.side - 1), x = (i) => i * cell, y = (j) => size - j * cell;
      const bands = (scores, levels) => levels.map((level) => contour(scores, this.side, level, x, y));
      const scores = this.scores(moment.values, moment.w, moment.b), none = !scores.some(Boolean); // no line yet
      const [low, middle, high] = bands(scores, none ? [1, 1, 1] : [-1, 0, 1]);
      context.fillStyle = none ? colour.raised : colour.regions[0];
      context.fillRect(0, 0, size, size);
      [low, middle, high].forEach(({ area }, n) => fill(context, area, colour.regions[n + 1]));
      if (moment.path.length > 1 && moment.before?.some(Boolean)) {
        stroke(context, bands(this.scores(null, moment.before, moment.was), [0])[0].edge, colour.ink, 1.6, [2, 4]);
      }
      stroke(context, low.edge, colour.ink, 1.1, [6, 4]);
      stroke(context, high.edge, colour.ink, 1.1, [6, 4]);
      stroke(context, middle.edge, colour.ink, 2.4);
      this.examples(context, moment, colour);
    });
  }

  examples(context, moment, colour) {
    const rings = new Path2D(), circles = new Path2D(), triangles = new Path2D();
    this.run.signs.forEach((sign, n) => {
      const [x, y] = this.at(n);
      if (sign > 0) triangles.addPath(line([x, y - 5.5], [x + 5, y + 3.5], [x - 5, y + 3.5], [x, y - 5.5]));
      else ring(x, y, 4.2, circles);
      if (this.counts(moment, n)) ring(x, y, 7.5, rings);
    });
    for (const [path, own] of [[circles, colour.minus], [triangles, colour.plus]]) {
      stroke(context, path, colour.paper, 2); // first, or the outlines bury the points of a crowd
      fill(context, path, own);
    }
    stroke(context, rings, colour.muted, 1);
    for (const index of moment.drawn) {
      const place = this.indices ? this.indices.indexOf(index) : index;
      if (place >= 0) stroke(context, ring(...this.at(place), 11), colour.accent, 3.2);
    }
  }

  // Whether an example has a margin below 1; in a kernel run, whether it was added.
  counts({ values, w, b = this.b }, n) {
    if (this.columns) return values[this.run.key[`α[${n}]`]] > 0;
    const [x, y] = this.points.slice(2 * n, 2 * n + 2), score = w ? w[0] * x + w[1] * y + b : 0;
    return this.exact && this.run.signs[n] * score < 1;
  }
}

// The example as an image, w before and after the step, and what the step changed.
class Images {
  constructor(run) {
    Object.assign(this, { run, canvas: canvas("plane", "The example and the weights") });
  }

  draw({ drawn, w, before }, colour) {
    const { images, shape } = this.run.picture, blank = new Array(shape[0] * shape[1]).fill(0);
    const pixels = (text) => (text ? Array.from(unpack(text)) : blank);
    const [now, then] = [pixels(w), pixels(before)];
    const change = now.map((value, n) => value - then[n]), example = drawn.length ? `example ${drawn[0]}` : "none yet";
    const image = pixels(images[drawn[0]]), largest = (array) => Math.max(...array.map(Math.abs)) || 1;
    const same = largest([...change, ...then, ...now]), panels = [[example, image, largest(image)]];
    panels.push(["the change", change, same], ["w before", then, same], ["w now", now, same]); // on one scale
    paint(this.canvas, (context, size) => {
      context.font = colour.font;
      const half = size / 2;
      panels.forEach((panel, n) => this.panel(context, ...panel, (n % 2) * half, (n >> 1) * half, half, colour));
    });
  }

  panel(context, title, pixels, limit, left, top, size, colour) {
    const [rows, columns] = this.run.picture.shape;
    const cell = Math.min((size - 12) / columns, (size - 26) / rows);
    const x0 = left + (size - cell * columns) / 2, y0 = top + 20;
    write(context, title, left + size / 2, top + 14, colour.ink, "center");
    pixels.forEach((value, n) => {
      const x = x0 + (n % columns) * cell, y = y0 + Math.floor(n / columns) * cell, part = Math.abs(value) / limit;
      Object.assign(context, { globalAlpha: part, fillStyle: value > 0 ? colour.plus : colour.minus });
      context.fillRect(x, y, cell, cell);
      context.globalAlpha = 1;
      const sign = part > 0.35 && cell > 6 ? (value > 0 ? "+" : "−") : "";
      write(context, sign, x + cell / 2, y + cell / 2 + 4, part > 0.6 ? colour.paper : colour.ink, "center");
    });
    Object.assign(context, { strokeStyle: colour.faint, lineWidth: 1 });
    context.strokeRect(x0, y0, cell * columns, cell * rows);
  }
}

// w before the step, its way through the lines of the step, and the ball.
class Weights {
  constructor(run) {
    Object.assign(this, run.picture, { canvas: canvas("weights", "w now; dashed: w before; green: the change") });
  }

  draw({ path, w }, colour) {
    const way = path.filter(Boolean), longest = Math.max(...way.map((v) => Math.hypot(...v)), 0) || 1;
    const decade = 10 ** Math.floor(Math.log10(longest));
    const unit = [1, 1.5, 2, 3, 5, 7, 10].find((n) => n * decade >= longest) * decade;
    paint(this.canvas, (context, width, height) => {
      const scale = (Math.min(width, height) / 2 - 20) / unit, middle = [width / 2, height / 2];
      const at = (v) => [middle[0] + v[0] * scale, middle[1] - v[1] * scale];
      stroke(context, ring(...middle, unit * scale), colour.faint, 1, [2, 3]);
      if (this.ball && this.ball < 3 * unit) stroke(context, ring(...middle, this.ball * scale), colour.accent, 2);
      way.slice(0, -1).forEach((v) => stroke(context, arrow(middle, at(v)), colour.muted, 1.4, [4, 3]));
      way.slice(1).forEach((v, n) => stroke(context, arrow(at(way[n]), at(v), 5), colour.accent, 2));
      if (w) stroke(context, arrow(middle, at(w)), colour.ink, 2.6);
      context.font = colour.font;
      write(context, `w, of length ${brief(w ? Math.hypot(...w) : 0)}`, 2, 11, colour.ink);
      const radii = `dotted circle: ${brief(unit)}` + (this.ball ? `, ball: ${brief(this.ball)}` : "");
      write(context, radii, 2, height - 3, colour.muted);
    });
  }
}

// The objective after each step, to seek in.
class Chart {
  constructor(runs, seek) {
    const part = (event) => (event.offsetX - 46) / (this.canvas.clientWidth - 56);
    const point = (event) => event.buttons && seek(Math.round(part(event) * this.T));
    this.canvas = canvas("chart", "The objective after each step", { onpointerdown: point, onpointermove: point });
    const values = runs.flatMap((run) => [...run.values, run.optimum ?? run.values[0]]);
    this.low = Math.log10(Math.min(...values)) - 0.05;
    this.high = Math.max(Math.log10(Math.max(...values)) + 0.05, this.low + 0.2);
    const several = runs.length > 1, kinds = runs.map(({ box }, n) => `${["—", "- -", "···"][n]} ${n + 1}: ${box}`);
    const best = new Set(runs.flatMap((run) => (run.optimum ? [brief(run.optimum)] : [])));
    this.texts = ["objective f(w)", ...(several ? kinds : [])].join("   ");
    Object.assign(this, { runs, several, T: runs[0].T, best: best.size ? `f* = ${[...best].join(" | ")}` : "" });
  }

  // What stays from step to step is drawn once, as an image: all of it pale, or the curves in ink.
  layer(context, draw) {
    const { width, height } = context.canvas, copy = Object.assign(document.createElement("canvas"), { width, height });
    copy.getContext("2d").setTransform(context.getTransform());
    draw(copy.getContext("2d"));
    return copy;
  }

  pale(context, curves, x, y, width, height, colour) {
    const across = (value) => line([46, y(value)], [width - 10, y(value)]);
    curves(context, colour.faint, 1.4);
    context.font = colour.font;
    for (const value of this.runs.flatMap((run) => run.marks)) {
      stroke(context, across(value), colour.faint, 0.6);
      write(context, format(value), 42, y(value) + 4, colour.muted, "right");
    }
    write(context, this.texts, 50, 10, colour.muted);
    write(context, this.several || width < 400 ? "" : this.runs[0].ticks, 46, height - 2, colour.muted);
    write(context, this.best, width - 10, height - 2, colour.accent, "right");
    for (const { optimum } of this.runs) if (optimum) stroke(context, across(optimum), colour.accent, 1.4);
    for (const [kind, long, style] of this.several ? [] : [["m", 5, colour.muted], ["p", 12, colour.ink]]) {
      const ticks = new Path2D(), tick = (t) => ticks.rect(x(t), height - 14 - long, 0, long);
      this.runs[0].events.forEach((event, n) => event.includes(kind) && tick(n + 1));
      stroke(context, ticks, style, 1.5);
    }
  }

  // With the curve in ink as far as it is known: in the middle of a step up to the step before.
  draw(step, done, colour) {
    paint(this.canvas, (context, width, height) => {
      const x = (t) => 46 + (width - 56) * t / this.T;
      const y = (value) => 14 + (height - 36) * (this.high - Math.log10(value)) / (this.high - this.low);
      const curves = (on, style, thick) => this.runs.forEach(({ values }, n) =>
        stroke(on, line(...values.map((value, t) => [x(t + 1), y(value)])), style, thick, DASHES[n]));
      if (this.colour !== colour) { // which is read anew for each size and theme
        this.background = this.layer(context, (on) => this.pale(on, curves, x, y, width, height, colour));
        Object.assign(this, { colour, ink: this.layer(context, (on) => curves(on, colour.ink, 1.8)) });
      }
      context.drawImage(this.background, 0, 0, width, height);
      const known = (x(done) + 1) / width, { width: pixels, height: rows } = this.ink;
      context.drawImage(this.ink, 0, 0, pixels * known, rows, 0, 0, width * known, height);
      this.runs.forEach(({ values: f }) => done && stroke(context, ring(x(done), y(f[done - 1]), 3), colour.accent, 4));
      stroke(context, line([x(step), 12], [x(step), height - 14]), colour.accent, 2);
    });
  }
}

// The box, code beside pseudocode, and below each line that has run its numbers.
class Code {
  constructor(run) {
    const width = (n) => Math.max(...run.listing.map((line) => (line[0] ? line[n].length : 0))) + 2;
    const style = `--python: ${width(0)}; --pseudocode: ${width(1)}`; // in characters
    this.rows = run.listing.map((line) => this.row(...line));
    this.list = element("ol", { class: "code", style }, ...this.rows);
    this.setup = run.at(0, Infinity).numbers;
  }

  row(code, pseudocode, pieces) {
    if (!code) return element("li", { class: "remark" }, pseudocode.replace("CAUTION:", "⚠"));
    const row = element("li", { style: `--indent: ${code.search(/\S/)}ch` });
    row.append(element("code", { class: "python" }, code.trim()), element("code", { class: "pseudocode" }, pseudocode));
    if (pieces.length) row.append(element("code", { class: "numbers" }));
    return row;
  }

  show({ lit, numbers }) {
    this.rows.forEach((row, n) => {
      row.classList.toggle("lit", n === lit);
      row.classList.toggle("ran", numbers.has(n));
      row.setAttribute("aria-current", n === lit ? "step" : "false");
      const output = row.querySelector(".numbers"), text = numbers.get(n) ?? this.setup.get(n) ?? "";
      if (output && output.textContent !== text) output.textContent = output.title = text;
    });
    this.said = [...this.rows[lit].children].map((part) => part.textContent).join(" ");
  }
}

// ------------------------------------------------------------------------------------------ the player
class Player {
  // host.pick(example, step), if there is one, makes the run in which the example is drawn next.
  constructor(root, host = {}) {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    Object.assign(this, { root, host, step: 0, line: 0, speed: calm ? 0.5 : 2, frame: 0 });
    Object.assign(root, { className: "pegasos-player", tabIndex: 0, role: "group" });
    root.dataset.lmSuppressShortcuts = "true"; // JupyterLab would take the keys
    root.addEventListener("keydown", (event) => this.pressed(event));
    this.actions = [
      ["Home", "|◀", "to the start", () => this.go(0)],
      ["ArrowLeft", "◀ step", "step back", () => this.go(this.step - 1)],
      ["ArrowUp", "▲ line", "line back", () => this.along(-1)],
      [" ", "▶", "play or pause", () => this.toggle()],
      ["ArrowDown", "line ▼", "line forward", () => this.along(1)],
      ["ArrowRight", "step ▶", "step forward", () => this.go(this.line < this.last() ? this.step : this.step + 1)],
      ["n", "next change", "next change: a step in which w moved or was projected", () => this.event(1)],
      ["p", "", "previous change", () => this.event(-1)],
      ["End", "", "to the end", () => this.go(this.T)],
      ["c", "", "the run as Python", () => (this.python.open = !this.python.open)],
      ["?", "", "this list of keys", () => (this.help.open = !this.help.open)],
    ];
    const resizing = new ResizeObserver(() => this.width !== root.clientWidth && this.restyle());
    resizing.observe(root);
    root.addEventListener("transitionend", () => this.restyle()); // of its colour: the theme changed
    this.close = () => {
      this.pause();
      resizing.disconnect();
    };
  }

  load(traces, moment) {
    if (this.frame) this.pause();
    this.runs = traces.map((trace) => new Run(trace));
    this.T = this.runs[0].T;
    this.chart = new Chart(this.runs, (step) => this.go(step));
    this.views = this.runs.map((run) => this.view(run));
    const runs = element("div", { class: "runs" }, ...this.views.map(({ section }) => section));
    const kind = this.runs.length > 1 ? "body several" : "body";
    this.root.replaceChildren(element("div", { class: kind }, runs, ...this.controls()));
    this.root.setAttribute("aria-label", `Step player: ${this.runs.map((run) => run.box).join(" beside ")}`);
    this.go(...(moment ?? [this.step, this.line]));
    this.restyle();
  }

  // What shows one run: the parts that draw a moment, and the section they stand in.
  view(run) {
    const images = run.picture.kind === "images", code = new Code(run), story = element("p", { class: "story" });
    const picture = images ? new Images(run) : new Plane(run, (example) => this.pick(run, example));
    const weights = !images && run.key["@w"] != null ? [new Weights(run)] : [];
    const click = this.host.pick ? "Click an example to draw it next." : "Click an example to see it drawn.";
    const legend = element("span", { class: "legend" }, ...run.picture.legend.map((text) => element("span", {}, text)));
    const caption = element("figcaption", {}, legend, `${run.picture.caption} ${images ? "" : click}`);
    const heading = element("h3", {}, element("b", {}, run.box), `   ${run.about}   ${run.title}`);
    const figure = element("figure", {}, picture.canvas, caption);
    const section = element("section", { "aria-label": run.box }, heading, story, figure, code.list);
    return { run, code, story, drawn: [picture, ...weights], aside: weights.map((view) => view.canvas), section };
  }

  controls() {
    const named = (key) => key.trim() || "Space";
    const button = ([key, text, label, onclick]) => {
      const title = `${label} (${named(key)})`;
      return element("button", { type: "button", "aria-label": label, title, onclick }, text);
    };
    const oninput = () => this.go(Number(this.range.value));
    this.range = element("input", { type: "range", min: 0, max: this.T, "aria-label": "Step", oninput });
    this.where = element("output", { class: "where", "aria-live": "off" });
    const options = SPEEDS.map(([value, text]) => element("option", { value }, text));
    const onchange = () => (this.speed = Number(this.speeds.value));
    this.speeds = element("select", { "aria-label": "Speed", onchange }, ...options);
    const buttons = this.actions.filter(([, text]) => text).map(button);
    const seek = element("div", { class: "seek" }, this.chart.canvas, this.range);
    this.play = buttons[3];
    const keys = this.actions.flatMap(([key, , label]) => [element("dt", {}, named(key)), element("dd", {}, label)]);
    this.help = element("details", {}, element("summary", {}, "Keys"), element("dl", {}, ...keys));
    const text = this.runs.map((run) => run.python).join("\n"), lines = element("pre", { tabindex: 0 }, text);
    const ontoggle = () => this.python.open && navigator.clipboard?.writeText(text).catch(() => {}); // if it may
    this.python = element("details", { ontoggle }, element("summary", {}, "Copy as Python"), lines);
    this.live = element("p", { class: "live", "aria-live": "polite" });
    return [
      element("div", { class: "charts" }, seek, ...this.views.flatMap(({ aside }) => aside)),
      element("div", { class: "buttons" }, ...buttons, this.speeds, this.where),
      element("div", { class: "more" }, this.python, this.help), this.live,
    ];
  }

  last() {
    return Math.max(...this.runs.map((run) => run.moments[this.step].length)) - 1;
  }

  // Every way to another moment leads through here.
  go(step, line = Infinity) {
    this.step = Math.min(Math.max(0, Math.trunc(step) || 0), this.T);
    this.line = Math.min(Math.max(0, Math.trunc(line)), this.last());
    this.draw();
  }

  // A line on or back, into the next step or the one before where this one ends.
  along(direction) {
    const line = this.line + direction, step = this.step + direction;
    if (this.frame) this.pause();
    if (line >= 0 && line <= this.last()) this.go(this.step, line);
    else if (step >= 0 && step <= this.T) this.go(step, direction > 0 ? 0 : Infinity);
  }

  event(direction) {
    let step = this.step + direction;
    while (step > 0 && step < this.T && !this.runs.some((run) => run.events[step - 1])) step += direction;
    this.go(step);
  }

  pick(run, example) {
    if (example == null) return;
    if (this.host.pick) return this.host.pick(example, this.step);
    const steps = run.drawn.flatMap((drawn, n) => ([drawn].flat().includes(example) ? [n + 1] : []));
    if (steps.length) this.go(steps.find((step) => step > this.step) ?? steps[0]);
  }

  toggle() {
    if (this.frame) return this.pause();
    if (this.step === this.T) this.go(0);
    let owed = 0, then = performance.now();
    const tick = (now) => {
      owed += (Math.min(now - then, 250) / 1000) * this.speed;
      then = now;
      this.frame = requestAnimationFrame(tick);
      if (owed >= 1) this.go(this.step + Math.floor(owed));
      owed %= 1;
      if (this.step === this.T) this.pause();
    };
    tick(then);
    this.play.textContent = "❚❚";
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = "▶";
    this.draw(); // which says aloud where it stands
  }

  // Read the colours of the theme, and draw with them.
  restyle() {
    this.width = this.root.clientWidth;
    const style = getComputedStyle(this.root), get = (name) => style.getPropertyValue(`--${name}`).trim();
    const names = ["ink", "muted", "faint", "paper", "raised", "minus", "plus", "accent"];
    this.colour = Object.fromEntries(names.map((name) => [name, get(name)]));
    this.colour.regions = [0, 1, 2, 3].map((n) => get(`region-${n}`));
    this.colour.font = `11px ${style.fontFamily}`;
    this.draw();
  }

  draw() {
    if (!this.colour || !this.runs) return; // not yet
    for (const { run, code, story, drawn } of this.views) {
      const moment = run.at(this.step, this.line);
      code.show(moment);
      drawn.forEach((view) => view.draw(moment, this.colour));
      story.textContent = run.story(this.step, this.line);
    }
    const done = this.line < this.last() ? Math.max(0, this.step - 1) : this.step;
    this.chart.draw(this.step, done, this.colour);
    [this.range.value, this.speeds.value] = [this.step, this.speed];
    this.range.setAttribute("aria-valuetext", `step ${this.step} of ${this.T}`);
    const values = this.runs.map((run) => (done ? brief(run.values[done - 1]) : "–"));
    this.where.textContent = `step ${this.step} of ${this.T}, f(w) = ${values.join(" | ")}`;
    if (this.frame) return; // playing: too fast to be said aloud, or to be an address
    this.live.textContent = this.views.map(({ story, code }) => `${story.textContent} ${code.said}`).join(" ");
    this.host.moved?.();
  }

  pressed(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event, action = this.actions.find(([name]) => name === key);
    const own = target.tagName === "SELECT" || (/BUTTON|SUMMARY/.test(target.tagName) && key === " ");
    if (!action || own || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action[3]();
  }
}

// ------------------------------------------------------------------------------------------- the hosts
// A page of its own: the moment stands in the fragment, and a frame around the page gets its height.
function mount(root, traces) {
  const player = new Player(root), frame = window.frameElement;
  const read = () => {
    const { step = 0, line = Infinity, speed } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    if (SPEEDS.some(([known]) => known === Number(speed))) player.speed = Number(speed);
    return [Number(step) || 0, (Number(line) || Infinity) - 1];
  };
  const part = () => (player.line < player.last() ? `&line=${player.line + 1}` : "");
  const note = () => history.replaceState(null, "", `#step=${player.step}${part()}&speed=${player.speed}`);
  let timer = 0; // browsers refuse an address that changes too often
  const moved = () => (timer = clearTimeout(timer) ?? setTimeout(note, 300));
  player.load(traces, read());
  window.addEventListener("hashchange", () => player.go(...read()));
  if (!frame) player.host.moved = moved;
  else new ResizeObserver(() => (frame.style.height = `${root.offsetHeight + 24}px`)).observe(root);
}

function render({ model, el }) {
  const root = element("div"), problem = element("p", { class: "pegasos-problem", role: "alert" });
  el.append(root, problem);
  const host = model.get("clickable") ? { pick: (example, step) => model.send({ pick: example, step }) } : {};
  const player = new Player(root, host);
  const load = () => player.load(model.get("traces"), model.get("moment"));
  const complain = () => (problem.textContent = model.get("problem"));
  const listen = (how) => {
    model[how]("change:traces", load);
    model[how]("change:problem", complain);
  };
  listen("on");
  load();
  complain();
  return () => {
    listen("off");
    player.close();
  };
}

export default { render };
