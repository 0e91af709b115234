// Keeps points on a grid of five digits, so that page, link and Python have exactly the same points.

import { Problem } from "./inputs.js";

export const MOST_POINTS = 500;

// Returns {places: [x, y, x, y, …], labels: [−1 or 1, …], names, digits}; places are n/10^digits.
export function onGrid(places, labels, names) {
  const largest = Math.max(...places.map(Math.abs), 1e-6);
  const digits = 4 - Math.floor(Math.log10(largest));
  const onto = (value) => snapped(value, digits);
  return { places: Array.from(places, onto), labels: [...labels], names, digits };
}

// Returns n of the place n/10^digits next to a value, and the place of n.
export const toGrid = (value, digits) => Math.round(digits < 0 ? value / 10 ** -digits : value * 10 ** digits) || 0;
export const fromGrid = (n, digits) => (digits < 0 ? n * 10 ** -digits : n / 10 ** digits);
const snapped = (value, digits) => fromGrid(toGrid(value, digits), digits);

export function withMoved(points, n, place) {
  const places = [...points.places];
  places[2 * n] = snapped(place[0], points.digits);
  places[2 * n + 1] = snapped(place[1], points.digits);
  return { ...points, places };
}

export function withAdded(points, place, label) {
  if (points.labels.length >= MOST_POINTS) {
    throw new Problem(`There can be at most ${MOST_POINTS} points; remove one first.`);
  }
  const places = [...points.places, ...place.map((value) => snapped(value, points.digits))];
  return { ...points, places, labels: [...points.labels, label] };
}

export function withRemoved(points, n) {
  if (points.labels.length < 2) throw new Problem("The last point stays: nothing runs without one.");
  const places = points.places.filter((_, place) => place >> 1 !== n);
  return { ...points, places, labels: points.labels.filter((_, place) => place !== n) };
}

export function withFlipped(points, n) {
  return { ...points, labels: points.labels.map((label, place) => (place === n ? -label : label)) };
}

// Returns a few first points, which can be moved one by one.
export function fewPoints() {
  const places = [1.5, 1, 2, -0.5, 0.5, 2, -1, -1.5, -2, 0.5, -0.5, -2];
  return onGrid(places, [1, 1, 1, -1, -1, -1], ["minus", "plus"]);
}
