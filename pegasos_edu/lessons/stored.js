// Shows HTML that the kernel sends to a widget; Python has escaped every name in it. No other script writes markup.

export function showStored(place, html) {
  place.innerHTML = html;
}
