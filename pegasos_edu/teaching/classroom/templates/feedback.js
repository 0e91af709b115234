// Starts the player of a feedback page at the first step that differs.

import { Player } from "../../../player/js/player.js";

const { records, moment } = JSON.parse(document.getElementById("records").textContent);
new Player(document.getElementById("player")).load(records, moment);
