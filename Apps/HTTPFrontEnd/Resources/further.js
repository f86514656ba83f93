// The parts of a session's page that its first view does not need.

// Presses the button of a key of the terminal. Keys of the focused row come before keys of the page. The keys that move
// between the rows of a list lead from the page of a record to its neighbours.
export function press({ key, altKey, shiftKey, target }, context) {
  const { shown, rowOf, rowsOf, editor } = lastContext = context;
  if (!altKey && !shiftKey && move(target, key, editor)) return;
  if (key === "Escape") for (const box of shown.querySelectorAll("[name=row]:checked")) box.click();
  const arrow = altKey && { ArrowDown: "j", ArrowUp: "k" }[key], letter = arrow || key;
  if (altKey ? !arrow : !/^[a-z1-9RU*]$/.test(key) || remembered("letters") === "off") return;
  const offered = document.querySelector("#notices .notice:last-child button:not(.dismiss)");
  if (offered && key === (offered.dataset.key ?? "u")) return offered.click();
  const ticked = shown.querySelector("[name=row]:checked")?.form.querySelector(`[data-key="${letter}"]`);
  if (ticked) return ticked.click();
  const beside = shown.querySelector(`#steps [data-key="${letter}"]`);
  if (beside || arrow) return beside?.click();
  // A key that was typed before may have moved the focus.
  const row = rowOf(document.activeElement), rows = rowsOf(shown);
  if (key === "*") return tickAll(row?.querySelector("[name=row]")?.form, context);
  const ofRow = row ? [...row.querySelectorAll(".buttons button:not([popovertarget])")] : [];
  const ofPage = [...shown.querySelectorAll("#presses button, #asks > button")];
  const keyOf = button => button.dataset.key ?? document.getElementById(button.getAttribute("form"))?.dataset.key;
  const headings = [...shown.querySelectorAll("th .sort")];
  const sorted = headings.findIndex(heading => heading.closest("[aria-sort]"));
  const step = { j: 1, k: -1 }[key], all = !shown.querySelector("#steps [data-key]") && rows.some(each => each.querySelector(".buttons")) ? ofRow : ofPage;
  const chosen = step ? (row ? rows[rows.indexOf(row) + step] : rows[0])?.querySelector("a, button")
    : [...ofRow, ...ofPage].find(button => keyOf(button) === key) ?? all[key - 1]
      ?? (key === "s" ? headings[(sorted + 1) % headings.length] : undefined);
  // The form on the page of a record edits it.
  const field = key === "e" && shown.querySelector("#steps [data-key]") && shown.querySelector(".fill :is(input:not([type=hidden]), select, textarea)");
  if (!chosen && field) return field.focus();
  if (!chosen || chosen.disabled) return;
  if (step) chosen.focus(); else chosen.click();
}

// Moves the focus between the cells that can be edited; returns whether the key does so.
function move(target, key, editor) {
  if (!target.isConnected || !target.matches(editor)) return false;
  const cell = target.parentElement, { cellIndex } = cell, cells = [...cell.parentElement.cells];
  const rows = [...cell.closest("tbody").rows], number = rows.indexOf(cell.parentElement);
  const column = rows.map(row => row.cells[cellIndex]);
  const way = {
    ArrowLeft: cells.slice(0, cellIndex).reverse(), ArrowRight: cells.slice(cellIndex + 1),
    ArrowUp: column.slice(0, number).reverse(), ArrowDown: column.slice(number + 1),
    Home: cells, End: cells.toReversed(),
  }[key];
  way?.map(each => each?.querySelector(":scope > button[form]")).find(Boolean)?.focus();
  return way !== undefined;
}

function remembered(name) {
  try { return localStorage[name]; } catch { return undefined; }
}

// The box that the person has ticked or cleared last. A click with the Shift key goes on from it.
let last;

// Ticks or clears the rows from the last box to this one, and tells the number of ticked rows.
export function tick({ target, shiftKey }, context) {
  const boxes = boxesOf(target.form), ends = [boxes.indexOf(last), boxes.indexOf(target)].sort((one, other) => one - other);
  if (shiftKey && ends[0] >= 0) for (const box of boxes.slice(ends[0], ends[1] + 1)) box.checked = target.checked;
  last = target;
  tell(target.form, context);
}

// The observer of the rows, and the number of ticked rows that the person knows of.
let watch, known = 0;
// The address of the list at which the person has typed another search, until its result changes the address.
let searched;

const boxesOf = form => [...form.elements].filter(each => each.name === "row");
const tickedOf = shown => shown.querySelectorAll("[name=row]:checked");

function tell(form, context) {
  const { shown } = context;
  if (!watch) {
    // Live changes take rows away, and a list that is drawn anew has a new bar.
    watch = new MutationObserver(() => tellLost(context));
    watch.observe(shown, { childList: true, subtree: true });
    shown.addEventListener("input", ({ target }) => { if (target.form?.matches(".browse")) searched ??= location.search; });
  }
  const boxes = boxesOf(form), count = boxes.filter(box => box.checked).length, [status] = form.children;
  let all = form.querySelector(".all");
  if (!all) {
    all = Object.assign(document.createElement("button"), { type: "button", className: "all quiet" });
    all.addEventListener("click", () => tickAll(form, context));
    form.append(all);
  }
  const words = `${count} selected`, offer = count === boxes.length ? "Select none" : `Select all ${boxes.length} shown`;
  if (status.textContent !== words) status.textContent = words;
  if (all.textContent !== offer) all.textContent = offer;
  known = tickedOf(shown).length;
  if (!known) searched = undefined;
}

// Says that rows have lost their ticks, because of another search or because the list no longer shows them.
function tellLost(context) {
  const { shown, showNotice, paragraph } = context, lost = known - tickedOf(shown).length, isOther = searched !== undefined;
  if (lost > 0 && shown.querySelector(".bulk, .browse")) {
    // A search that leaves out some of the rows must not leave a part of them ticked.
    if (isOther) for (const box of tickedOf(shown)) box.checked = false;
    const number = isOther ? known : lost, words = number === 1 ? "1 row is" : `${number} rows are`;
    showNotice(paragraph("notice", isOther ? `Another search, so ${words} no longer selected.` : `${words} no longer shown, so no longer selected.`));
  }
  if (searched !== location.search) searched = undefined;
  known = tickedOf(shown).length;
  for (const form of shown.querySelectorAll(".bulk")) tell(form, context);
}

// Ticks all rows of a list that the page shows, or none if all are ticked.
function tickAll(form, context) {
  if (!form) return;
  const boxes = boxesOf(form), isWhole = boxes.every(box => box.checked);
  for (const box of boxes) box.checked = !isWhole;
  tell(form, context);
}

// Presses a button that acts on the ticked rows. The host makes its dialog, which names the rows.
export async function act({ submitter, target }, { page, byID, ask, parse, send, openDialog, showError, again }) {
  const to = submitter.getAttribute("formaction");
  // The person knows that the rows on which the button acts may go.
  known = 0;
  if (!submitter.ariaHasPopup) {
    target.setAttribute("action", to);
    return send(target);
  }
  const { result } = await ask(to, {}, { method: "POST", body: new URLSearchParams(new FormData(target)) }).catch(() => ({}));
  const dialog = result && parse(result.dialog).firstElementChild;
  if (!dialog) return showError(result ? "The selected rows are no longer in the list." : again, "warning");
  byID(dialog.id)?.remove();
  page.append(dialog);
  dialog.addEventListener("submit", () => { known = 0; });
  dialog.addEventListener("close", () => {
    const said = byID("said");
    if (dialog.contains(said)) page.prepend(said);
    dialog.remove();
  });
  openDialog(dialog);
}

// Makes the dialog of a row's button from the list's template and the button's data. Returns undefined if only the
// host can make it.
export function makeDialog(button, tools) {
  const { address, mark, byID, controlsOf, titleOf, wordsOf, paragraph, fill } = lastContext = tools;
  const form = byID(button.getAttribute("form")), template = form?.querySelector("template"), heading = form?.dataset.heading;
  const { preset = form?.dataset.preset, values, text = wordsOf(button) ?? "", long, question, submit } = button.dataset;
  if (preset === undefined || long !== undefined || !template) return undefined;
  const dialog = template.content.firstElementChild.cloneNode(true), prefix = dialog.id.slice(0, -2);
  const controls = controlsOf(dialog), texts = new URLSearchParams(values ?? (heading ? [[controls[0].name, text]] : ""));
  const names = list => [...new Set(list)].sort().join();
  if (names(controls.map(({ name }) => name)) !== names(texts.keys())) return undefined;
  for (const node of [dialog, ...dialog.querySelectorAll("*")]) {
    for (const name of ["id", "for", "aria-labelledby", "aria-describedby", "popovertarget"]) {
      const ids = node.getAttribute(name)?.split(" ").map(id => id.startsWith(prefix) ? button.id + id.slice(prefix.length) : id);
      if (ids) node.setAttribute(name, ids.join(" "));
    }
  }
  // A cell that comes alone belongs to the row on the page.
  const row = button.closest("li, tr") ?? byID(button.id)?.closest("li, tr"), label = heading ?? wordsOf(button), isQuestion = dialog.matches("[role]") && !question;
  const [title] = dialog.querySelectorAll("h2 bdi"), send = dialog.querySelector(".foot .primary");
  title.textContent = `${label.replace(/…$/, "")} ${row.dataset.title ?? titleOf(row).textContent}${isQuestion ? "?" : ""}`;
  // The template says what the action takes away. A question of the button's own replaces this sentence.
  if (question) {
    dialog.querySelector(".question")?.remove();
    title.parentElement.after(paragraph("question", question));
  }
  const saves = heading || !button.matches(".destructive") && [...texts.values()].some(Boolean);
  send.firstElementChild.textContent = submit ?? (saves ? "Save" : label);
  send.className = `primary ${button.className}`.trim();
  // A name alone stands for the id of the row.
  const pairs = preset ? preset.split("&").map(pair => pair.includes("=") ? pair : `${pair}=${encodeURIComponent(button.value)}`) : [];
  const to = `${address}/actions/${form.elements.dialog.value}`;
  dialog.querySelector("form").setAttribute("action", `${to}?${[...pairs, mark].filter(Boolean).join("&")}`);
  for (const control of controls) fill(control, texts.get(control.name));
  return dialog;
}

// Requests a dialog that the template cannot make.
export async function fetchDialog(button, tools) {
  lastContext = tools;
  const { again, noForm, byID, placeOf, settle, showError } = tools, fresh = await requestDialog(button, tools);
  if (fresh === undefined) return showError(again);
  if (!fresh) return showError(noForm, "warning");
  byID(fresh.id)?.remove();
  fresh.dataset.fetched = "";
  placeOf(byID(button.id))?.append(fresh);
  settle();
  return fresh;
}

// Returns the newest dialog of a row's button, `null` if there is none, or undefined without an answer.
async function requestDialog(button, { ask, latest, parse }) {
  const [, list, dialog, place = 0] = button.getAttribute("form").split(":").map(decodeURIComponent);
  const query = new URLSearchParams({ dialog, list, row: button.value, button: place });
  const { result } = await ask(`${latest}&${query}`).catch(() => ({}));
  return result && parse(result.dialog).firstElementChild;
}

// The number of the last question for a dialog, by the id of its button.
const rounds = new Map();

// Requests an open dialog again, to learn what another person has changed under the typed text.
export async function refreshDialog(id, tools) {
  const { byID, renew, settle } = tools, round = (rounds.get(id) ?? 0) + 1;
  rounds.set(id, round);
  const button = byID(id), fresh = button && await requestDialog(button, tools), dialog = byID(`${id}+d`);
  // A later question has the newer answer.
  if (!fresh || !dialog || rounds.get(id) !== round) return;
  renew(dialog, fresh);
  settle();
}

// The Escape key leaves a cell as it was. A text with an error or a conflict is kept, and so is a text on its way.
document.addEventListener("keydown", ({ key, target }) => {
  const dialog = key === "Escape" && target.closest(":is(td, th) > dialog");
  if (dialog && !dialog.querySelector("[aria-invalid], [data-busy], .theirs button")) lastContext?.discard(dialog.querySelector("form"));
});

// The Enter key saves a choice in a cell, and with Ctrl or Cmd a text of several lines.
document.addEventListener("keydown", event => {
  const { target, key, ctrlKey, metaKey } = event;
  if (key !== "Enter" || !target.matches(ctrlKey || metaKey ? "dialog textarea" : ":is(td, th) > dialog select")) return;
  event.preventDefault();
  target.form.requestSubmit();
});

// Offers the records that the focused field can name. The host has put the address before this script.
export const pick = async text => (await import(picker)).begin(text);

// Decides between the person's text and the value that another person has saved.
export function decide({ target }, { controlsOf, isTicked, textOfField, baseOf, forget, markTyped, keep }) {
  const controls = controlsOf(target.closest(".control")), [{ form, name }] = controls;
  const [, kind, theirs] = target.value.match(/^(mine|theirs) ([^]*)$/);
  target.parentElement.remove();
  for (const control of controls) {
    if (kind === "mine") control.base = theirs;
    else if (isTicked(control)) control.checked = theirs.split("\n").includes(control.value);
    else control.value = theirs;
  }
  for (const control of controls) control.dispatchEvent(new Event("input", { bubbles: true }));
  if (textOfField(form, name) === baseOf(controls[0])) {
    controls.forEach(forget);
    markTyped(form);
    keep();
  }
  (controls.find(control => control.checked) ?? controls[0]).focus();
}

// Copies the address of a page that several people watch.
export async function copy({ target }) {
  const shared = document.querySelector("#share input");
  shared.select();
  try { await navigator.clipboard.writeText(shared.value); } catch { document.execCommand("copy"); }
  target.textContent = "Copied";
  setTimeout(() => { target.textContent = "Copy"; }, 2000);
}

// MARK: Drawings

let lastContext;
// Says the place of the cross to a screen reader.
const spoken = Object.assign(document.createElement("p"), { className: "spoken" });
spoken.setAttribute("role", "status");
// The places of the crosses, by the ids of the drawings. A drawing that is replaced loses its cross.
const crosses = new Map();

const sizeOf = drawing => [drawing.viewBox.baseVal.width, drawing.viewBox.baseVal.height];
const nameOf = drawing => drawing.querySelector("g").id;

// Taps at the place of a click.
export function tap(event, context) {
  lastContext = context;
  const drawing = event.target.closest("[data-tap]");
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  send(drawing, moveCross(drawing, [x, y]));
}

// Sends a tap, after the texts that were typed before it. Each place has a form of its own, so that no tap waits for
// another one, and a tap that is repeated because it got no answer has the same key.
function send(drawing, place) {
  const to = new URL(drawing.dataset.tap, location);
  ["x", "y"].forEach((name, index) => {
    const digits = drawing.dataset.whole?.split(" ").includes(name) ? 0 : 2;
    to.searchParams.set(name, Number(place[index].toFixed(digits)));
  });
  const { page } = lastContext, address = to.pathname + to.search, forms = [...page.querySelectorAll("form.tap")];
  const form = forms.find(each => each.getAttribute("action") === address) ?? document.createElement("form");
  for (const each of forms) if (each !== form && each.dataset.sent && !("busy" in each.dataset)) each.remove();
  // A form that waits for typed texts was not sent yet, and stays.
  delete form.dataset.sent;
  if (!form.isConnected) {
    Object.assign(form, { className: "tap", method: "post", hidden: true });
    form.setAttribute("action", address);
    new MutationObserver(() => { form.dataset.sent = "1"; }).observe(form, { attributeFilter: ["data-busy"] });
    page.append(form);
  }
  form.requestSubmit();
}

// Draws the cross at a place, or at the nearest one inside the drawing. Returns the place.
function moveCross(drawing, place) {
  const inside = place.map((number, index) => Math.min(sizeOf(drawing)[index], Math.max(0, number)));
  crosses.set(nameOf(drawing), inside);
  let cross = drawing.querySelector(".cross");
  if (!cross) {
    cross = document.createElementNS("http://www.w3.org/2000/svg", "path");
    cross.setAttribute("class", "cross");
    cross.setAttribute("pointer-events", "none");
    drawing.append(cross);
  }
  const [x, y] = inside, arm = Math.max(...sizeOf(drawing)) / 50;
  cross.setAttribute("d", `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`);
  return inside;
}

// The arrow keys move the cross by a hundredth of the drawing, with the Shift key by a twentieth.
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", event => {
  const { target: drawing, key, shiftKey } = event, arrow = arrows[key], isTap = key === "Enter" || key === " ";
  if (!arrow && !isTap || !drawing.matches("[data-tap]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const size = sizeOf(drawing), unit = Math.max(...size) / (shiftKey ? 20 : 100);
  const place = crosses.get(nameOf(drawing)) ?? size.map(length => length / 2);
  const moved = moveCross(drawing, arrow ? place.map((number, index) => number + arrow[index] * unit) : place);
  drawing.querySelector(".cross").scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!spoken.isConnected) lastContext.page.append(spoken);
  spoken.textContent = moved.map(number => Math.round(number)).join(", ");
  if (isTap && !event.repeat) send(drawing, moved);
});
