// The playground: a state, from which all that is seen is made in one frame, and the ways to change it.

const TERMS = "The boundary is where the score is 0. A point costs something, its loss, on the " +
  "wrong side or within the dashed lines; λ/2·‖w‖² is what a long w costs. Drag a point, or λ, and see.";
const LONG = 1000; // steps, from which on a run is made in slices, and its progress shown

class Playground {
  constructor(root, facts) {
    this.settings = new Settings(facts);
    this.runs = new Runs(facts);
    this.past = new Past(this.settings.first);
    this.shown = null; // the state that is on the screen
    this.panel = new Panel(this, this.settings);
    this.tour = new Tour(facts.tours, this, () => this.note());
    this.landscape = new Landscape(() => this.drawn());
    Object.assign(this, { root, facts, frame: 0, timer: 0, work: 0 });
    this.lay();
    const host = { keys: document, pick: (n, step) => this.pick(n, step), moved: () => this.moved() };
    host.drawn = () => this.drawn();
    host.room = () => window.innerHeight + 40;
    this.player = new Player(this.stage, host);
    window.addEventListener("resize", () => this.player.resized());
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.key(event), true);
    this.follow();
  }

  lay() {
    this.aim = element("p", { class: "aim" });
    this.problem = element("p", { class: "pegasos-problem", role: "alert" });
    this.said = element("p", { class: "said", role: "status" });
    this.progress = element("progress", { "aria-label": "Steps done", max: 1, hidden: "" });
    this.stage = element("div");
    const run = element("section", { class: "run", "aria-labelledby": "run-title" });
    run.append(element("h2", { id: "run-title", class: "unseen" }, "The run, step by step"), this.stage);
    const notes = element("div", { class: "notes" }, this.problem, this.progress, this.said);
    const terms = element("p", { class: "terms" }, TERMS);
    this.root.append(this.aim, terms, this.tour.menu, notes, this.tour.element, this.panel.element, run);
  }

  get state() {
    return this.past.now;
  }

  // Ways to change it

  set(name, text, gesture = "") {
    this.begin(() => {
      const value = this.settings.read(name, text);
      this.change({ [name]: value, ...this.startOf(name, text) }, gesture);
    });
    this.panel.show(this.state, this.past);
  }

  // Who asks for points of their own, and has none yet, gets a few.
  startOf(name, text) {
    return name === "data" && text === "own" ? { points: fewPoints() } : {};
  }

  change(part, gesture = "") {
    this.past.put(this.settings.changed(this.state, part), gesture);
    this.request();
  }

  endGesture() {
    this.past.endGesture();
  }

  // Does what somebody wants; what was wrong before is past.
  begin(something) {
    tell(this.problem, "");
    this.attempt(something);
  }

  // Does something; what is wrong with it is said, and all stays as it is.
  attempt(something) {
    try {
      something();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof LiveError)) throw error;
      tell(this.problem, error.message);
    }
  }

  undo() {
    this.begin(() => this.past.undo());
    this.request();
  }

  redo() {
    this.begin(() => this.past.redo());
    this.request();
  }

  restart() {
    this.begin(() => this.change(this.settings.first));
  }

  key(event) {
    const isTyping = event.target.type === "number"; // which undoes by itself
    const name = event.key.toLowerCase();
    const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isHeld || isTyping || (name !== "z" && name !== "y")) return;
    event.preventDefault();
    event.stopPropagation();
    if (name === "y" || event.shiftKey) this.redo();
    else this.undo();
  }

  // Points

  own() {
    const { places, labels, names } = this.runs.points(this.state);
    return this.state.points ?? onGrid(places, labels, names);
  }

  edit(make, gesture = "") {
    this.begin(() => this.change({ data: "own", points: make(this.own()) }, gesture));
  }

  // What a hand on the picture does.
  hooks() {
    return {
      does: () => this.panel.does(),
      pointed: () => this.player.pointed,
      point: (n) => this.player.point(n),
      added: (place, label) => this.edit((points) => withAdded(points, place, label)),
      removed: (n) => this.edit((points) => withRemoved(points, n)),
      flipped: (n) => this.edit((points) => withFlipped(points, n)),
      moved: (n, place, isDone) => this.move(n, place, isDone),
    };
  }

  move(n, place, isDone) {
    if (place) this.edit((points) => withMoved(points, n, place), `point ${n}`);
    this.held = isDone ? null : (this.held ?? this.player.runs[0].picture.half);
    if (!isDone) return;
    this.request(); // its picture may need to reach further
    if (!place) this.endGesture();
  }

  // The example is drawn in the next step, in the place of what would be, or of one of its batch.
  pick(example, step) {
    const drawn = this.player.runs[0].drawn.slice(0, Math.max(this.state.T, step + 1));
    if (step >= this.settings.fields.T.high) return;
    const next = drawn[step] ?? drawn.at(-1);
    drawn[step] = example;
    if (Array.isArray(next)) drawn[step] = next.includes(example) ? next : [example, ...next.slice(1)];
    this.change({ draws: drawn, T: drawn.length, step: step + 1, line: Infinity });
  }

  file(file) {
    const read = async () => {
      if (file.size > LARGEST_FILE) {
        throw new Problem(`${file.name} must be at most a million bytes, got ${file.size}; cut it.`);
      }
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      return pointsInTable(text, file.name);
    };
    read().then((points) => this.begin(() => this.change({ data: "own", points }))).catch((error) => {
      const isTold = error instanceof Problem;
      const other = `${file.name} must be a text file in UTF-8, got something else; save it as CSV.`;
      tell(this.problem, isTold ? error.message : other);
    });
  }

  // Tours

  visit(part) {
    this.begin(() => {
      this.past.put(this.settings.changed({ ...this.settings.first, step: Infinity }, part));
      this.request();
    });
  }

  lastStep(part) {
    return part.T ?? this.state.T;
  }

  playTo(step, seconds) {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const steps = step - this.player.step;
    if (calm || steps <= 0) {
      this.player.go(step);
      return;
    }
    this.until = step;
    this.player.speed = SPEEDS.find((speed) => speed * seconds >= steps) ?? SPEEDS.at(-1);
    this.player.play();
  }
}
