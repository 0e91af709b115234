// Fills the frames of a page: their pages share most lines, so the page holds each line once (player/frames.py).

import { unpackText } from "../../browser/js/unpack.js";

// Returns the pages in the element with the id `frames`.
export function pagesOfFrames() {
  const { lines, pages } = JSON.parse(unpackText(document.getElementById("frames").textContent.trim()));
  return pages.map((runs) => runs.map(([start, count]) => lines.slice(start, start + count).join("\n")).join("\n"));
}

export function fillFrames() {
  const pages = pagesOfFrames();
  for (const frame of document.querySelectorAll("iframe[data-page]")) frame.srcdoc = pages[frame.dataset.page];
}
