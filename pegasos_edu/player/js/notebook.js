// Puts a player into a notebook.

import { come } from "./scroll_into_view.js";
import { Editor } from "./editor.js";
import { element, fold, tell } from "./elements.js";
import { Panel } from "./settings_panel.js";
import { Player } from "./player.js";
import { Settings } from "./settings.js";

const SETTLED = 300; // the milliseconds after which a slider that moves is taken to rest

// Returns the function that renders a widget: it calls `show(model, root)`, again for new facts, and shows problems.
export function rendering(show) {
  return ({ model, el }) => {
    const problem = element("p", { class: "pegasos-problem", role: "alert" });
    const root = element("div");
    el.append(root, problem);
    let shown = null;
    const load = () => {
      if (shown) shown.close();
      const place = element("div");
      root.replaceChildren(place);
      shown = show(model, place);
    };
    const complain = () => tell(problem, model.get("problem"));
    model.on("change:facts", load);
    model.on("change:problem", complain);
    load();
    complain();
    if (model.get("is_new")) { // its cell was run; it is not shown again after a reload
      model.set("is_new", false);
      model.save_changes();
      come(el);
    }
    return () => {
      model.off("change:facts", load);
      model.off("change:problem", complain);
      shown.close();
    };
  };
}

const uniqueId = () => `-${Math.random().toString(36).slice(2)}`;

// Shows a run in a notebook that only the kernel can make: it is told of clicks on examples and of settings, and sends
// new records.
function playerOf(model, root) {
  const pick = (example, step) => model.send({ pick: example, step });
  const changing = model.get("panel") ? changingBy(model) : null;
  const folds = () => (changing ? [changing.fold] : []);
  const stage = element("div");
  root.append(stage);
  root.classList.add("pegasos-editor");
  const player = new Player(stage, { ...(model.get("clickable") ? { pick } : {}), folds });
  const load = () => {
    player.load(model.get("recorded"), model.get("moment"));
    changing?.show();
  };
  model.on("change:recorded", load);
  load();
  const close = () => {
    model.off("change:recorded", load);
    player.close();
  };
  return { close };
}

// Returns the section in which settings are changed by the kernel, and what shows their values in it.
function changingBy(model) {
  let [state, timer] = [null, 0];
  const past = { before: [], after: [], endGesture() {} };
  const settings = new Settings(model.get("panel"));
  const set = (name, text, gesture) => {
    model.set("problem", "");
    try {
      const told = { [name]: settings.read(name, text) };
      panel.show(Object.assign(state, told), past);
      clearTimeout(timer);
      timer = setTimeout(() => model.send(told), gesture ? SETTLED : 0);
    } catch (error) {
      model.set("problem", error.message);
    }
  };
  const panel = new Panel({ set, past, host: { id: uniqueId() } }, settings);
  const show = () => {
    state = new Settings(model.get("panel")).first;
    panel.show(state, past);
  };
  return { fold: fold("Change the run", panel.form("The run", Object.keys(settings.fields))), show };
}

// Shows the editor in a notebook; each state is sent to the kernel.
function editorOf(model, root) {
  let number = 0;
  const rested = ({ step, line, ...settings }) => { // the kernel does not need the moment
    number += 1; // otherwise an earlier state would not be sent again
    model.set("state", { ...settings, number });
    model.save_changes();
  };
  const editor = new Editor(root, model.get("facts"), { id: uniqueId(), rested });
  const show = () => editor.asked(model.get("asked"));
  model.on("change:asked", show);
  editor.lay();
  editor.request();
  const close = () => {
    model.off("change:asked", show);
    editor.close();
  };
  return { close };
}

const show = (model, root) => (model.get("facts") ? editorOf : playerOf)(model, root);

export default { render: rendering(show) };
