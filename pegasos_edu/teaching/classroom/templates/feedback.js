// Feedback: the player, at the first step that differs.
// It stands behind the script of the player, in the same module.

const { records, moment } = JSON.parse(document.getElementById("records").textContent);
new Player(document.getElementById("player")).load(records, moment);
