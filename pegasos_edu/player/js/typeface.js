// The text face of pages: a frame takes it from the page around it, and pictures are drawn again once it is there.

const FACE = "of texts";

// Copies the rule of the face from the page around this frame, so that the frame need not contain it.
export function takeTypeface() {
  const outside = window.frameElement?.ownerDocument;
  const faces = Array.from(outside?.fonts ?? [], ({ family }) => family.replaceAll('"', ""));
  if (!faces.includes(FACE)) return;
  const rules = Array.from(outside.querySelectorAll("style"), ({ sheet }) => [...sheet.cssRules]).flat();
  const isFace = ({ constructor, cssText }) => constructor.name === "CSSFontFaceRule" && cssText.includes(FACE);
  const rule = rules.find(isFace);
  if (!rule) return;
  const style = document.createElement("style");
  style.textContent = rule.cssText;
  document.head.append(style);
}

// Calls redraw() when the face has been loaded, if the page has it: a canvas does not wait for it.
export async function onTypeface(redraw) {
  const faces = await document.fonts.load(`1em "${FACE}"`);
  if (faces.length) redraw();
}
