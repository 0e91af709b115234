// Puts a player whose run can be changed into a separate page.

import { Editor } from "./editor.js";
import { ofPage } from "./player_page.js";

// Shows the editor in a separate page; the whole state is in the address.
export function mountEditor(root, facts) {
  const editor = new Editor(root, facts, { ...ofPage(root), address: !window.frameElement });
  editor.lay();
  window.addEventListener("hashchange", (event) => editor.follow(event));
  editor.follow();
}
