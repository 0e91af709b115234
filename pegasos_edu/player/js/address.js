// Translates the state of the page to its address and back; the address holds only differences from the first state.

import { momentIn, numberIn, Problem, shortened } from "./inputs.js";
import { Link } from "./links.js";
import { fromGrid, MOST_POINTS, toGrid } from "./points.js";

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

// Returns the state that a link names. Each value is read on its own; the link says what could not be read.
// countOf(state) returns the number of its examples.
export function fromAddress(link, settings, countOf) {
  const part = {};
  for (const name of Object.keys(settings.fields)) {
    const value = link.value(name, (text) => settings.read(name, text));
    if (value !== undefined) part[name] = value;
  }
  const [low, high] = ["minus", "plus"].map((name) => (link.value(name, String) ?? name).slice(0, LONGEST_NAME));
  const points = link.value("points", (text) => pointsIn(text, [low, high]));
  if (points && (part.data ?? "own") === "own") Object.assign(part, { data: "own", points });
  else if (part.data === "own") {
    if (!link.has("points")) link.problems.push("The points in the address are missing or damaged.");
    delete part.data;
  }
  const also = link.value("also", (text) => alsoIn(text, { ...settings.first, ...part }, settings, link));
  if (also) part.also = also;
  const state = settings.changed(settings.first, part);
  for (const name of ["step", "line"]) state[name] = link.value(name, momentIn(name)) ?? state[name];
  state.line = Math.max(state.line - 1, 0);
  const draws = link.value("draws", (text) => drawsIn(text, settings, state.algorithm, countOf(state)));
  if (draws) Object.assign(state, { draws, T: draws.length });
  return { ...state, step: state.step < state.T ? state.step : Infinity };
}

// Returns the settings in which a run differs from the run beside it, from a text such as "lam:0.1,project:true".
function alsoIn(text, state, settings, link) {
  const settled = settings.ofRun(state);
  const named = new Link(text.replaceAll(",", "&").replaceAll(":", "="));
  const read = (name) => named.value(name, (part) => settings.read(name, part));
  const others = Object.keys(settled).map((name) => [name, read(name)]).filter(([, value]) => value !== undefined);
  link.problems.push(...named.problems);
  const unread = [...named.names].map((name) => shortened(`${name}:${named.values.get(name)}`)).join(", ");
  if (unread) link.problems.push(`The settings of the other run in the address are damaged: ${unread}.`);
  return others.length || !text ? { ...settled, ...Object.fromEntries(others) } : null;
}

// Writes points as the digits of their grid, and for each point its label and its place in units of the grid.

function pointsAsText({ places, labels, digits }) {
  const point = (label, n) => [label, ...places.slice(2 * n, 2 * n + 2).map((value) => toGrid(value, digits))];
  return [digits, ...labels.flatMap(point)].join("_");
}

function pointsIn(text, names) {
  const [digits, ...rest] = wholeNumbersIn(text, "points");
  const count = rest.length / 3;
  if (!(Number.isInteger(count) && count >= 1 && Math.abs(digits) <= 10)) damaged("points");
  if (count > MOST_POINTS) throw new Problem(`Points must be at most ${MOST_POINTS}, got ${count}.`);
  const labels = rest.filter((_, n) => n % 3 === 0).map((label) => (label > 0 ? 1 : -1));
  return { places: rest.filter((_, n) => n % 3).map((value) => fromGrid(value, digits)), labels, names, digits };
}

// Writes draws as their number in a step, and then all indices.
function drawsIn(text, { algorithms, fields }, algorithm, count) {
  const [k, ...all] = wholeNumbersIn(text, "draws");
  const T = all.length / k;
  const isBatch = algorithms[algorithm].k;
  if (!(Number.isInteger(T) && T >= 1 && T <= fields.T.high) || (k > 1 && !isBatch)) damaged("draws");
  if (!all.every((i) => i >= 0 && i < count)) damaged("draws");
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
