// Translates the state of the page to its address and back; the address holds only differences from the first state.

import { MOST_POINTS } from "./points.js";
import { numberIn, Problem, shortened } from "./settings.js";

export const LONGEST = 40_000; // the most letters of an address
export const LONGEST_NAME = 40;

export function toAddress(state, settings) {
  const { first, fields } = settings;
  const words = [];
  const note = (name, text) => words.push(`${name}=${encodeURIComponent(text)}`);
  for (const name of Object.keys(fields)) {
    const value = state[name];
    const isTold = name === "T" && state.draws; // the draws already give T
    const isOther = value !== first[name] && settings.counts(name, state) && !isTold;
    if (isOther) note(name, value === true ? 1 : value);
  }
  if (state.also) {
    const { also } = state;
    note("also", Object.keys(also).filter((name) => also[name] !== state[name]).map((name) => `${name}:${also[name]}`));
  }
  if (state.points) {
    note("points", pointsAsText(state.points));
    state.points.names.forEach((name, n) => note(["minus", "plus"][n], name));
  }
  const { draws } = state;
  if (draws && draws !== first.draws) note("draws", [[draws[0]].flat().length, ...draws.flat()].join("_"));
  const step = Math.min(state.step, state.T);
  if (step !== Math.min(first.step, state.T)) note("step", step);
  if (Number.isFinite(state.line)) note("line", state.line + 1); // the player counts lines from 1
  return words.join("&");
}

// Returns the state that an address names; throws a Problem if the address is wrong or too long.
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
    part.points = pointsIn(named.get("points") ?? "", names);
  }
  if (named.has("also")) part.also = alsoIn(named.get("also"), { ...settings.first, ...part }, settings);
  const state = settings.changed(settings.first, part);
  for (const name of ["step", "line"]) {
    if (named.has(name)) state[name] = momentIn(name, named.get(name));
  }
  state.line = Math.max(state.line - 1, 0);
  if (named.has("draws")) state.draws = drawsIn(named.get("draws"), settings, state.algorithm);
  if (state.draws) state.T = state.draws.length;
  return { ...state, step: state.step < state.T ? state.step : Infinity };
}

// Returns the settings in which a run differs from the run beside it, from a text such as "lam:0.1,project:true".
function alsoIn(text, state, settings) {
  const also = settings.own(state);
  for (const pair of text.split(",").filter(Boolean)) {
    const [name, value] = pair.split(":");
    if (!Object.hasOwn(also, name)) damaged("settings");
    also[name] = settings.read(name, value ?? "");
  }
  return also;
}

function momentIn(name, text) {
  const value = numberIn(text);
  if (Number.isInteger(value) && value >= 0 && value <= 1e6) return value;
  throw new Problem(`${name} must be a whole number from 0, got ${shortened(text)}.`);
}

// Writes points as the digits of their grid, and for each point its label and its place in units of the grid.

function pointsAsText({ places, labels, digits }) {
  const whole = (value) => Math.round(digits < 0 ? value / 10 ** -digits : value * 10 ** digits);
  const point = (label, n) => [label, whole(places[2 * n]), whole(places[2 * n + 1])];
  return [digits, ...labels.flatMap(point)].join("_");
}

function pointsIn(text, names) {
  const [digits, ...rest] = wholeNumbersIn(text, "points");
  const count = rest.length / 3;
  if (!(Number.isInteger(count) && count >= 1 && Math.abs(digits) <= 10)) damaged("points");
  if (count > MOST_POINTS) throw new Problem(`Points must be at most ${MOST_POINTS}, got ${count}.`);
  const scaled = (value) => (digits < 0 ? value * 10 ** -digits : value / 10 ** digits);
  const labels = rest.filter((_, n) => n % 3 === 0).map((label) => (label > 0 ? 1 : -1));
  return { places: rest.filter((_, n) => n % 3).map(scaled), labels, names, digits };
}

// Writes draws as their number in a step, and then all indices.
function drawsIn(text, { algorithms, fields }, algorithm) {
  const [k, ...all] = wholeNumbersIn(text, "draws");
  const T = all.length / k;
  const isBatch = algorithms[algorithm].k;
  if (!(Number.isInteger(T) && T >= 1 && T <= fields.T.high) || (k > 1 && !isBatch)) damaged("draws");
  return isBatch ? Array.from({ length: T }, (_, n) => all.slice(n * k, (n + 1) * k)) : all;
}

function wholeNumbersIn(text, name) {
  const numbers = text.split("_").map(numberIn);
  if (!numbers.every(Number.isSafeInteger)) damaged(name);
  return numbers;
}

function damaged(name) {
  throw new Problem(`The ${name} in the address are damaged.`);
}
