// Puts a player whose run can be changed into a page of its own, or into a notebook (the default export).

import { Editor } from "./editor.js";
import { element, fitFrame } from "./elements.js";
import { ofPage, playerOf, rendering } from "./hosts.js";

// Shows the editor in a page of its own; the whole state is in the address.
export function mountEditor(root, facts) {
  const editor = new Editor(root, facts, { ...ofPage(root), address: !window.frameElement });
  editor.lay();
  window.addEventListener("hashchange", () => editor.follow());
  window.addEventListener("resize", () => editor.player.resized());
  editor.follow();
  if (window.frameElement) fitFrame(root);
}

// Shows the editor in a notebook; each state is sent to the kernel.
function editorOf(model, root) {
  const place = element("div");
  root.append(place);
  const id = `-${Math.random().toString(36).slice(2)}`;
  let number = 0;
  const rested = ({ step, line, ...settings }) => { // of the moment only the editor knows
    number += 1; // or the same state as before would not be sent, though the kernel may have gone on
    model.set("state", { ...settings, number });
    model.save_changes();
  };
  const editor = new Editor(place, model.get("facts"), { id, rested });
  const show = () => editor.asked(model.get("asked"));
  model.on("change:asked", show);
  editor.lay();
  editor.request();
  const close = () => {
    model.off("change:asked", show);
    editor.close();
  };
  return { close };
}

const show = (model, root) => (model.get("facts") ? editorOf : playerOf)(model, root);

export default { render: rendering(show) };
