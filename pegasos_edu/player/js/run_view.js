// Shows one run: its heading, the sentence of the step, its picture, its listing, and its objective.

import { element, tell } from "./elements.js";
import { Images } from "./images.js";
import { LandscapeOfRun } from "./landscape.js";
import { Listing } from "./listing.js";
import { Minimised } from "./objective_bar.js";
import { Plane } from "./plane.js";

export class View {
  // host: pick(example) is called for a click on an example, point(n) with the point that the pointer is near,
  // line(n) for a click on a line; heading is the tag of the heading.
  constructor(run, runs, host) {
    const isImages = run.picture.kind === "images";
    const number = runs.indexOf(run);
    this.run = run;
    this.letter = runs.length > 1 ? `${"ABC"[number]}  ` : "";
    this.listing = new Listing(run, host.line);
    this.name = element("b");
    this.rest = element("span");
    this.story = element("p", { class: "story" });
    this.picture = isImages ? new Images(run) : new Plane(run, host.pick, host.point);
    this.minimised = new Minimised(run);
    this.landscape = isImages ? null : new LandscapeOfRun(run);
    const head = element("div", { class: "head" }, element(host.heading, {}, this.name, this.rest));
    const figure = element("figure", {}, this.picture.canvas);
    const bar = runs.length > 1 ? [] : [this.minimised.element];
    this.section = element("section", {}, head, figure, this.story, this.listing.element, ...bar);
    this.tellRun();
  }

  // Shows another run of the same lines, with a picture of the same kind.
  exchange(run) {
    this.run = run;
    this.tellRun();
    this.listing.exchange(run);
    this.picture.exchange(run);
    this.minimised.exchange(run);
    if (this.landscape) this.landscape.exchange(run);
  }

  // Paints the picture of another run, and nothing else.
  glimpse(run, moment, colour) {
    const pointed = this.pointed < run.signs.length ? this.pointed : null;
    this.picture.exchange(run);
    this.picture.draw(moment, colour, pointed);
  }

  tellRun() {
    const { algorithm, about: described, kernel, names, picture: { kind } } = this.run;
    this.section.setAttribute("aria-label", `${this.letter}${algorithm}, ${described}`);
    tell(this.name, `${this.letter}${algorithm}`);
    tell(this.rest, ["", described, kernel].filter((text, n) => text || n === 0).join("   "));
    const label = kind === "images" ? "The example and the weights" : "The data and the boundary";
    this.picture.canvas.setAttribute("aria-label", `${label}: ● ${names[0]}, ▲ ${names[1]}`);
  }

  // Paints everything before any text is set: a new text moves the rest, which takes time to lay out.
  draw(step, line, colour, pointed) {
    this.moment = this.run.at(step, line);
    this.f = this.moment.f;
    this.pointed = pointed != null && pointed < this.run.signs.length ? pointed : null;
    this.picture.draw(this.moment, colour, this.pointed);
    if (this.landscape) this.landscape.draw(this.moment, colour);
  }

  tell(tellsPoint) {
    const { moment, picture } = this;
    this.listing.show(moment, Boolean(this.letter));
    this.minimised.show(moment, picture.field);
    if (this.landscape) this.landscape.tell(moment);
    this.tellStory(tellsPoint);
  }

  // Gives the sentence of the step, or the numbers of an example that was just pointed at.
  tellStory(tellsPoint) {
    const { pointed, picture } = this;
    if (picture.run !== this.run) return; // a glimpse of another run, whose words follow
    const said = pointed == null || !tellsPoint || !picture.describe ? "" : picture.describe(pointed, this.moment);
    this.story.classList.toggle("about", Boolean(said));
    tell(this.story, said || this.run.story(this.moment));
  }

  // Returns the moment in the form for screen readers, with the example under the pointer.
  said() {
    return `${this.story.textContent} ${this.listing.said()}`;
  }
}
