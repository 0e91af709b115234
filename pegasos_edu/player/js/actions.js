// Lists all actions of a player; keys, buttons and the list of keys come from this table.

import { element, termsOf } from "./elements.js";

// `key` triggers the action, `label` describes it, and `button`, if there is one, holds the texts of its button, of
// which narrow screens hide the words.
export const ACTIONS = [
  { label: "to the start", key: "Home", button: ["|◀"], do: (player) => player.go(0) },
  { label: "step back", key: "ArrowLeft", button: ["◀", "step"], do: (player) => player.go(player.step - 1) },
  { label: "play or pause", key: " ", button: ["▶"], kind: "play", do: (player) => player.toggle() },
  { label: "step forward", key: "ArrowRight", button: ["step", "▶"], do: (player) => player.forward() },
  {
    label: "next update: a step that added an example or projected", key: "n", button: ["next update", "▶▶"],
    do: (player) => player.toUpdate(1),
  },
  { label: "previous update", key: "p", do: (player) => player.toUpdate(-1) },
  { label: "line forward", key: "ArrowDown", do: (player) => player.along(1) },
  { label: "line back", key: "ArrowUp", do: (player) => player.along(-1) },
  { label: "to the end", key: "End", do: (player) => player.go(player.T) },
  { label: "point at the next example, and read its numbers", key: "e", do: (player) => player.pointOn(1) },
  { label: "point at the previous example", key: "E", do: (player) => player.pointOn(-1) },
  { label: "click on the example pointed at", key: "Enter", do: (player) => player.pickPointed() },
  { label: "the source, beside its pseudocode", key: "r", do: (player) => player.controls.unfold("source") },
  { label: "the run as Python", key: "c", do: (player) => player.controls.unfold("python") },
  { label: "this list of keys", key: "?", do: (player) => player.controls.unfold("help") },
];

const nameOf = (key) => key.trim() || "Space";

export function buttonOf({ label, key, button, kind = "", ...action }, player) {
  const onclick = (event) => {
    action.do(player);
    player.takeKeys(event.detail > 0);
  };
  const parts = button.map((text) => (/[a-z]/.test(text) ? element("span", {}, text) : text));
  const attributes = { type: "button", class: kind, "aria-label": label, title: `${label} (${nameOf(key)})`, onclick };
  return element("button", attributes, ...parts.flatMap((part, n) => (n ? [" ", part] : [part])));
}

export function listOfKeys() {
  return termsOf(ACTIONS.map(({ key, label }) => [nameOf(key), label]));
}

// Handles a key if it belongs to an action and the element in focus does not need it.
export function pressed(event, player) {
  const action = ACTIONS.find(({ key }) => key === event.key);
  if (!action || event.ctrlKey || event.metaKey || event.altKey || !player.runs) return;
  const { tagName } = event.target;
  if (tagName === "SELECT" || (/BUTTON|SUMMARY/.test(tagName) && /^( |Enter)$/.test(event.key))) return;
  event.preventDefault();
  event.stopPropagation();
  action.do(player);
}
