// Makes buttons that each open a drawer; only one drawer is open at a time.

import { element } from "./elements.js";

export class Drawers {
  // contents: for each button its text, more text for wide screens, and the content of its drawer; toggled() is called
  // when a drawer has been opened or closed.
  constructor(contents, toggled) {
    this.toggled = toggled;
    this.buttons = new Map();
    this.element = element("div", { class: "drawers" });
    for (const [name, [text, more, content]] of Object.entries(contents)) {
      const id = `drawer-${name}`;
      const drawer = element("section", { id, hidden: "", "aria-label": text }, content);
      const onclick = (event) => {
        this.toggle(name);
        const first = drawer.querySelector("button, input, select, textarea");
        if (event.detail === 0 && !drawer.hidden) first?.focus(); // opened by a key
      };
      const attributes = { type: "button", class: "opener", "aria-expanded": false, "aria-controls": id, onclick };
      this.buttons.set(name, element("button", attributes, text, element("span", {}, more)));
      this.element.append(drawer);
    }
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") event.stopPropagation();
      else this.close();
    });
  }

  close() {
    this.toggle("");
  }

  // Opens a drawer and closes the others, or closes it if it is open.
  toggle(name) {
    for (const [drawer, button] of this.buttons) {
      const isOpen = drawer === name && button.getAttribute("aria-expanded") === "false";
      if (drawer !== name && !name && button.getAttribute("aria-expanded") === "true") button.focus();
      button.setAttribute("aria-expanded", isOpen);
      this.element.querySelector(`#drawer-${drawer}`).hidden = !isOpen;
    }
    this.toggled();
  }
}
