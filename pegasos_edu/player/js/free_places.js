// Finds places for labels in a chart, where they cover neither a curve nor each other.

const FINE = 4; // the pixels between the places at which a curve is read
const AWAY = 4; // the pixels between a letter and its curve

export class FreePlaces {
  // curves: functions from a place across to a height. size: of a letter.
  constructor(curves, height, size) {
    Object.assign(this, { curves, height, size, taken: [] });
  }

  // Returns the first of the boxes that cover least. A box has its left, its top and its width; the letter of a curve
  // also has this curve, and is nearer to it than to any other.
  take(boxes) {
    const costs = boxes.map((box) => this.cost(box));
    const best = boxes[costs.indexOf(Math.min(...costs))];
    this.taken.push(best);
    return best;
  }

  cost({ left, top, width, curve }) {
    const { curves, height, size } = this;
    const places = Array.from({ length: Math.ceil(width / FINE) + 1 }, (_, n) => left + FINE * n);
    const isIn = (at) => at > top - 2 && at < top + size + 2;
    const covered = curves.flatMap((one) => places.filter((place) => isIn(one(place)))).length;
    const away = (one) => Math.abs(one(left + width / 2) - top - size / 2);
    const nearer = curve ? curves.filter((one) => one !== curve && away(one) <= away(curve) + AWAY).length : 0;
    const beyond = top < 0 || top + size > height;
    const over = this.taken.filter((box) => box.left < left + width + AWAY && left < box.left + box.width + AWAY
      && Math.abs(box.top - top) < size).length;
    return covered + 10 * nearer + 100 * (beyond + over);
  }

  // Takes a place for a letter at one of these points of its curve.
  takeBeside(curve, points) {
    const width = this.size;
    const box = (x, top) => ({ left: x - width / 2, top, width, curve });
    return this.take(points.flatMap((x) => [box(x, curve(x) - this.size - AWAY), box(x, curve(x) + AWAY)]));
  }
}
