// Shows a prediction or its outcome in a notebook, whose kernel keeps the guess.

import { Prediction, answer, element } from "./predict.js";
import { keepKeys, showStored } from "./stored.js";

const MISSING = "Your guess is missing. Make it above; then the outcome appears here.";

class InNotebook extends Prediction {
  constructor(root, model) {
    super(root);
    keepKeys(this.buttons);
    this.model = model;
    const vote = model.get("vote");
    if (vote) this.restore(vote);
  }

  // Shows the guess of another view; its button has its text.
  restore({ guess, inWords, reason }) {
    const pressed = ({ dataset }) => (dataset.reason ?? dataset.choice) === (reason ?? guess);
    const by = this.buttons.find((button) => pressed(button.parentNode));
    super.commit({ inWords, by });
    if (this.picture) this.picture.put("×", guess);
  }

  commit(vote) {
    super.commit(vote);
    const { guess, inWords, reason } = vote;
    this.keep({ kind: this.kind, guess, inWords, reason });
  }

  withdraw() {
    this.keep(null);
  }

  keep(vote) {
    this.model.set("vote", vote);
    this.model.save_changes();
  }
}

// Lets the reader guess until the kernel has shown what happened, which a ring marks in a picture. JupyterLab says when
// the kernel of a widget is gone.
function ask(model, el) {
  el.classList.add("pegasos-asked");
  const asked = new InNotebook(el.firstElementChild, model);
  const close = () => {
    if (!model.get("closed")) return;
    asked.settle();
    if (asked.picture) asked.picture.put("○", model.get("ring"));
  };
  close();
  const forsake = () => {
    asked.settle();
    asked.say("Run this cell again.");
  };
  return { "change:closed": close, comm_live_update: forsake };
}

function tell(model, el) {
  const show = () => {
    const vote = model.get("vote");
    showStored(el, model.get("html"));
    if (vote) answer(el.firstElementChild, vote);
    else el.replaceChildren(element("p", {}, element("i", {}, MISSING)));
  };
  show();
  return { "change:vote": show };
}

function render({ model, el }) {
  el.classList.add("pegasos-guess");
  showStored(el, model.get("html"));
  const events = Object.entries((el.querySelector(".pegasos-predict") ? ask : tell)(model, el));
  for (const [event, follow] of events) model.on(event, follow);
  return () => events.forEach(([event, follow]) => model.off(event, follow));
}

export default { render };
