// Feedback: a player for each check in which the steps differ, at the first step that does.
// It stands behind the script of the player, in the same module.

const shown = JSON.parse(document.getElementById("records").textContent);
for (const { place, records, moment } of shown) {
  const player = new Player(document.getElementById(place));
  player.load(records, moment);
}
