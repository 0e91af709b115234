// Finds the entries of a long text that hold all words of the search field; an address that names an entry opens it.

export function search() {
  const form = document.querySelector(".search");
  const [field, said] = form.querySelectorAll("input, [role=status]");
  const text = form.parentNode;
  const entries = [...text.querySelectorAll(".entry")].map((entry) => [entry, entry.textContent.toLowerCase()]);

  const find = () => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [entry, words] of entries) entry.hidden = !wanted.every((word) => words.includes(word));
    const shown = entries.filter(([entry]) => !entry.hidden);
    text.classList.toggle("searching", wanted.length > 0);
    said.textContent = wanted.length ? `${shown.length} of ${entries.length} entries` : `${entries.length} entries`;
    if (shown.length === 1) shown[0][0].open = true;
  };

  const visit = () => {
    const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest(".entry");
    if (!entry) return;
    field.value = "";
    find();
    entry.open = true;
    entry.scrollIntoView();
  };

  form.hidden = false;
  field.addEventListener("input", find);
  addEventListener("hashchange", visit);
  find();
  visit();
}
