// Fills the frames of a page: their pages share most lines, so the page holds each line once (player/frames.py).

import { unpack } from "../../browser/js/unpack.js";

// Returns a promise of the pages in the element with the id `frames`.
export async function pagesOfFrames() {
  const text = await new Response(await unpack(document.getElementById("frames").textContent.trim())).text();
  const { lines, pages } = JSON.parse(text);
  return pages.map((runs) => runs.map(([start, count]) => lines.slice(start, start + count).join("\n")).join("\n"));
}

export async function fillFrames() {
  const pages = await pagesOfFrames();
  for (const frame of document.querySelectorAll("iframe[data-page]")) frame.srcdoc = pages[frame.dataset.page];
}
