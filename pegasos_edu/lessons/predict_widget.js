// Shows a prediction or its outcome in a notebook, whose kernel keeps the guess.

import { Prediction, answer, element } from "./predict.js";
import { keepKeys, showStored } from "./stored.js";

const MISSING = "Your guess is missing. Make it above; then the outcome appears here.";

class InNotebook extends Prediction {
  constructor(root, model) {
    super(root);
    keepKeys(this.buttons);
    this.model = model;
    const made = model.get("made");
    if (made) this.restore(made);
  }

  // Shows the guess of another view; its button has its text.
  restore({ guess, inWords, reason }) {
    const pressed = ({ dataset }) => (dataset.reason ?? dataset.choice) === (reason ?? guess);
    const by = this.buttons.find((button) => pressed(button.parentNode));
    super.commit({ inWords, by });
    if (this.picture) this.picture.put("×", guess);
  }

  commit(made) {
    super.commit(made);
    const { guess, inWords, reason } = made;
    this.keep({ kind: this.kind, guess, inWords, reason });
  }

  withdraw() {
    this.keep(null);
  }

  keep(made) {
    this.model.set("made", made);
    this.model.save_changes();
  }
}

// Lets the reader guess until the kernel has shown what happened, which a ring marks in a picture.
function ask(model, el) {
  el.classList.add("pegasos-asked");
  const asked = new InNotebook(el.firstElementChild, model);
  return () => {
    if (!model.get("closed")) return;
    asked.settle();
    if (asked.picture) asked.picture.put("○", model.get("ring"));
  };
}

function tell(model, el) {
  return () => {
    const made = model.get("made");
    showStored(el, model.get("html"));
    if (made) answer(el.firstElementChild, made);
    else el.replaceChildren(element("p", {}, element("i", {}, MISSING)));
  };
}

function render({ model, el }) {
  el.classList.add("pegasos-guess");
  showStored(el, model.get("html"));
  const [show, name] = el.querySelector(".pegasos-predict") ? [ask(model, el), "closed"] : [tell(model, el), "made"];
  model.on(`change:${name}`, show);
  show();
  return () => model.off(`change:${name}`, show);
}

export default { render };
