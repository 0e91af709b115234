// Creates elements of the page, and writes numbers as text.

// Returns an element with attributes, listeners (onclick: f) and children; strings are text, never markup.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

// Sets the text of an element, if it differs: a new text makes the browser lay out the page again.
export function tell(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Returns a list of terms, each with its description.
export function termsOf(pairs) {
  return element("dl", {}, ...pairs.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
}

// Scrolls to an element, without a motion for those who want none.
export function bring(node, block) {
  node.scrollIntoView({ block, behavior: isCalm() ? "instant" : "smooth" });
}

export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Returns a section that unfolds under a summary.
export function fold(summary, content) {
  const ontoggle = ({ target }) => target.open && target.scrollIntoView({ block: "nearest" });
  return element("details", { ontoggle }, element("summary", {}, summary), content);
}

export function format(value) {
  if (Array.isArray(value)) return `(${value.map(format).join(", ")})`;
  return String(value).replaceAll("-", "−");
}

export function brief(value, digits = 3) {
  if (Array.isArray(value)) return `(${value.map((part) => brief(part, digits)).join(", ")})`;
  return format(Number(value.toPrecision(digits)));
}
