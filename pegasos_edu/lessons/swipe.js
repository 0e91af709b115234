// Marks each table and listing that is wider than its room, so that a phone can say that it scrolls.

const SCROLLING = '.lesson :is(pre, div)[tabindex="0"]:not(.wide)'; // a wide picture always says it

// The mark changes the height of an element, so it waits until the observer has reported.
export function markCut() {
  const mark = ({ target }) => target.classList.toggle("cut", target.scrollWidth > target.clientWidth);
  const observer = new ResizeObserver((seen) => requestAnimationFrame(() => seen.forEach(mark)));
  document.querySelectorAll(SCROLLING).forEach((part) => observer.observe(part));
}
