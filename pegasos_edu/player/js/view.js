// Shows one run: its heading, its story, its listing, its picture, and w if it has a plane.

import { element, tell } from "./elements.js";
import { Images } from "./images.js";
import { Listing } from "./listing.js";
import { Plane } from "./plane.js";
import { Weights } from "./weights.js";

export class View {
  // pick(example) is called for a click on an example, point(n) with the point that the pointer is near;
  // choose() returns what a click does; heading is the tag of its heading.
  constructor(run, runs, pick, point, choose, heading = "h3") {
    const images = run.picture.kind === "images";
    const weights = !images && run.key["@w"] != null;
    this.run = run;
    this.choose = images ? null : choose;
    this.listing = new Listing(run);
    this.head = this.heading(heading);
    this.story = element("p", { class: "story" });
    this.picture = images ? new Images(run) : new Plane(run, pick, point);
    this.weights = weights ? new Weights(run, runs) : null;
    this.about = element("p", { class: "about" });
    const section = { "aria-label": `${run.algorithm}, ${run.about}` };
    const numbers = this.choose ? [this.about] : [];
    const figure = element("figure", {}, this.picture.canvas, ...numbers, this.caption());
    this.section = element("section", section, this.head, this.story, figure, this.listing.list);
  }

  // Takes another run of the same lines, with a picture of the same kind.
  exchange(run, runs) {
    this.run = run;
    this.section.setAttribute("aria-label", `${run.algorithm}, ${run.about}`);
    this.tellHeading();
    this.listing.exchange(run);
    this.picture.exchange(run);
    if (this.weights) this.weights.exchange(run, runs);
  }

  // Returns the name of the run and its objective, with an explanation of all letters.
  heading(tag) {
    const terms = this.run.letters.map(() => [element("dt"), element("dd")]).flat();
    const [name, rest, summary] = [element("b"), element("span"), element("summary")];
    this.texts = [name, rest, summary, ...terms];
    this.tellHeading();
    const unfolding = element("details", {}, summary, element("dl", {}, ...terms));
    return element("div", { class: "head" }, element(tag, {}, name, rest), unfolding);
  }

  tellHeading() {
    const { algorithm, about, kernel, title, minimised, letters } = this.run;
    const rest = ["", about, kernel, title].filter((text, n) => text || n === 0).join("   ");
    const texts = [algorithm, rest, `minimises ${minimised}; all letters`, ...letters.flat()];
    this.texts.forEach((one, n) => tell(one, texts[n]));
  }

  caption() {
    const { legend, caption } = this.run.picture;
    const kinds = legend.map((text) => element("span", {}, text));
    const signs = element("span", { class: "legend" }, ...kinds);
    return element("figcaption", {}, signs, caption);
  }

  // Paints everything before any text is set: a new text moves the rest, which takes time to lay out.
  draw(step, line, colour, pointed) {
    this.moment = this.run.at(step, line);
    this.f = this.moment.f;
    this.pointed = pointed != null && pointed < this.run.signs.length ? pointed : null;
    this.picture.draw(this.moment, colour, this.pointed);
    if (this.weights) this.weights.draw(this.moment, colour);
  }

  tell() {
    const { moment, pointed } = this;
    this.listing.show(moment);
    if (this.weights) this.weights.tell(moment);
    tell(this.story, this.run.story(moment));
    if (!this.choose) return;
    const missing = `${this.picture.missing()} ${this.choose()}`;
    tell(this.about, pointed == null ? missing : this.picture.about(pointed, moment));
  }

  // Returns the moment as it is read out, with the example that is pointed at.
  said(pointed) {
    const about = pointed == null ? "" : this.about.textContent;
    return `${about} ${this.story.textContent} ${this.listing.said()}`;
  }
}
