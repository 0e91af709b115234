// Scrolls the player of a cell that was just run into view: Jupyter shows the next cell instead.

import { bring } from "./elements.js";

const SETTLED = 250; // the milliseconds after which the outputs have their sizes

// Does so once, when the player has its size, unless the user does something before.
export function come(root) {
  const end = new AbortController();
  for (const kind of ["wheel", "pointerdown", "keydown", "touchmove"]) {
    window.addEventListener(kind, () => end.abort(), { signal: end.signal, capture: true, passive: true });
  }
  const seen = new ResizeObserver(() => {
    if (!root.offsetHeight) return;
    seen.disconnect();
    setTimeout(() => {
      if (!end.signal.aborted && isLast(root)) bring(root, "nearest");
      end.abort();
    }, SETTLED);
  });
  seen.observe(root);
}

// Returns whether its cell was the last that was run: it or the next one is chosen.
function isLast(root) {
  const cell = root.closest(".jp-Cell");
  return [cell, cell?.nextElementSibling].some((near) => near?.classList.contains("jp-mod-active"));
}
