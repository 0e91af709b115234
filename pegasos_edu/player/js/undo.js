// Keeps the states of the page, so that a change can be undone and redone; a state itself never changes.

const LONGEST_PAST = 300;

export class UndoStack {
  constructor(now) {
    Object.assign(this, { now, before: [], after: [], gesture: "" });
  }

  // Adds a state. States of one gesture, such as the drag of a slider, are undone together.
  put(now, gesture = "") {
    if (!gesture || gesture !== this.gesture) {
      this.before.push(this.now);
      this.before.splice(0, this.before.length - LONGEST_PAST);
    }
    Object.assign(this, { now, after: [], gesture });
  }

  // Notes the moment that is shown, which is not a change of its own.
  note(moment) {
    this.now = { ...this.now, ...moment };
  }

  endGesture() {
    this.gesture = "";
  }

  undo() {
    this.go(this.before, this.after);
  }

  redo() {
    this.go(this.after, this.before);
  }

  go(from, to) {
    if (!from.length) return;
    to.push(this.now);
    Object.assign(this, { now: from.pop(), gesture: "" });
  }
}
