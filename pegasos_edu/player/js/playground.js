// The playground: an editor with data to choose from, guided tours, a map of f, and the aim in its first line.

import { LONGEST } from "./address.js";
import { Editor } from "./editor.js";
import { SPEEDS } from "./controls.js";
import { LARGEST_FILE, pointsInTable } from "./csv.js";
import { brief, element, format, tell } from "./elements.js";
import { Landscape } from "./landscape.js";
import { fewPoints } from "./points.js";
import { bytes } from "./run.js";
import { Problem } from "./settings.js";
import { Tour } from "./tour.js";

const OF_W = "w sets its direction; the shorter w, the wider its band.";
const OF_A_KERNEL = "the examples that were added bend it.";
const COSTS = {
  hinge: "A point has a loss if it is on the wrong side or between the dashed lines.",
  log: "Every point has a loss, which is larger the farther the point is on the wrong side.",
};

class Playground extends Editor {
  constructor(root, facts) {
    super(root, facts, { keys: document, address: true, room: () => window.innerHeight + 40 });
    this.tour = new Tour(facts.tours, this, () => this.note());
    this.landscape = new Landscape(() => this.drawn());
    this.lay();
    window.addEventListener("resize", () => this.player.resized());
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  lay() {
    this.aim = element("p", { class: "aim" });
    const run = element("section", { class: "run", "aria-labelledby": "run-title" });
    run.append(element("h2", { id: "run-title", class: "unseen" }, "The run, step by step"), this.stage);
    this.terms = element("p", { class: "terms" });
    const { tour, panel } = this;
    this.root.classList.add("pegasos-editor");
    this.root.append(this.aim, this.terms, tour.menu, this.notes, tour.element, panel.element, run);
    this.open(true);
  }

  // Gives users who want points of their own a few points to start from.
  startOf(name, text) {
    return name === "data" && text === "own" ? { points: fewPoints() } : {};
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

  address() {
    const { address: tour } = this.tour;
    return tour || super.address();
  }

  // Opens a state, or a stop of a tour.
  visitAddress(address) {
    const named = address.length < LONGEST ? new URLSearchParams(address).get("tour") : null;
    if (named == null) {
      super.visitAddress(address);
      this.tour.end();
      return;
    }
    const [slug, stop] = named.split(".");
    this.tour.open(slug, Number(stop));
  }

  // What is shown besides the player

  taken(state) {
    const wasThere = this.landscape.isThere;
    this.tellTerms();
    this.least = this.runs.least(state);
    this.landscape.take(this.player.runs[0], this.least, state.lam);
    const isSame = this.player.views[0].picture === this.picture;
    if (isSame && wasThere !== this.landscape.isThere) this.player.restyle(); // more room, or less
  }

  hold() {
    super.hold();
    this.player.root.querySelector(".dock").before(this.landscape.element);
    this.player.restyle();
  }

  // Called when the player has drawn a moment.
  drawn() {
    const { player, until } = this;
    if (!this.shown || !player.runs) return;
    this.drawLandscape();
    this.tellAim();
    if (until != null && player.frame && player.step >= until) {
      this.until = null;
      player.go(until);
    }
    if (!player.frame) this.tour.seen(player.step);
  }

  // Draws the map; for other data in a frame of its own, because it takes a while.
  drawLandscape() {
    const { landscape, player } = this;
    if (landscape.key) landscape.draw(player.step, player.colour);
    else if (!this.mapping) {
      this.mapping = requestAnimationFrame(() => {
        this.mapping = 0;
        if (!this.frame) landscape.draw(player.step, player.colour);
      });
    }
  }

  // Explains the picture, for w or for a kernel, and for either loss.
  tellTerms() {
    const [{ picture, loss }] = this.player.runs;
    const bends = picture.kind === "curves" ? OF_A_KERNEL : OF_W;
    const said = `The boundary is where the score is 0: ${bends} ${COSTS[loss]} Drag a point, or λ.`;
    tell(this.terms, said);
  }

  // Returns f as the sum of its two parts. For a kernel, w is never computed, so the part of its length is what
  // the losses leave of f.
  parts(f) {
    const [{ moment, run, picture }] = this.player.views;
    const isKernel = run.picture.kind === "curves";
    if (isKernel ? !run.picture.exact : !moment.w) return "";
    const lossAt = (n) => run.lossOf(run.signs[n] * picture.field.score(n, moment));
    const ofLosses = () => run.signs.reduce((sum, _, n) => sum + lossAt(n), 0) / run.signs.length;
    const ofW = () => this.shown.lam / 2 * Math.hypot(...moment.w) ** 2;
    const ofLength = isKernel ? Math.max(0, f - ofLosses()) : ofW();
    const digits = Math.min(Math.max(0, 2 - Math.floor(Math.log10(f))), 20);
    const first = Number(ofLength.toFixed(digits));
    const other = Math.max(0, Number(f.toPrecision(3)) - first); // so that they add up as they are shown
    const rest = Number(other.toFixed(digits));
    return ` = ${format(first)} + ${format(rest)}`;
  }

  // Shows the aim, f now and the smallest f.
  tellAim() {
    const { player } = this;
    const [run] = player.runs;
    const { f } = player.views[0];
    const now = `now, after step ${player.step}: f = ${brief(f)}${this.parts(f)}`;
    let least = "the smallest possible f is not known";
    if (this.least) {
      const { value, gap } = this.least;
      const between = `between ${brief(value - gap, 4)} and ${brief(value, 4)}`;
      const isKnown = brief(value - gap) === brief(value);
      least = `smallest possible: ${isKnown ? `f* = ${brief(value)}` : `f* ${between}`}`;
    }
    const what = `Find the w that makes this smallest: ${run.minimised}`;
    const parts = [["what", what], ["now", now], ["least", least]];
    if (this.aim.textContent === parts.map(([, text]) => text).join("")) return;
    this.aim.replaceChildren(...parts.map(([name, text]) => element("span", { class: name }, text)));
  }
}

// Opens the page with its packed facts.
export async function open(root, packed) {
  const unpacked = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Playground(root, JSON.parse(await new Response(unpacked).text()));
}
