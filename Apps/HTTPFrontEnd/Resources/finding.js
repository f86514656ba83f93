"use strict";
// Finds entries with the text that a person has typed. The function does not access the page, so a test can use it alone.
//
// Each entry has a title, a detail and a way of being found: "name", "place", "row" or "always". Returns the found entries, the
// best first. The terminal follows the same rules: see PaletteQuery.
function findEntries(text, entries) {
  const wanted = text.trim().toLowerCase(), places = new Set();
  const rankOf = ({ title, detail = "", finding = "name" }) => {
    if (finding === "always") return 5;
    if (finding === "row" && !wanted) return 6;
    const name = title.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(` ${wanted}`)) return 1;
    if (name.includes(wanted)) return 2;
    if (finding === "row") return 6;
    let end = 0;
    const hasLetters = [...wanted.replaceAll(" ", "")].every(letter => (end = name.indexOf(letter, end) + 1));
    return hasLetters ? 3 : detail.toLowerCase().includes(wanted) ? 4 : 6;
  };
  let rows = 0;
  // The first of several places with one title is the nearest.
  return entries.filter(({ title, finding }) => finding !== "place" || !places.has(title) && places.add(title))
    .map(entry => [rankOf(entry), entry]).filter(([rank]) => rank < 6).sort(([one], [other]) => one - other)
    .map(([, entry]) => entry).filter(({ finding }) => finding !== "row" || (rows += 1) <= 5);
}

