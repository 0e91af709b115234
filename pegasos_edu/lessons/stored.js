// Shows what the kernel sends to a widget, and keeps the keys of a widget from JupyterLab.

// Shows HTML in which Python has escaped every name. No other script writes markup.
export function showStored(place, html) {
  place.innerHTML = html;
}

// JupyterLab takes keys from a control in focus, such as arrows and Enter, unless the control has this attribute.
export function keepKeys(controls) {
  for (const control of controls) control.dataset.lmSuppressShortcuts = "true";
}
