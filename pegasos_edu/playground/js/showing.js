// What the playground shows: a state becomes runs, and these what is seen; and its address.

const SHOWING = {
  // All that has changed until the next frame is made in it, once.
  request() {
    this.panel.show(this.state, this.past);
    this.busy(true);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.make());
  },

  make() {
    this.frame = 0;
    this.work += 1; // what is being made in slices is stale now
    this.progress.hidden = true;
    const { state } = this;
    if (state.T > LONG) {
      this.makeInSlices(state, this.work);
      return;
    }
    this.attempt(() => {
      const { runs } = this;
      const right = runs.live.record(runs.options(state));
      const wrong = state.whatif ? [runs.live.record(runs.wrong(state, right))] : [];
      this.take([right, ...wrong], state);
    });
    this.busy(false);
  },

  // Whether what is seen is about to be made anew.
  busy(isBusy) {
    this.stage.setAttribute("aria-busy", isBusy);
  },

  // A long run, in which the page goes on; only the newest is shown.
  async makeInSlices(state, work) {
    const count = state.whatif ? 2 : 1;
    const each = (options, before) => this.runs.live.recordInSlices(options, (part) => {
      this.progress.hidden = false;
      this.progress.value = (before + part) / count;
      return this.work === work;
    });
    try {
      const right = await each(this.runs.options(state), 0);
      if (this.work !== work) return;
      const wrong = state.whatif ? [await each(this.runs.wrong(state, right), 1)] : [];
      if (this.work === work) this.attempt(() => this.take([right, ...wrong], state));
    } catch (error) {
      if (this.work === work) tell(this.problem, error.message);
    }
    if (this.work !== work) return;
    this.progress.hidden = true;
    this.busy(false);
  },

  take(records, state) {
    records[0].python = linesOf(state, this.facts);
    this.least = this.runs.least(state);
    if (records[1]) this.name(records[1], state);
    if (this.held) records.forEach(({ picture }) => Object.assign(picture, { half: this.held }));
    const { step, line } = state;
    this.shown = null; // until all of it is there
    this.player.exchange(records, [Math.min(step, state.T), line]);
    const wasThere = this.landscape.isThere;
    this.landscape.take(this.player.runs[0], this.least, state.lam);
    this.shown = state;
    const [{ picture }] = this.player.views;
    if (picture !== this.picture) this.hold();
    else if (wasThere !== this.landscape.isThere) this.player.restyle(); // there is more room, or less
    this.drawn();
    this.note();
  },

  // What is wrong stands where the name of the run does.
  name(record, { box, whatif }) {
    const { name, says } = this.facts.boxes[box].whatif[whatif];
    Object.assign(record, { box: `${box}: ${name}`, title: says, python: "" });
  },

  // The pictures are new: points can be taken in the hand, and what a click does is below the first.
  hold() {
    const { views } = this.player;
    for (const { picture } of views) new Hand(picture, this.hooks());
    this.picture = views[0].picture;
    this.picture.canvas.after(this.panel.clicks);
    this.player.root.querySelector(".dock").before(this.landscape.element);
    this.player.restyle(); // there is less room now
  },

  // The player has drawn a moment.
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
  },

  // A map of other data takes a while to draw: in a frame of its own, when nothing else is to be made.
  drawLandscape() {
    const { landscape, player } = this;
    if (landscape.key) landscape.draw(player.step, player.colour);
    else if (!this.mapping) {
      this.mapping = requestAnimationFrame(() => {
        this.mapping = 0;
        if (!this.frame) landscape.draw(player.step, player.colour);
      });
    }
  },

  // What is done here, with f now and the smallest f.
  tellAim() {
    const { player } = this;
    const [run] = player.runs;
    const { f } = player.views[0];
    const now = `now, after step ${player.step}: f = ${brief(f)}`;
    let least = "the smallest f is not computed where a bias is learned";
    if (this.least) {
      const { value, gap } = this.least;
      const between = `between ${brief(value - gap, 4)} and ${brief(value, 4)}`;
      const isKnown = brief(value - gap) === brief(value);
      least = `smallest possible: ${isKnown ? `f* = ${brief(value)}` : `f* ${between}`}`;
    }
    const parts = [["what", "Find the w that makes this smallest: "], ["", run.minimised]];
    parts.push(["now", now], ["least", least]);
    if (this.aim.textContent === parts.map(([, text]) => text).join("")) return;
    this.aim.replaceChildren(...parts.map(([name, text]) => element("span", { class: name }, text)));
  },

  // The address

  // The player rests at another moment.
  moved() {
    if (!this.shown) return;
    const { step, line } = this.player;
    this.past.note({ step, line: line < this.player.last() ? line : Infinity });
    this.note();
  },

  // A while after the last change: browsers refuse an address that changes too often.
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", `#${this.address()}`), 300);
  },

  address() {
    const { address: tour } = this.tour;
    return tour || toAddress(this.state, this.settings);
  },

  // Opens the state, or the tour, that the address names.
  follow() {
    const text = location.hash.slice(1);
    this.begin(() => {
      const named = text.length < LONGEST ? new URLSearchParams(text).get("tour") : null;
      if (named == null) {
        this.past.put(fromAddress(text, this.settings));
        return;
      }
      const [slug, stop] = named.split(".");
      this.tour.open(slug, Number(stop));
    });
    if (!this.shown) this.past = new Past(this.state); // there is nothing before the first
    this.request();
  },

  async link() {
    const here = `${location.href.split("#")[0]}#${toAddress(this.state, this.settings)}`;
    history.replaceState(null, "", here);
    try {
      await navigator.clipboard.writeText(here);
      tell(this.said, "The link is copied.");
    } catch {
      tell(this.said, "This browser lets no page copy. The link stands in the address bar.");
    }
  },
};

Object.assign(Playground.prototype, SHOWING);

// The page begins, with its facts as they are packed in it.
async function open(root, packed) {
  const unpacked = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Playground(root, JSON.parse(await new Response(unpacked).text()));
}
