// Edits points on the picture by mouse, touch and keys: drag moves a point; a double click or tap removes it, or adds
// one where there is none; with Shift, or by a long press, it flips its class, or adds one of the other class.

import { takeTouches, WAYS } from "./canvas.js";

const NEAR = 6; // a press that moves fewer pixels is still a click
const DOUBLE = 400; // the most milliseconds between the clicks of a double click
const LONG = 550; // the milliseconds of a long press
const [STEP, LEAP] = [0.02, 0.2]; // the steps of arrow keys, without and with Shift, in halves of the picture
export const POINTER_WAYS = "Drag a point, hover for numbers, click to draw it; double-click adds or removes.";
export const KEY_WAYS = "E and Shift+E choose a point, arrow keys move it, F flips its class, A adds one, " +
  "Delete removes it, Enter draws it next";
export const OTHER_CLASS = "A double click with Shift, or a long press of a finger, flips the class of a point, or " +
  "adds one of the other class";

export class PointEditing {
  // page: the editor, whose points may be newer than those of the picture.
  constructor(picture, page) {
    Object.assign(this, { picture, page, press: null, strayed: false, clicked: null });
    const { canvas } = picture;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event), true);
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.up(event));
    canvas.addEventListener("click", (event) => this.click(event), true);
    canvas.addEventListener("keydown", (event) => this.key(event));
    takeTouches(canvas, (x, y) => this.isOpen && picture.nearest(x, y) != null);
  }

  // Sets whether points can be changed, also for keyboards and screen readers.
  open(isOpen) {
    const { canvas } = this.picture;
    this.isOpen = isOpen;
    canvas.setAttribute("role", isOpen ? "application" : "img");
    for (const [name, value] of [["tabindex", 0], ["aria-description", `${KEY_WAYS}.`]]) {
      if (isOpen) canvas.setAttribute(name, value);
      else canvas.removeAttribute(name);
    }
  }

  // Returns the place in the plane of a place on the canvas, by the frame at the beginning of a drag.
  placeAt(x, y, frame = this.picture) {
    const { centre, half, size } = frame;
    const part = (value) => (2 * value / size - 1) * half;
    return [centre[0] + part(x), centre[1] - part(y)];
  }

  placeOf(n) {
    return this.page.ownPoints().places.slice(2 * n, 2 * n + 2);
  }

  down(event) {
    this.strayed = false;
    if (event.button || !this.isOpen) return;
    const { offsetX: x, offsetY: y, pointerType, pointerId } = event;
    const n = this.picture.nearest(x, y);
    const { centre, half, size } = this.picture;
    this.press = { n, x, y, frame: { centre, half, size } };
    if (pointerType === "touch") this.timer = setTimeout(() => this.hold(), LONG);
    if (n != null) this.picture.canvas.setPointerCapture(pointerId);
  }

  // Handles a long press: the point there changes its class, or a point of the other class is added.
  hold() {
    const { n, x, y } = this.press;
    Object.assign(this, { press: null, strayed: true });
    this.change(n, x, y, true);
  }

  drag(event) {
    const { canvas } = this.picture;
    const isNear = this.isOpen && (this.press ?? { n: this.picture.nearest(event.offsetX, event.offsetY) }).n != null;
    canvas.style.cursor = isNear ? "grab" : "";
    if (!this.press) return;
    const { n, x, y, frame } = this.press;
    if (Math.hypot(event.offsetX - x, event.offsetY - y) > NEAR) this.strayed = true;
    if (!this.strayed) return;
    clearTimeout(this.timer);
    if (n == null) return;
    event.stopImmediatePropagation(); // the player would point at a neighbour
    this.page.player.point(n);
    this.page.move(n, this.placeAt(event.offsetX, event.offsetY, frame), false);
  }

  up({ type, pointerType, clientX, clientY }) {
    clearTimeout(this.timer);
    const n = this.press?.n;
    if (n != null && this.strayed) this.page.move(n, null, true);
    const isTap = n != null && !this.strayed && pointerType === "touch" && type === "pointerup";
    this.press = null;
    // If a finger moves a point instead of the page, browsers send no click.
    const click = new MouseEvent("click", { clientX, clientY, bubbles: true });
    if (isTap) this.picture.canvas.dispatchEvent(click);
  }

  // A single click is the player's: it draws the example next. The second of a double click edits.
  click(event) {
    if (!this.isOpen) return;
    const { offsetX: x, offsetY: y, timeStamp, shiftKey, detail } = event;
    const before = this.clicked;
    const isSoon = before && timeStamp - before.timeStamp < DOUBLE; // browsers do not count the clicks of a finger
    const isDouble = detail === 2 || (isSoon && Math.hypot(x - before.x, y - before.y) < 2 * NEAR);
    this.clicked = this.strayed || isDouble ? null : { x, y, timeStamp };
    if (!this.strayed && !isDouble) return;
    event.stopImmediatePropagation();
    if (!this.strayed) {
      this.page.retract();
      this.change(this.picture.nearest(x, y), x, y, shiftKey);
    }
    this.strayed = false;
  }

  // Removes the n-th point, or adds one where there is none; isOther means the other class.
  change(n, x, y, isOther) {
    if (n != null && isOther) this.page.flip(n);
    else if (n != null) {
      this.page.player.point(null); // its number is that of another point now
      this.page.remove(n);
    } else {
      const label = this.picture.run.signs[this.picture.closest(x, y)];
      this.page.add(this.placeAt(x, y), isOther ? -label : label);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.isOpen) return;
    const n = this.page.pointed;
    const way = WAYS[event.key];
    const { centre, half } = this.picture;
    if (event.key.toLowerCase() === "a") this.add(n, centre, half);
    else if (n == null) return; // the player handles the key
    else if (way) {
      const part = (event.shiftKey ? LEAP : STEP) * half;
      const [x, y] = this.placeOf(n);
      this.page.move(n, [x + way[0] * part, y + way[1] * part], true);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.page.player.point(Math.min(n, this.page.ownPoints().labels.length - 2));
      this.page.remove(n);
    } else if (event.key.toLowerCase() === "f") this.page.flip(n);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Adds a point next to the one under the pointer, with its class, or otherwise in the middle.
  add(n, centre, half) {
    const [x, y] = n == null ? centre : this.placeOf(n);
    this.page.add([n == null ? x : x + LEAP * half / 2, y], n == null ? 1 : this.page.ownPoints().labels[n]);
    this.page.player.point(this.page.ownPoints().labels.length - 1);
  }
}
