// Below the runs: the chart and the bar to seek in, buttons, speed, and what unfolds.

const SPEEDS = [0.5, 1, 2, 5, 10, 25, 50]; // in steps a second

class Controls {
  constructor(player) {
    this.player = player;
    this.chart = new Chart(player.runs, (step) => player.go(step));
    this.range = this.bar();
    this.where = element("output", { class: "where", "aria-live": "off" });
    this.speeds = this.menu();
    this.live = element("p", { class: "live", "aria-live": "polite" });
    this.python = this.lines();
    this.help = fold("Keys", listOfKeys());
    const weights = player.views.filter((view) => view.weights).map((view) => view.weights.canvas);
    const seek = element("div", { class: "seek" }, this.chart.canvas, this.range);
    this.parts = [
      element("div", { class: "charts" }, seek, ...weights),
      element("div", { class: "buttons" }, ...this.buttons(), this.speeds, this.where),
      element("div", { class: "more" }, this.python, this.help),
      this.live,
    ];
  }

  buttons() {
    const made = new Map();
    for (const action of ACTIONS) {
      if (action.button) made.set(action.name, button(action, this.player));
    }
    this.play = made.get("play");
    return made.values();
  }

  bar() {
    const oninput = () => this.player.go(Number(this.range.value));
    const attributes = { type: "range", min: 0, max: this.player.T, "aria-label": "Step", oninput };
    return element("input", attributes);
  }

  menu() {
    const onchange = () => {
      this.player.speed = Number(this.speeds.value);
    };
    const options = SPEEDS.map((value) => element("option", { value }, `${value} steps/s`));
    return element("select", { "aria-label": "Speed", onchange }, ...options);
  }

  // The runs as Python, and a button that copies them; where that is not allowed, it selects them.
  lines() {
    const text = this.player.runs.map((run) => run.python).join("\n");
    const lines = element("pre", { tabindex: 0 }, text);
    const said = element("output");
    const onclick = async () => {
      try {
        await navigator.clipboard.writeText(text);
        said.textContent = "Copied.";
      } catch {
        getSelection().selectAllChildren(lines);
        said.textContent = "The browser does not let a page copy. All is selected: press Ctrl+C or ⌘C.";
      }
    };
    const copy = element("button", { type: "button", onclick }, "Copy");
    return fold("Copy as Python", element("div", {}, element("p", {}, copy, " ", said), lines));
  }

  unfold(name) {
    this[name].open = !this[name].open;
  }

  playing(now) {
    this.play.textContent = now ? "❚❚" : "▶";
  }

  // The moment of the player, with as many steps done.
  show(done, colour) {
    const { step, T, speed, runs } = this.player;
    this.chart.draw(step, done, colour);
    this.range.value = step;
    this.speeds.value = speed;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${T}`);
    const values = runs.map((run) => (done ? brief(run.values[done - 1]) : "–"));
    this.where.textContent = `step ${step} of ${T}, f(w) = ${values.join(" | ")}`;
  }

  say(text) {
    this.live.textContent = text;
  }
}
