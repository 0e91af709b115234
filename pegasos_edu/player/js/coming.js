// Scrolls the player of a cell that was just run into view: Jupyter shows the next cell, and the player stands below it.

const SETTLED = 250; // the milliseconds after which the outputs have their sizes

// Does so once, unless the player is in view, other cells were run after its own, or the user does something meanwhile.
export function come(root) {
  const cell = root.closest(".jp-Cell");
  const isLast = [cell, cell?.nextElementSibling].some((one) => one?.classList.contains("jp-mod-active"));
  if (!isLast) return;
  const end = new AbortController();
  for (const kind of ["wheel", "pointerdown", "keydown", "touchmove"]) {
    window.addEventListener(kind, () => end.abort(), { signal: end.signal, capture: true, passive: true });
  }
  setTimeout(() => {
    if (end.signal.aborted) return;
    end.abort();
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    root.scrollIntoView({ block: "nearest", behavior: calm ? "instant" : "smooth" });
  }, SETTLED);
}
