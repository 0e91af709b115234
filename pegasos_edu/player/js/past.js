// What was, to go back to and forward again: of states that never change.

const LONGEST_PAST = 300;

export class Past {
  constructor(now) {
    Object.assign(this, { now, before: [], after: [], gesture: "" });
  }

  // Another state. Those of one gesture, such as the drag of a slider, are one in the past.
  put(now, gesture = "") {
    if (!gesture || gesture !== this.gesture) {
      this.before.push(this.now);
      this.before.splice(0, this.before.length - LONGEST_PAST);
    }
    Object.assign(this, { now, after: [], gesture });
  }

  // The moment that is looked at goes with the state, and is no change of its own.
  note(moment) {
    this.now = { ...this.now, ...moment };
  }

  endGesture() {
    this.gesture = "";
  }

  undo() {
    return this.go(this.before, this.after);
  }

  redo() {
    return this.go(this.after, this.before);
  }

  // Whether there was one to go to.
  go(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    this.gesture = "";
    return true;
  }
}
