// Lists all actions of a player; keys, buttons and the list of keys come from this table.

import { element } from "./elements.js";

// `keys` trigger the action, `label` describes it, and `button`, if there is one, holds the texts of its
// button. Narrow screens hide the words of buttons.
export const ACTIONS = [
  { name: "start", label: "to the start", keys: ["Home"], button: ["|◀"], do: (player) => player.go(0) },
  {
    name: "back", label: "step back", keys: ["ArrowLeft"], button: ["◀", "step"],
    do: (player) => player.go(player.step - 1),
  },
  { name: "play", label: "play or pause", keys: [" "], button: ["▶"], do: (player) => player.toggle() },
  {
    name: "forward", label: "step forward", keys: ["ArrowRight"], button: ["step", "▶"],
    do: (player) => player.forward(),
  },
  {
    name: "next update", label: "next update: a step that added an example or projected", keys: ["n"],
    button: ["next update", "▶▶"], do: (player) => player.toUpdate(1),
  },
  {
    name: "previous update", label: "previous update", keys: ["p"],
    do: (player) => player.toUpdate(-1),
  },
  { name: "line forward", label: "line forward", keys: ["ArrowDown"], do: (player) => player.along(1) },
  { name: "line back", label: "line back", keys: ["ArrowUp"], do: (player) => player.along(-1) },
  { name: "end", label: "to the end", keys: ["End"], do: (player) => player.go(player.T) },
  {
    name: "next example", label: "point at the next example, and read its numbers", keys: ["e"],
    do: (player) => player.pointOn(1),
  },
  {
    name: "previous example", label: "point at the previous example", keys: ["E"],
    do: (player) => player.pointOn(-1),
  },
  {
    name: "pick", label: "click on the example pointed at", keys: ["Enter"],
    do: (player) => player.pickPointed(),
  },
  {
    name: "source", label: "the source, beside its pseudocode", keys: ["r"],
    do: (player) => player.controls.unfold("source"),
  },
  {
    name: "python", label: "the run as Python", keys: ["c"],
    do: (player) => player.controls.unfold("python"),
  },
  {
    name: "help", label: "this list of keys", keys: ["?"],
    do: (player) => player.controls.unfold("help"),
  },
];

function keysOf(action) {
  return action.keys.map((key) => key.trim() || "Space").join(", ");
}

export function button(action, player) {
  const { label } = action;
  const title = `${label} (${keysOf(action)})`;
  const onclick = (event) => {
    action.do(player);
    player.takeKeys(event);
  };
  const parts = action.button.map((text) => (/[a-z]/.test(text) ? element("span", {}, text) : text));
  const spaced = parts.flatMap((part, n) => (n ? [" ", part] : [part]));
  return element("button", { type: "button", "aria-label": label, title, onclick }, ...spaced);
}

export function listOfKeys() {
  const entries = ACTIONS.map((action) => [
    element("dt", {}, keysOf(action)),
    element("dd", {}, action.label),
  ]);
  return element("dl", {}, ...entries.flat());
}

// Handles a key if it belongs to an action and the element in focus does not need it.
export function pressed(event, player) {
  const action = ACTIONS.find(({ keys }) => keys.includes(event.key));
  if (!action || event.ctrlKey || event.metaKey || event.altKey || !player.runs) return;
  const { tagName } = event.target;
  if (tagName === "SELECT" || (/BUTTON|SUMMARY/.test(tagName) && /^( |Enter)$/.test(event.key))) return;
  event.preventDefault();
  event.stopPropagation();
  action.do(player);
}
