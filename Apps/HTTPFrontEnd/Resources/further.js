// The parts of a session's page that few people use.

// Presses the button of a key of the terminal. Keys of the focused row come before keys of the page.
export function press({ key, altKey }, { shown, rowOf, rowsOf }) {
  if (altKey || !/^[a-z1-9]$/.test(key) || remembered("letters") === "off") return;
  // A key that was typed before may have moved the focus.
  const row = rowOf(document.activeElement), rows = rowsOf(shown);
  const ofRow = row ? [...row.querySelectorAll(".buttons button:not([popovertarget])")] : [];
  const ofPage = [...shown.querySelectorAll("#presses button, #asks > button")];
  const keyOf = button => button.dataset.key ?? document.getElementById(button.getAttribute("form"))?.dataset.key;
  const headings = [...shown.querySelectorAll("th .sort")];
  const sorted = headings.findIndex(heading => heading.closest("[aria-sort]"));
  const step = { j: 1, k: -1 }[key], all = rows.some(each => each.querySelector(".buttons")) ? ofRow : ofPage;
  const chosen = step ? (row ? rows[rows.indexOf(row) + step] : rows[0])?.querySelector("a, button")
    : [...ofRow, ...ofPage].find(button => keyOf(button) === key) ?? all[key - 1]
      ?? (key === "s" ? headings[(sorted + 1) % headings.length] : undefined);
  if (!chosen || chosen.disabled) return;
  if (step) chosen.focus(); else chosen.click();
}

function remembered(name) {
  try { return localStorage[name]; } catch { return undefined; }
}
