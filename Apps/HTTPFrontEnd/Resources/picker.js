// Offers the records that the focused field can name: an editable combobox with a list (WAI-ARIA Authoring Practices). The
// page loads this script when such a field first has the focus. Without the script, the field takes a title or a key.

// The first load of a page is short, so these rules are not in its style sheet.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .picker { position: fixed; inset: auto; margin: 0; padding: 4px; border: 0; border-radius: 8px; background: var(--raised); color: var(--ink); box-shadow: var(--shadow); font-size: 0.9375rem; font-weight: 400; text-align: start; white-space: normal; overflow: hidden; }
  .picker:popover-open { display: flex; flex-direction: column; }
  .picker ul { min-height: 0; margin: 0; padding: 0; overflow-y: auto; overscroll-behavior: contain; list-style: none; }
  .picker li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; min-height: var(--press); padding: 0.25rem 0.6rem; border-radius: 5px; overflow-wrap: anywhere; cursor: pointer; }
  .picker li:hover { background: var(--hover); }
  .picker [aria-selected="true"] { background: var(--tint); outline: 2px solid var(--link); outline-offset: -2px; }
  .picker p { margin: 0; padding: 0.35rem 0.6rem; color: var(--quiet); font-size: 0.8125rem; }
  @media (max-width: 40rem) { .picker li { min-height: 44px; } }
  @media (forced-colors: active) {
    .picker { border: 1px solid; }
    .picker [aria-selected="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; outline-color: HighlightText; }
    .picker [aria-selected="true"] .detail { color: inherit; }
  }`);
document.adoptedStyleSheets.push(sheet);

const popup = document.createElement("div"), list = document.createElement("ul"), status = document.createElement("p");
popup.className = "picker";
popup.popover = "manual";
Object.assign(list, { id: "picker", role: "listbox" });
status.setAttribute("aria-live", "polite");
popup.append(list, status);

// The field that has the focus, and the text that it had before the person typed.
let input, seen;
// The loaded records, the search that has found them, where its next page begins, and the place of the active option.
let choices = [], search, next, active = -1;
// The running request and the one that waits for a pause. `step` is the move that a key has asked for meanwhile.
let request, pause, step = 0;
let isTaking = false;

const isOpen = () => popup.isConnected && popup.matches(":popover-open");
// The host compares titles without regard to case and accents.
const fold = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

// MARK: Field

// Updates of the page take away attributes that the host does not know, and parts around the field.
const observer = new MutationObserver(() => {
  if (!input.isConnected || !input.checkVisibility()) return leave();
  describe();
  if (isShown && !popup.isConnected) show();
  place();
});
let isShown = false;

function enter(target) {
  if (target === input) return;
  leave();
  if (!target.matches("input[data-choices]:enabled")) return;
  [input, seen] = [target, target.typed ? undefined : target.value];
  observer.observe(input, { attributes: true });
  describe();
}

function leave() {
  if (!input) return;
  close();
  observer.disconnect();
  input = undefined;
}

function describe() {
  const isExpanded = isShown && choices.length > 0;
  const wanted = {
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": String(isExpanded),
    "aria-controls": isExpanded ? list.id : null, "aria-activedescendant": isExpanded && active >= 0 ? idOf(active) : null
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (input.getAttribute(name) === value) continue;
    if (value === null) input.removeAttribute(name); else input.setAttribute(name, value);
  }
}

// MARK: List

const idOf = index => `picker:${index}`;

// A modal dialog makes everything outside it inert.
function show() {
  isShown = true;
  const parent = input.closest("dialog") ?? input.closest("main") ?? document.body;
  if (popup.parentElement !== parent) parent.append(popup);
  list.ariaLabel = input.labels[0]?.querySelector("bdi")?.textContent ?? "Choices";
  if (!isOpen()) popup.showPopover();
  observer.observe(parent, { childList: true, subtree: true });
  place();
}

function close() {
  clearTimeout(pause);
  request?.abort();
  pause = request = search = undefined;
  step = 0;
  if (!isShown) return;
  isShown = false;
  popup.remove();
  clear();
  // The observer goes on with the field alone.
  observer.disconnect();
  observer.observe(input, { attributes: true });
  describe();
}

function clear() {
  [choices, next, active] = [[], undefined, -1];
  list.replaceChildren();
  list.hidden = true;
}

// Puts the list below the field, or above it where there is more room.
function place() {
  if (!isOpen()) return;
  const field = input.getBoundingClientRect(), { height = innerHeight, offsetTop = 0 } = visualViewport ?? {};
  const below = offsetTop + height - field.bottom - 12, above = field.top - offsetTop - 12;
  const isBelow = below >= Math.min(180, above), width = Math.min(Math.max(field.width, 260), innerWidth - 16);
  const left = Math.max(8, Math.min(field.left, innerWidth - width - 8));
  const rules = `left: ${left}px; width: ${width}px; max-height: ${Math.max(96, Math.min(320, isBelow ? below : above))}px; `
    + (isBelow ? `top: ${field.bottom + 4}px` : `bottom: ${innerHeight - field.top + 4}px`);
  if (popup.dataset.place === rules) return;
  popup.dataset.place = rules;
  popup.style.cssText = rules;
}

// Opens the list with the records that the field's text finds. A text that the person has not typed finds all records.
function open(delay = 0) {
  clearTimeout(pause);
  const text = input.value === seen ? "" : input.value.trim();
  if (text === search && isShown) return;
  request?.abort();
  search = text;
  activate(-1);
  if (!isShown) {
    clear();
    tell("Loading…");
    show();
  }
  request = undefined;
  pause = setTimeout(load, delay);
}

// Loads the first page of the search, or the next one.
async function load(after) {
  const own = request = new AbortController(), field = input;
  pause = undefined;
  const query = new URLSearchParams({ search, ...after && { after } });
  try {
    const answer = await fetch(`${field.dataset.choices}?${query}`, { signal: own.signal, headers: { Accept: "application/json" } });
    // The person may not see the records, and still enter a key.
    if (answer.status === 404 || answer.status === 403) {
      if (field === input) leave();
      delete field.dataset.choices;
      for (const name of ["role", "aria-autocomplete", "aria-expanded"]) field.removeAttribute(name);
      return;
    }
    if (!answer.ok) throw answer;
    const page = await answer.json();
    if (own !== request) return;
    if (!after) clear();
    add(page.choices);
    next = page.next;
    tell(!choices.length ? "No matches" : next ? `More than ${choices.length} matches` : choices.length === 1 ? "1 match" : `${choices.length} matches`);
  } catch {
    if (own !== request) return;
    if (!after) clear();
    step = 0;
    tell("The list could not be loaded.");
  }
  request = undefined;
  describe();
  place();
  const asked = step;
  step = 0;
  if (asked) move(asked);
}

function add(page) {
  for (const { title, detail } of page) {
    const option = document.createElement("li");
    Object.assign(option, { id: idOf(list.children.length), role: "option", ariaSelected: "false" });
    option.append(part(title));
    if (detail) option.append(" ", Object.assign(part(detail), { className: "detail" }));
    list.append(option);
  }
  choices.push(...page);
  list.hidden = !choices.length;
}

const part = text => Object.assign(document.createElement("bdi"), { textContent: text });

function tell(words) {
  if (status.textContent !== words) status.textContent = words;
}

function activate(index) {
  list.children[active]?.setAttribute("aria-selected", "false");
  active = index;
  const option = list.children[active];
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  describe();
}

// Moves by one option. The last option is followed by the next page, and then by the first option.
function move(by) {
  if (pause || request) return step = by;
  if (by > 0 && active === choices.length - 1 && next) {
    step = by;
    return load(next);
  }
  const { length } = choices;
  if (length) activate(active < 0 ? (by > 0 ? 0 : length - 1) : (active + by + length) % length);
}

// Puts the title into the field, or the key if another loaded record has the same title. The form sees it as typing.
function take({ id, title }) {
  const isOnly = choices.filter(other => fold(other.title) === fold(title)).length === 1;
  isTaking = true;
  close();
  input.value = seen = isOnly ? title : id;
  picked.set(input, { text: input.value, id });
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  isTaking = false;
}

// The keys of the records that were taken, with the texts of the fields. A title can belong to several records, or be the
// key of another one, so a form sends the key as long as the text stays.
const picked = new Map();
document.addEventListener("formdata", ({ target, formData }) => {
  for (const [field, { text, id }] of picked) {
    if (!field.isConnected) picked.delete(field);
    else if (field.form === target && field.value === text && formData.has(field.name)) formData.set(field.name, id);
  }
});

// MARK: Events

document.addEventListener("focusin", ({ target }) => enter(target));
document.addEventListener("focusout", ({ target }) => {
  // If the whole window loses the focus, the field stays focused within the page.
  if (target === input && target !== document.activeElement) leave();
});

document.addEventListener("input", ({ target }) => {
  if (!isTaking) picked.delete(target);
  if (target !== input || isTaking) return;
  seen = undefined;
  open(150);
});

// The page obeys keys too. The list comes first, so this listener does.
document.addEventListener("keydown", event => {
  const { key, target, altKey } = event, { ctrlKey, metaKey, shiftKey, isComposing } = event;
  if (target !== input || ctrlKey || metaKey || shiftKey || isComposing) return;
  if (altKey && key === "ArrowDown") open();
  else if (altKey && key === "ArrowUp" && isShown) close();
  else if (altKey) return;
  else if (key === "ArrowDown" || key === "ArrowUp") {
    if (!isShown) open();
    move(key === "ArrowDown" ? 1 : -1);
  } else if (key === "Enter" && active >= 0) take(choices[active]);
  else if (key === "Escape" && isShown) close();
  else {
    if (key === "Enter" || key === "Tab") close();
    // The caret moves in the text.
    else if (/^(Home|End|ArrowLeft|ArrowRight)$/.test(key)) activate(-1);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}, true);

// The focus stays in the field.
popup.addEventListener("mousedown", event => event.preventDefault());
document.addEventListener("click", event => {
  if (popup.contains(event.target)) {
    event.stopPropagation();
    const option = event.target.closest("[role=option]");
    if (option) take(choices[[...list.children].indexOf(option)]);
  } else if (event.target === input) wasShown ? close() : open();
}, true);
let wasShown = false;
document.addEventListener("pointerdown", () => { wasShown = isShown; }, true);

list.addEventListener("scroll", () => {
  if (next && !request && list.scrollTop + list.clientHeight > list.scrollHeight - 100) load(next);
});
addEventListener("scroll", place, true);
addEventListener("resize", place);
visualViewport?.addEventListener("resize", place);

// Makes up for what the person did while this script was loading.
//
// - Parameter text: The text of the field when it got the focus.
export function begin(text) {
  if (hasBegun) return;
  hasBegun = true;
  enter(document.activeElement);
  if (!input) return;
  if (input.value !== text) seen = undefined;
  if (input.value !== text || input.matches(":hover")) open();
}
let hasBegun = false;
