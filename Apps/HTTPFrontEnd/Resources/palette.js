// Finds features and actions, and lists the keys, on every page: Ctrl-K or `:`, and `?`. A page without a session loads
// this script at once, and a session's page when it is needed first. All pages also work without this script.
(() => {
  const find = document.querySelector(".find input"), shown = document.getElementById("shown");
  const searchOf = () => shown?.querySelector(".browse [type=search]");

  // MARK: Keys

  const keys = addDialog("Keys", `<h2>Keys</h2><dl></dl><label class="check"><input type="checkbox"> Letters and digits press buttons</label>
    <div class="foot"><button class="quiet" autofocus>Close</button></div>`);
  const letterBox = keys.querySelector("input");
  styled(letterBox.parentElement, "margin: 0.75rem 0; font-weight: 400");
  letterBox.addEventListener("change", () => {
    try { localStorage.letters = letterBox.checked ? "on" : "off"; } catch { /* this browser keeps no settings */ }
  });
  keys.style.paddingBottom = 0;

  function openKeys() {
    const lines = [["Ctrl K or :", "Find a feature or an action"], ["?", "List the keys"]];
    if (searchOf() || !shown) lines.unshift(["/", shown ? "Search the list" : "Find a feature"]);
    if (shown?.querySelector("tbody > [id], .rows")) {
      lines.push(["↑ ↓", "Move between the rows, from the search or a row"], ["Enter", "Open the row"]);
      const letters = new Map();
      for (const button of shown.querySelectorAll(".buttons [data-key]")) letters.set(button.dataset.key, wordsOf(button));
      for (const { id, dataset } of shown.querySelectorAll("form[data-key]")) {
        const button = shown.querySelector(`.buttons [form="${CSS.escape(id)}"]`);
        if (button) letters.set(dataset.key, wordsOf(button));
      }
      if (!shown.querySelector("#steps")) lines.push(["J K", "Move between the rows"]);
      lines.push(...[...letters].map(([key, words]) => [key.toUpperCase(), `${words}, from a row`]));
      if (shown.querySelector("th .sort")) lines.push(["S", "Order by the next column"]);
    }
    for (const button of shown?.querySelectorAll("#steps [data-key]") ?? []) {
      lines.push([`${button.dataset.key.toUpperCase()} or Alt ${button.textContent}`, wordsOf(button)]);
    }
    for (const button of shown?.querySelectorAll(":is(#presses, #asks) [data-key]") ?? []) {
      lines.push([button.dataset.key.toUpperCase(), wordsOf(button)]);
    }
    lines.push(["Esc", "Close; a form keeps its text"]);
    keys.querySelector("dl").replaceChildren(...lines.map(texts => {
      const line = document.createElement("div");
      line.append(...texts.map((text, index) => part(index ? "dd" : "dt", text)));
      return line;
    }));
    try { letterBox.checked = localStorage.letters !== "off"; } catch { letterBox.checked = true; }
    letterBox.parentElement.hidden = !shown;
    keys.showModal();
  }

  keys.querySelector("button").addEventListener("click", () => keys.close());

  // MARK: Palette

  const palette = addDialog("Go to", `<input type="search" autocomplete="off"><div class="choices"></div>
    <p class="hint">↑ ↓ choose · Enter go · ? keys</p>`);
  const [question, choices] = palette.children;
  styled(choices, "max-height: 50vh; margin: 0.5rem 0; overflow-y: auto");
  question.placeholder = question.ariaLabel = shown ? "Find a feature or an action" : "Find a feature";
  let entries = [];

  // Lists the buttons of the page and the links to other places, in the order of the terminal (PaletteEntry). The other
  // pages and the appearance are only a page's.
  function openPalette(text = "") {
    const row = document.activeElement.closest("tbody > tr, .rows > li"), name = row && wordsOf(row.querySelector("th, .words"));
    entries = [
      ...entriesOf(row ? [...row.querySelectorAll(".buttons button:not([popovertarget], dialog *)")] : [], name, { detail: name }),
      ...["#presses button", "#steps button", "#asks > button", "#elements .presses:not(.bulk) button:not(dialog *)"].flatMap(place => entriesOf(place, "Action")),
      ...entriesOf([...document.querySelectorAll(".bulk button")].filter(button => button.checkVisibility()), "Action"),
      ...entriesOf("th .sort", "Order", { before: "Sort by " }), ...entriesOf(".more button", "Action"),
      ...entriesOf("#up a:not([href='/'])", "Up", { finding: "place", detail: "Up" }),
      ...entriesOf("#side li a", "Feature", { finding: "place" }), ...entriesOf("tbody th a, .rows .words a", "Row", { finding: "row" }),
      ...entriesOf("#up a[href='/'], .bar [popovertarget=share], footer a", "Page", { finding: "place" }), ...entriesOf(".theme button", "Appearance")
    ];
    if (searchOf()) entries.push({ title: "Search the list", kind: "", finding: "always", act: search });
    question.value = text;
    list();
    palette.showModal();
    question.setSelectionRange(text.length, text.length);
  }

  const entriesOf = (place, kind, { finding = "name", detail = "", before = "" } = {}) => (place.map ? place : [...document.querySelectorAll(place)])
    .filter(target => !target.disabled).map(target => ({
      title: before + wordsOf(target), detail: target.parentElement.dataset.summary ?? detail, kind, finding,
      act: () => { target.focus(); target.click(); }
    }));

  function list() {
    const text = question.value.trim(), found = findEntries(text, entries);
    choices.replaceChildren(...found.map(({ title, kind, finding, act }) => {
      const choice = part("button", text && finding === "always" ? `${title} for “${text}”` : title);
      if (kind) choice.append(" ", styled(part("small", kind), "margin-inline-start: auto; opacity: 0.75"));
      choice.addEventListener("click", () => { palette.close(); act(); });
      return choice;
    }));
    if (!found.length) choices.textContent = "Nothing has this name.";
  }

  function search() {
    const field = searchOf(), text = question.value.trim();
    if (text) {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.focus();
  }

  palette.addEventListener("input", list);

  palette.addEventListener("keydown", event => {
    const { key, target } = event, all = [question, ...choices.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    // The Enter key presses the first choice from the field, so the next one is the second.
    const place = all.indexOf(target) || (step === 1 && all[2] ? 1 : 0);
    if (key === "?" && !question.value) { palette.close(); openKeys(); }
    else if (key === "Enter" && target === question) choices.querySelector("button")?.click();
    else if (step) all.at((place + step) % all.length).focus();
    else {
      // A letter or a space goes on with the text. Only the Enter key presses a choice.
      if (key.length === 1 && !event.ctrlKey && !event.metaKey) question.focus();
      return;
    }
    event.preventDefault();
  });

  // MARK: Opening

  function open(key, text) {
    if (key === "?") openKeys(); else openPalette(text);
  }

  document.addEventListener("keydown", event => {
    const { key, target } = event;
    if (document.querySelector("dialog:modal")) return;
    const isTyping = target.matches("input, select, textarea");
    if (key === "k" && (event.ctrlKey || event.metaKey) || !isTyping && (key === "?" || key === ":")) open(key);
    else if (key === "/" && !isTyping && !shown && find?.checkVisibility()) find.focus();
    else return;
    event.preventDefault();
  });

  // A narrow window has a button instead of the field.
  document.querySelector(".find")?.addEventListener("submit", event => {
    if (find.checkVisibility()) return;
    event.preventDefault();
    openPalette();
  });

  // The script of a session's page has loaded this script for a key, and tells what was typed meanwhile.
  document.addEventListener("find", ({ detail }) => open(...detail));

  // A session's page loads this script itself. The host has put the address before this script.
  if (!shown) document.addEventListener("focusin", async ({ target }) => {
    const { value, dataset } = target;
    if (dataset.choices) (await import(picker)).begin(value);
  });

  // MARK: Commands

  // Each command in the documentation can be copied.
  for (const code of navigator.clipboard ? document.querySelectorAll(".command pre") : []) {
    const copy = part("button", "Copy");
    copy.type = "button";
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 2000);
    });
    code.before(copy);
  }

  // MARK: Parts

  function part(name, text) {
    const node = document.createElement(name);
    node.textContent = text;
    return node;
  }

  function addDialog(label, html) {
    const dialog = document.createElement("dialog");
    Object.assign(dialog, { className: "palette", ariaLabel: label, innerHTML: html });
    dialog.setAttribute("closedby", "any");
    return document.body.appendChild(styled(dialog, "margin-top: 12vh; --edges: 0.75rem; padding: 0.75rem"));
  }

  // The first load of a page is short, so these rules are not in its style sheet.
  function styled(node, rules) {
    node.style.cssText = rules;
    return node;
  }

  function wordsOf(target) {
    const words = target.querySelector("bdi") ?? target.querySelector("span");
    return (words?.textContent ?? target.ariaLabel ?? target.textContent).trim();
  }
})();
