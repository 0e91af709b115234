// Shows a picture with sliders, or a picture on demand, in a notebook, whose kernel draws it.

import { slider } from "./stills.js";
import { showStored } from "./stored.js";

const ROW = { display: "flex", gap: "16px", alignItems: "center", margin: "4px 0" };

function sliders(model) {
  return model.get("texts").map((texts, n) => {
    const pick = (value) => {
      model.set("chosen", model.get("chosen").map((one, place) => (place === n ? value : one)));
      model.save_changes();
    };
    const label = slider(texts, model.get("chosen")[n], pick, "change");
    Object.assign(label.style, ROW);
    return label;
  });
}

function button(model, picture) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: model.get("label") });
  made.addEventListener("click", () => {
    made.disabled = true;
    picture.textContent = "…";
    model.set("pressed", model.get("pressed") + 1);
    model.save_changes();
  });
  return made;
}

function render({ model, el }) {
  el.classList.add("pegasos-explorer");
  const picture = document.createElement("div");
  const controls = model.get("label") ? [button(model, picture)] : sliders(model);
  el.append(...controls, picture);
  const show = () => {
    showStored(picture, model.get("picture"));
    controls[0].disabled = false;
  };
  model.on("change:picture change:drawn", show);
  show();
  return () => model.off("change:picture change:drawn", show);
}

export default { render };
