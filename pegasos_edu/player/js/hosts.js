// The hosts of the player: a page of its own, by `mount`, and a notebook widget, the default export.

// All keys of the page are the player's. The moment stands in the fragment of the address, and a frame
// around the page gets its height, as far as it may grow.
function mount(root, records) {
  const frame = window.frameElement;
  const most = () => parseFloat(frame.ownerDocument.defaultView.getComputedStyle(frame).maxHeight);
  const room = () => (frame ? most() || Infinity : window.innerHeight);
  const player = new Player(root, { keys: document, room });
  player.load(records, momentInAddress(player));
  for (const heading of root.querySelectorAll("h3")) { // of a section in a notebook, here of the page
    heading.replaceWith(element("h1", {}, ...heading.childNodes));
  }
  window.addEventListener("hashchange", () => player.go(...momentInAddress(player)));
  window.addEventListener("resize", () => player.resized());
  if (!frame) {
    player.host.moved = noting(player);
    return;
  }
  const fit = () => {
    frame.style.height = `${root.offsetHeight + 24}px`;
  };
  new ResizeObserver(fit).observe(root);
}

// Step and line that the address names; the player gets its speed.
function momentInAddress(player) {
  const named = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const { step = 0, line = Infinity, speed } = named;
  if (SPEEDS.includes(Number(speed))) player.speed = Number(speed);
  return [Number(step) || 0, (Number(line) || Infinity) - 1];
}

// Notes the moment in the address, a while after the last: browsers refuse one that changes too often.
function noting(player) {
  let timer = 0;
  const note = () => {
    const line = player.line < player.last() ? `&line=${player.line + 1}` : "";
    history.replaceState(null, "", `#step=${player.step}${line}&speed=${player.speed}`);
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(note, 300);
  };
}

// In a notebook a click on an example goes to the kernel, which sends back records, or what is wrong.
function render({ model, el }) {
  const root = element("div");
  const problem = element("p", { class: "pegasos-problem", role: "alert" });
  el.append(root, problem);
  const pick = (example, step) => model.send({ pick: example, step });
  const player = new Player(root, model.get("clickable") ? { pick } : {});
  const load = () => player.load(model.get("records"), model.get("moment"));
  const complain = () => {
    problem.textContent = model.get("problem");
  };
  model.on("change:records", load);
  model.on("change:problem", complain);
  load();
  complain();
  return () => {
    model.off("change:records", load);
    model.off("change:problem", complain);
    player.close();
  };
}

export default { render };
