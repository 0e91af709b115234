// Shows a picture with sliders, or a picture on demand, in a notebook, whose kernel draws it.

import { slider } from "./stills.js";
import { keepKeys, showStored } from "./stored.js";

function sliders(model) {
  return model.get("texts").map((texts, n) => {
    const pick = (value) => {
      model.set("chosen", model.get("chosen").map((old, place) => (place === n ? value : old)));
      model.save_changes();
    };
    return slider(texts, model.get("chosen")[n], pick, "change");
  });
}

function button(model, picture) {
  const control = Object.assign(document.createElement("button"), { type: "button", textContent: model.get("label") });
  control.addEventListener("click", () => {
    control.disabled = true;
    picture.textContent = "…";
    model.set("pressed", model.get("pressed") + 1);
    model.save_changes();
  });
  return control;
}

function render({ model, el }) {
  el.classList.add("pegasos-explorer");
  const picture = document.createElement("div");
  const controls = model.get("label") ? [button(model, picture)] : sliders(model);
  el.append(...controls, picture);
  keepKeys(el.querySelectorAll("button, input"));
  const show = () => {
    showStored(picture, model.get("picture"));
    controls[0].disabled = false;
  };
  const changes = ["change:picture", "change:drawn"];
  for (const change of changes) model.on(change, show);
  show();
  return () => changes.forEach((change) => model.off(change, show));
}

export default { render };
