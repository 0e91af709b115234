// Puts a player whose run can be changed into a separate page, or into a notebook (the default export).

import { Editor } from "./editor.js";
import { ofPage, playerOf, rendering } from "./hosts.js";

// Shows the editor in a separate page; the whole state is in the address.
export function mountEditor(root, facts) {
  const editor = new Editor(root, facts, { ...ofPage(root), address: !window.frameElement });
  editor.lay();
  window.addEventListener("hashchange", (event) => editor.follow(event));
  window.addEventListener("resize", () => editor.player.resized());
  editor.follow();
}

// Shows the editor in a notebook; each state is sent to the kernel.
function editorOf(model, root) {
  const id = `-${Math.random().toString(36).slice(2)}`;
  let number = 0;
  const rested = ({ step, line, ...settings }) => { // the kernel does not need the moment
    number += 1; // otherwise an earlier state would not be sent again
    model.set("state", { ...settings, number });
    model.save_changes();
  };
  const editor = new Editor(root, model.get("facts"), { id, rested });
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
