// Gives a page in a frame the typeface, the theme and the room of the page around it.

import { fitFrame } from "./elements.js";
import { takeTypeface } from "./typeface.js";

// Dresses the page of `root` like the page around it, even when that changes; restyle() is called after each change.
export function dressFrame(root, restyle = () => {}) {
  takeTypeface();
  const notebook = window.frameElement?.ownerDocument.body;
  const dress = () => {
    const { jpThemeLight } = notebook?.dataset ?? {};
    if (jpThemeLight) document.body.dataset.jpThemeLight = jpThemeLight;
    restyle();
  };
  dress();
  if (notebook) new MutationObserver(dress).observe(notebook, { attributeFilter: ["data-jp-theme-light"] });
  if (window.frameElement) fitFrame(root);
}
