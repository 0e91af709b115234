// What shows one run: its story, its listing, its picture, and w in the plane where there is one.

class View {
  // pick(example) is called for a click on an example; choose says what that does.
  constructor(run, pick, choose) {
    const images = run.picture.kind === "images";
    const weights = !images && run.key["@w"] != null;
    this.run = run;
    this.listing = new Listing(run);
    this.story = element("p", { class: "story" });
    this.picture = images ? new Images(run) : new Plane(run, pick);
    this.weights = weights ? new Weights(run) : null;
    const section = { "aria-label": run.box };
    const figure = element("figure", {}, this.picture.canvas, this.caption(images ? "" : choose));
    this.section = element("section", section, this.heading(), this.story, figure, this.listing.list);
  }

  heading() {
    const { box, about, title } = this.run;
    return element("h3", {}, element("b", {}, box), `   ${about}   ${title}`);
  }

  caption(choose) {
    const { legend, caption } = this.run.picture;
    const kinds = legend.map((text) => element("span", {}, text));
    const signs = element("span", { class: "legend" }, ...kinds);
    return element("figcaption", {}, signs, `${caption} ${choose}`);
  }

  draw(step, line, colour) {
    const moment = this.run.at(step, line);
    this.listing.show(moment);
    this.picture.draw(moment, colour);
    if (this.weights) this.weights.draw(moment, colour);
    this.story.textContent = this.run.story(step, line);
  }

  // The moment as it is read out.
  said() {
    return `${this.story.textContent} ${this.listing.said()}`;
  }
}
