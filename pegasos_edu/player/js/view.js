// Shows one run: its heading, the sentence of the step, its listing, its picture, and its objective.

import { element, tell } from "./elements.js";
import { Images } from "./images.js";
import { LandscapeOfRun } from "./landscape.js";
import { Listing } from "./listing.js";
import { Minimised } from "./minimised.js";
import { Plane } from "./plane.js";

export class View {
  // host: pick(example) is called for a click on an example, point(n) with the point that the pointer is near,
  // along(direction) to move by one line; hint() returns a text about the pointer in the picture; heading is the tag
  // of the heading.
  constructor(run, runs, host) {
    const isImages = run.picture.kind === "images";
    this.run = run;
    this.isAlone = runs.length === 1;
    this.hint = host.hint;
    this.listing = new Listing(run, host.along);
    this.name = element("b");
    this.rest = element("span");
    this.story = element("p", { class: "story" });
    this.picture = isImages ? new Images(run) : new Plane(run, host.pick, host.point);
    this.signs = element("p", { class: "signs" });
    this.numbers = element("p", { class: "of-point" }); // stands over the signs, so that it moves nothing below
    this.caption = element("figcaption", {}, this.signs, this.numbers);
    this.minimised = new Minimised(run);
    this.landscape = isImages ? null : new LandscapeOfRun(run);
    const head = element("div", { class: "head" }, element(host.heading, {}, this.name, this.rest));
    const figure = element("figure", {}, this.picture.canvas, this.caption);
    const left = element("div", { class: "left" }, this.story, this.listing.element);
    const landscape = this.landscape ? [this.landscape.element] : [];
    const right = element("div", { class: "right" }, this.minimised.element, ...landscape);
    const place = { style: `--n: ${runs.indexOf(run) + 1}` };
    this.section = element("section", place, head, left, figure, right);
    this.tellHeading();
    this.tellCaption();
  }

  // Shows another run of the same lines, with a picture of the same kind.
  exchange(run) {
    this.run = run;
    this.tellHeading();
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

  tellHeading() {
    const { algorithm, about, kernel, title } = this.run;
    this.section.setAttribute("aria-label", `${algorithm}, ${about}`);
    tell(this.name, algorithm);
    const parts = ["", about, kernel, this.isAlone ? title : ""];
    tell(this.rest, parts.filter((text, n) => text || n === 0).join("   "));
  }

  // Paints everything before any text is set: a new text moves the rest, which takes time to lay out.
  draw(step, line, colour, pointed) {
    this.moment = this.run.at(step, line);
    this.f = this.moment.f;
    this.pointed = pointed != null && pointed < this.run.signs.length ? pointed : null;
    this.picture.draw(this.moment, colour, this.pointed);
    if (this.landscape) this.landscape.draw(this.moment, colour);
  }

  tell() {
    const { moment, picture } = this;
    this.listing.show(moment);
    this.minimised.show(moment, picture.field);
    if (this.landscape) this.landscape.tell(moment);
    tell(this.story, this.run.story(moment));
    this.tellCaption();
  }

  // Explains the signs in the picture, or gives the numbers of the example under the pointer.
  tellCaption() {
    const { pointed, picture } = this;
    if (picture.run !== this.run) return; // a glimpse of another run, whose words follow
    const { legend, caption } = this.run.picture;
    const said = pointed == null || !picture.about ? "" : picture.about(pointed, this.moment);
    this.caption.className = said ? "about" : "legend";
    tell(this.numbers, said);
    const missing = picture.about ? picture.missing() : "";
    const hint = picture.about && !missing ? this.hint() : "";
    const parts = [...legend, caption, missing].filter(Boolean);
    const key = [...parts, hint].join("\n");
    if (key === this.captionKey) return;
    this.captionKey = key;
    this.signs.replaceChildren(...parts.map((text) => element("span", {}, text)));
    if (hint) this.signs.append(element("span", { class: "hint" }, hint));
  }

  // Returns the moment in the form for screen readers, with the example under the pointer.
  said() {
    return `${this.numbers.textContent} ${this.story.textContent} ${this.listing.said()}`;
  }
}
