// The state in the address: what differs from the page at its first opening, as text that is short.

import { MOST_POINTS } from "./points.js";
import { bytes } from "./record.js";
import { numberIn, Problem, shortened } from "./settings.js";

export const LONGEST = 40_000; // letters of an address
export const LONGEST_NAME = 40;

export function toAddress(state, settings) {
  const { first, fields } = settings;
  const words = [];
  const note = (name, text) => words.push(`${name}=${encodeURIComponent(text)}`);
  for (const name of Object.keys(fields)) {
    const value = state[name];
    const isTold = name === "T" && state.draws; // by their number
    const isOther = value !== first[name] && settings.counts(name, state) && !isTold;
    if (isOther) note(name, value === true ? 1 : value);
  }
  if (state.points) {
    note("points", packedPoints(state.points));
    state.points.names.forEach((name, n) => note(["minus", "plus"][n], name));
  }
  if (state.draws && state.draws !== first.draws) note("draws", packedDraws(state.draws));
  const step = Math.min(state.step, state.T);
  if (step !== Math.min(first.step, state.T)) note("step", step);
  if (Number.isFinite(state.line)) note("line", state.line + 1); // as the player counts them
  return words.join("&");
}

// The state that an address names. What is wrong with it is thrown as words, and bounded in size before.
export function fromAddress(address, settings) {
  if (address.length > LONGEST) {
    throw new Problem(`The address must have at most ${LONGEST} letters, got ${address.length}.`);
  }
  const named = new Map(new URLSearchParams(address));
  const part = {};
  for (const name of Object.keys(settings.fields)) {
    if (named.has(name)) part[name] = settings.read(name, named.get(name));
  }
  if (part.data === "own") {
    const names = ["minus", "plus"].map((name) => (named.get(name) ?? name).slice(0, LONGEST_NAME));
    part.points = unpackedPoints(named.get("points") ?? "", names);
  }
  const state = settings.changed(settings.first, part);
  for (const name of ["step", "line"]) {
    if (named.has(name)) state[name] = momentIn(name, named.get(name));
  }
  state.line = Math.max(state.line - 1, 0);
  if (named.has("draws")) state.draws = unpackedDraws(named.get("draws"), settings.algorithms[state.algorithm].k);
  if (state.draws) state.T = state.draws.length;
  return { ...state, step: state.step < state.T ? state.step : Infinity };
}

function momentIn(name, text) {
  const value = numberIn(text);
  if (Number.isInteger(value) && value >= 0 && value <= 1e6) return value;
  throw new Problem(`${name} must be a whole number from 0, got ${shortened(text)}.`);
}

// Points: the digits of their grid, how many they are, their places; then the labels, eight to a byte.

function packedPoints({ places, labels, digits }) {
  const scale = (value) => Math.round(digits < 0 ? value / 10 ** -digits : value * 10 ** digits);
  const signed = places.map(scale).map((whole) => (whole < 0 ? -2 * whole - 1 : 2 * whole));
  const bits = new Array(Math.ceil(labels.length / 8)).fill(0);
  labels.forEach((label, n) => {
    if (label > 0) bits[n >> 3] += 2 ** (n & 7);
  });
  return packedNumbers([digits + 100, labels.length, ...signed, ...bits]);
}

function unpackedPoints(text, names) {
  const [shifted, count, ...rest] = unpackedNumbers(text);
  const digits = shifted - 100;
  const isWhole = count >= 1 && rest.length === 2 * count + Math.ceil(count / 8);
  if (!isWhole || !(Math.abs(digits) <= 10)) throw new Problem("The points in the address are damaged.");
  if (count > MOST_POINTS) throw new Problem(`Points must be at most ${MOST_POINTS}, got ${count}.`);
  const whole = rest.slice(0, 2 * count).map((one) => (one % 2 ? -(one + 1) / 2 : one / 2));
  const places = whole.map((value) => (digits < 0 ? value * 10 ** -digits : value / 10 ** digits));
  const bits = rest.slice(2 * count);
  const labels = Array.from({ length: count }, (_, n) => ((bits[n >> 3] >> (n & 7)) & 1 ? 1 : -1));
  return { places, labels, names, digits };
}

// Draws: how many there are in each step, and then all of them.

function packedDraws(draws) {
  return packedNumbers([[draws[0]].flat().length, ...draws.flat()]);
}

function unpackedDraws(text, isBatch) {
  const [k, ...all] = unpackedNumbers(text);
  const T = all.length / k;
  if (!(Number.isInteger(T) && T >= 1) || (k > 1 && !isBatch)) {
    throw new Problem("The draws in the address are damaged.");
  }
  if (!isBatch) return all;
  return Array.from({ length: T }, (_, n) => all.slice(n * k, (n + 1) * k));
}

// Whole numbers from 0 as bytes of seven bits, the last without the eighth; in letters of an address.

function packedNumbers(numbers) {
  const packed = [];
  for (const number of numbers) {
    let rest = number;
    while (rest >= 128) {
      packed.push(128 + (rest % 128));
      rest = Math.floor(rest / 128);
    }
    packed.push(rest);
  }
  const letters = btoa(packed.map((byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unpackedNumbers(text) {
  if (!text.match(/^[\w-]+$/)) throw new Problem("The points or draws in the address are damaged.");
  const numbers = [];
  let [number, scale] = [0, 1];
  for (const byte of decoded(text)) {
    number += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128 && scale < 2 ** 40) continue;
    numbers.push(number);
    [number, scale] = [0, 1];
  }
  return numbers;
}

function decoded(text) {
  try {
    return new Uint8Array(bytes(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    throw new Problem("The points or draws in the address are damaged.");
  }
}
