// Makes a session's page live: applies the host's updates, and sends forms without leaving the page.
(() => {
  const byID = id => document.getElementById(id);
  const root = document.documentElement, page = byID("session"), shown = byID("shown"), light = byID("live");
  const said = byID("said"), notices = byID("notices"), refusal = byID("refusal"), gone = byID("gone");
  const { session, feature, host } = page.dataset, isShared = "shared" in page.dataset;
  // The mark makes the host answer with the shared page.
  const address = `/sessions/${session}`, mark = isShared ? ".shared=1" : "", latest = `${address}?${mark}`;
  // The address of the shown place, without the session.
  let { place } = page.dataset;
  // Increase the number when the format of the stored value changes.
  const draftsName = `typed 4 in ${place.split("?")[0]}`;
  // Values for the next page of this tab.
  const store = (name, value) => { try { sessionStorage.setItem(name, value); } catch { /* it is lost */ } };
  const stored = name => { try { return sessionStorage.getItem(name); } catch { return undefined; } };
  let revision = Number(page.dataset.revision);
  let source, timer, delay = 0, hasEnded = false, isStale = false;

  // MARK: State of the connection

  // The messages about a form that got no answer. A form on change is sent again without a press.
  const again = "Not sent: the host cannot be reached. Try again.", later = "Not sent yet.", noForm = "This form is no longer available.";
  const words = { connecting: "Connecting…", live: "Live", offline: "Reconnecting…", ended: "Ended" };

  function showState(state) {
    if (root.dataset.live === state) return;
    root.dataset.live = state;
    light.textContent = words[state];
    tellDialog();
  }

  // Says in the open dialog what the person cannot see behind it.
  function tellDialog() {
    const form = document.querySelector("dialog:modal form.fill"), status = form?.querySelector(".foot [role]");
    if (status && !sendings.get(form)?.isBusy) status.textContent = root.dataset.live === "offline" ? words.offline : "";
  }

  function connect(isRenewal) {
    clearTimeout(timer);
    if (hasEnded || document.hidden || source) return;
    if (root.dataset.live !== "offline" && !isRenewal) showState("connecting");
    const stream = source = new EventSource(`${address}/live?after=${revision + page.dataset.rights}&${mark}`);
    const on = (name, act) => stream.addEventListener(name, event => {
      if (stream === source) act(JSON.parse(event.data));
    });
    stream.onopen = () => { delay = 0; showState("live"); };
    stream.onerror = () => {
      if (stream !== source) return;
      showState("offline");
      if (stream.readyState === EventSource.CLOSED) { disconnect(); retry(); }
    };
    on("frame", show);
    on("patch", patch);
    on("work", apply);
    on("notice", notice => showNotices(notice.html));
    on("viewers", ({ count }) => { byID("viewers").textContent = count > 1 ? `${count} viewing` : ""; });
    on("renew", () => { disconnect(); connect(true); });
    on("closed", () => {
      if (isShared) return end();
      disconnect();
      showState("offline");
      retry();
    });
  }

  function disconnect() {
    if (source) source.close();
    source = undefined;
  }

  function reconnect() {
    disconnect();
    connect();
  }

  function retry() {
    clearTimeout(timer);
    delay = Math.min(delay * 2 || 500, 15000);
    timer = setTimeout(async () => {
      try {
        const answer = await ask(latest);
        if (answer.status === 404) return end();
        if (answer.status === 401) return location.reload();
        if (answer.ok) return connect();
      } catch { /* the host cannot be reached */ }
      retry();
    }, delay * (0.75 + Math.random() / 2));
  }

  function end() {
    if (hasEnded) return;
    hasEnded = true;
    disconnect();
    // A new session begins at the same place. It gets the typed text, and opens the same dialog.
    if (!isShared) {
      for (const [id, { held }] of typings) for (const [name, { state }] of held) if (state !== "answered") {
        for (const control of groupOf(byID(id), name)) if (control.type !== "password") typed[control.id] = [valueOf(control)];
      }
      keep();
      store("ended", document.querySelector("dialog:modal")?.id || "-");
      return location.replace(place + location.hash);
    }
    showState("ended");
    document.querySelector("dialog:modal")?.close();
    const ended = byID("ended");
    ended.querySelector("a").href = place;
    ended.hidden = false;
    shown.inert = true;
  }

  // Says that the page replaces the page of an ended session, and opens the dialog that was open there.
  // Also says the success of the action that has led to this page.
  function reopen() {
    const id = stored("ended"), done = stored("done");
    store("ended", "");
    store("done", "");
    if (done) tellSuccess(done);
    if (!id) return;
    const button = byID(id.slice(0, -2));
    if (button?.matches(asker)) openFrom(button); else byID(id)?.showModal?.();
    showError("The session had ended. This is a new one.", "warning");
  }

  // MARK: Updates from the server

  function parse(html, row) {
    const template = document.createElement("template");
    template.innerHTML = html;
    nameAskers(template.content, row);
    return template.content;
  }

  function show(frame) {
    if (frame.revision < revision) return;
    enter(frame.place);
    apply(frame);
    revision = frame.revision;
    settle();
  }

  function patch(change) {
    if (change.to <= revision) return;
    if (change.from !== revision) return reconnect();
    const focus = document.activeElement;
    enter(change.place);
    for (const edit of change.edits) apply(edit);
    revision = change.to;
    // A moved element has lost the focus. If the element was replaced, the new element has the same id.
    const place = focus.isConnected ? focus : byID(focus.id);
    if (place && place !== document.activeElement && place !== document.body) place.focus({ preventScroll: true });
    settle();
  }

  function apply(edit) {
    if (edit.drop) return edit.drop.forEach(id => remove(byID(id)));
    if (edit.class !== undefined) { byID(edit.of).className = edit.class; return; }
    if (edit.current !== undefined) {
      byID(edit.of)?.querySelector(":scope > [aria-current]")?.removeAttribute("aria-current");
      byID(edit.current)?.setAttribute("aria-current", "true");
      return;
    }
    if (edit.child !== undefined) {
      const child = byID(edit.of)?.children[edit.child];
      if (!child) return;
      const fresh = parse(edit.html, rowOf(child)).firstElementChild;
      keepDialogs(child, fresh);
      flash(rowOf(morph(child, fresh)));
      return;
    }
    const parent = byID(edit.into);
    // The node after the new parts. It is looked up once, so that several parts keep their order.
    const next = !parent || edit.at === "end" ? null : edit.after ? byID(edit.after)?.nextSibling : parent.firstChild;
    const place = node => node && parent && parent.insertBefore(node, next || null);
    if (edit.move) return place(byID(edit.move));
    for (const node of [...parse(edit.html).children]) {
      const there = byID(node.id), text = there?.textContent;
      const part = there ? morph(there, node) : node;
      if (edit.into) place(part);
      // A sorted list repeats its rows, because their links contain the order.
      if (there && part.matches(rowSelector) && part.textContent !== text) flash(part);
    }
  }

  function flash(row) {
    if (row && !matchMedia("(prefers-reduced-motion: reduce)").matches) row.animate({ backgroundColor: ["var(--tint)", "transparent"] }, 3000);
  }

  const controlsOf = node => [...node.querySelectorAll("input:not(.theirs *), select, textarea")];
  const rowSelector = ".rows > li, tbody > tr[id]", rowOf = node => node.closest(rowSelector);
  // The record of the row was deleted, or it has another place now.
  const away = "No longer in this list:", titleOf = row => row.querySelector(".words bdi, th bdi");
  const rowsOf = node => [...node.querySelectorAll(rowSelector)];

  // Focuses a row or the heading, but never a button, which the next key could press by mistake.
  function focusAtRest(place = byID("title")) {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  function remove(node, successor) {
    if (!node) return;
    const row = rowOf(node);
    // If a row is removed, the focus moves to the next or the previous row. If a part of a row is removed, the focus
    // moves to the row.
    const place = row === node ? node.nextElementSibling || node.previousElementSibling : row;
    const hadFocus = node.contains(document.activeElement), dialog = node.querySelector?.("dialog:modal:not(:has([data-busy]))");
    if (node.contains(said)) page.prepend(said);
    if (node === said) return;
    collectLost(node);
    if (successor) node.replaceWith(successor); else node.remove();
    // A key that was meant for the dialog must not act on another row. A dialog whose form is being sent ends anyway.
    if (hadFocus) focusAtRest(!dialog && place || undefined);
    if (row === node && dialog && !lost.some(each => each.row === row.id)) showError(`${away} ${titleOf(row).textContent}`);
  }

  // MARK: Places

  // The number of own steps under way: forms that are sent, and links that are followed. The browser's Back undoes them.
  let steps = 0;
  // The place at which the person began to type into a form on change, until the next step, and whether the history has a
  // step for the typed text. The first change of a text, each choice, and the first change after the Enter key add a step.
  let base, hasStep = false;

  const located = place => `${place}${place.includes("?") ? "&" : "?"}session=${session}`;

  // Prepares the page for an update that shows another place. Each place has its own typed texts.
  function enter(next) {
    if (!next || next === place) return;
    place = next;
    // A list that is searched or sorted keeps the typed texts.
    if (!base) {
      ({ typed, lost } = drafts[place] || { typed: {}, lost: [] });
      for (const control of controlsOf(shown)) {
        if (!control.typed || isOnChange(control.form)) continue;
        reset(control);
        markTyped(control.form);
      }
    }
    if (isShared) return;
    if (steps) addStep();
    else if (base && !hasStep) {
      pushStep();
      hasStep = true;
    } else replaceStep(place);
  }

  const replaceStep = to => history.replaceState(history.state, "", located(to) + location.hash);

  const pushStep = () => history.pushState(null, "", located(place));

  function addStep() {
    endTyping();
    pushStep();
  }

  function endTyping() {
    base = undefined;
    hasStep = false;
  }

  const isInside = ({ hash, pathname, search }) => !isShared && !hash && pathname === location.pathname
    && search.endsWith("session=" + session);

  // Shows a place of the page's session. If the session cannot show it, calls `load`.
  async function go(to, load) {
    try {
      const { ok, result } = await ask(to);
      if (!ok || !result) throw to;
      show(result);
    } catch { load(); }
  }

  async function visit(link) {
    if (!isInside(link)) return location.assign(link.href);
    const isHeading = link.closest?.("thead");
    if (isHeading && [...typings.values()].some(isPending)) {
      column = [isHeading.id, link.closest("th").cellIndex];
      return;
    }
    base = isHeading && place;
    if (link.closest?.(".browse")) forgetTypings();
    steps += 1;
    const left = located(place);
    link.toggleAttribute?.("data-busy");
    await go(link.href, () => location.assign(link.href));
    link.toggleAttribute?.("data-busy");
    steps &&= steps - 1;
    if (isHeading) return;
    scrollTo(0, 0);
    focusAtRest();
    shown.querySelector(`[href="${left}"]`)?.focus();
  }

  addEventListener("popstate", async ({ state }) => {
    if (isShared || location.pathname + location.search === located(place)) return;
    // A step that is still under way adds nothing to the history any more.
    steps = 0;
    endTyping();
    forgetTypings();
    await go(location.pathname + location.search, () => location.reload());
    // The browser cannot restore the scroll position before the page shows the rows again.
    if (!state) return;
    focusRow(state);
    scrollTo(0, state.top);
  });

  function forgetTypings() {
    for (const [id, { held }] of typings) release(byID(id), held.keys());
    typings.clear();
  }

  const focusRow = state => byID(state ? state.row : location.hash.slice(1))?.closest(rowSelector)?.querySelector("a")?.focus({ preventScroll: true });

  // MARK: Changes of elements

  // Updates an old element so that it equals a fresh one, but keeps the person's input and focus.
  function morph(old, fresh) {
    if (old.nodeName !== fresh.nodeName) {
      // The text area stays, because a single-line control would remove the line breaks from the typed text.
      if (old.typed) return old;
      remove(old, fresh);
      return fresh;
    }
    if (isStale && isOnChange(old)) return old;
    // The dialog is requested again when it is opened.
    if ("fetched" in old.dataset) return old;
    if (old.matches("li, tr")) keepDialogs(old, fresh);
    // A form that is sent on change shows the host's values, except in held controls. A held control stores the host's
    // value as its default value.
    const isHeld = isOnChange(old.form), isTyped = old.typed;
    for (const { name } of [...old.attributes]) {
      const isOwn = ["open", "tabindex", "data-busy", "data-typed"].includes(name);
      if (!isOwn && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes]) {
      // A field with typed text keeps its text even if its attribute changes.
      if (name !== "autofocus" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.nodeName === "TEXTAREA") {
      if (old.defaultValue !== fresh.defaultValue) old.defaultValue = fresh.defaultValue;
      if (!isTyped && old.value !== fresh.value) put(old, fresh.value);
    } else if (old.nodeName === "SELECT") {
      const value = isTyped ? old.value : fresh.value;
      if (old.innerHTML !== fresh.innerHTML) morphInside(old, fresh);
      if (old.value !== value) old.value = value;
    } else if (old.nodeName === "INPUT") {
      if (isTyped || old.name === "row") return old;
      if (isTicked(old)) old.checked = fresh.checked;
      else if (old.value !== fresh.value) put(old, fresh.value);
    } else morphInside(old, fresh);
    return old;
  }

  const isOnChange = node => node?.getAttribute("data-form") === "change";

  function put(control, value) {
    const { selectionStart: start, selectionEnd: end } = control;
    control.value = value;
    if (control === document.activeElement && Number.isInteger(start)) control.setSelectionRange(start, end);
  }

  function morphInside(old, fresh) {
    const told = old.querySelector(":scope > .told");
    if (told && !fresh.querySelector(":scope > .theirs")) fresh.append(told.cloneNode(true));
    const ids = new Set([...fresh.children].map(node => node.id));
    const twins = new Map([...old.children].map(node => [node.id, node]));
    let here = old.firstChild;
    const drop = () => { const next = here.nextSibling; here.nodeType === 1 ? remove(here) : here.remove(); here = next; };
    for (const node of [...fresh.childNodes]) {
      const twin = node.id && twins.get(node.id);
      // Removed nodes are dropped first, because moving the remaining nodes would remove their focus.
      while (twin && here && here !== twin && !ids.has(here.id || undefined)) drop();
      if (twin && here !== twin) { old.insertBefore(twin, here); here = twin; }
      const fits = here && here.nodeName === node.nodeName && (here.id || "") === (node.id || "");
      if (!fits) { old.insertBefore(node, here); continue; }
      const next = here.nextSibling;
      if (node.nodeType !== 1) here.data = node.data;
      else if (!here.isEqualNode(node) || here.querySelector("input, select, textarea")) morph(here, node);
      here = next;
    }
    while (here) drop();
  }

  // MARK: Dialogs of rows

  // The button of a row that opens a dialog. Without the script, it leads to a page with the open dialog.
  const asker = "button[name=row][form]";

  // The place of the dialog of a row's button.
  const placeOf = button => button?.closest(".buttons, td, th");

  function nameAskers(node, row) {
    for (const button of node.querySelectorAll(asker)) {
      const place = button.closest("li, tr") ?? row;
      button.id = `${place.id}:${button.getAttribute("form").split(":").slice(2).join(":")}`;
      button.setAttribute("aria-haspopup", "dialog");
      // The Tab key goes from row to row, and the arrow keys to the other cells.
      if (button.matches(editor)) button.tabIndex = place.querySelector(editor).id === button.id ? 0 : -1;
    }
  }

  // The script of what the first view does not need.
  let parts;
  const loadParts = async () => parts ??= await import(further);

  const tools = () => ({ shown, page, address, latest, mark, again, noForm, rowOf, rowsOf, byID, ask, parse, send, placeOf, editor, controlsOf, isTicked, textOfField, baseOf, titleOf, wordsOf, paragraph, fill, forget, discard, markTyped, keep, renew, settle, openDialog, showNotice, showError });
  const makeDialog = button => parts?.makeDialog(button, tools()), fetchDialog = button => parts?.fetchDialog(button, tools());

  function paragraph(className, words) {
    const node = document.createElement("p");
    node.className = className;
    node.appendChild(document.createElement("bdi")).textContent = words;
    return node;
  }

  function fill(control, text) {
    if (control.type === "checkbox") control.defaultChecked = text.split("\n").includes(control.value);
    else if (control.type === "radio") control.defaultChecked = text === control.value;
    else if (control.options) {
      for (const option of [...control.options]) {
        option.defaultSelected = option.value === text;
        // The text "Choose…" is for a field without a value.
        if (text && control.required && !option.value) option.remove();
      }
    } else control.defaultValue = text;
    tellValue(control);
  }

  // Returns the dialog of a row's button, which is made when it is needed first.
  function dialogOf(button) {
    const old = byID(`${button.id}+d`), dialog = old ?? makeDialog(button);
    if (dialog && !old) placeOf(button).append(dialog);
    return dialog;
  }

  // Gives a fresh row the dialogs that the page has made for the old row.
  function keepDialogs(old, fresh) {
    for (const dialog of old.querySelectorAll(":is(.buttons, td, th) > dialog")) {
      const button = fresh.querySelector("#" + CSS.escape(dialog.id.slice(0, -2)));
      if (!button?.matches(`${asker}:enabled`)) { delete dialog.dataset.fetched; continue; }
      const twin = "fetched" in dialog.dataset ? undefined : makeDialog(button);
      if (!twin) dialog.dataset.fetched = "";
      // The person learns at once what another person has changed under the typed text.
      if (!twin && dialog.querySelector("[data-typed]")) loadParts().then(({ refreshDialog }) => refreshDialog(button.id, tools()), () => { /* later */ });
      placeOf(button).append(twin ?? dialog.cloneNode());
    }
  }

  // The id of the button that was pressed last.
  let opening;

  // Opens the dialog of a row's button. A dialog that the host has made shows the newest values again.
  async function openFrom({ id }) {
    opening = id;
    await loadParts().catch(() => showError(again));
    const button = byID(id);
    if (opening !== id || !parts) return;
    if (!button) return showError(noForm, "warning");
    let dialog = dialogOf(button);
    if (dialog && "fetched" in dialog.dataset && !dialog.querySelector("[data-typed]")) dialog = dialog.remove();
    dialog ??= await fetchDialog(button);
    if (dialog) openDialog(dialog);
  }

  function renew(dialog, fresh) {
    const { fetched } = dialog.dataset;
    delete dialog.dataset.fetched;
    morph(dialog, fresh);
    if (fetched !== undefined) dialog.dataset.fetched = "";
  }

  const requestedDialogs = new Set();

  // MARK: Notices

  function showNotices(html) {
    for (const notice of [...parse(html).children]) showNotice(notice);
    while (notices.children.length > 5) notices.firstElementChild.remove();
  }

  function showNotice(notice) {
    const { running } = notice.dataset;
    // A notice in both the stream and an answer is shown once, as is the offer of an action.
    for (const other of [...notices.children]) {
      if (wordsOf(other) === wordsOf(notice) && other.dataset.running === running || offerOf(notice) && offerOf(other) === offerOf(notice)) other.remove();
    }
    // Everything outside a modal dialog is inert.
    (document.querySelector("dialog:modal") || page).prepend(said);
    notices.append(dismissible(notice));
    if (running) {
      if (!waiting.has(running)) waiting.set(running, []);
      follow();
    } else if (!notice.matches(".critical, .lasting, :has(form, a)")) {
      // A critical notice stays until the person dismisses it. So does a notice with a button or a link.
      setTimeout(() => notice.remove(), 10000);
    }
  }

  const wordsOf = notice => notice.querySelector("bdi")?.textContent;
  const offerOf = notice => notice.querySelector("form")?.getAttribute("action");

  function showError(words, tone = "critical") {
    showNotice(paragraph(`notice lasting ${tone}`, words));
  }

  function dismissible(notice, act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "dismiss", textContent: "✕", ariaLabel: "Dismiss" });
    button.addEventListener("click", () => {
      notice.remove();
      if (act) act();
      focusAtRest();
    });
    notice.prepend(button);
    return notice;
  }

  // Collects the typed texts whose form is removed from the page.
  function collectLost(node) {
    const controls = node.matches("input, select, textarea") ? [node] : controlsOf(node);
    const forms = new Map();
    for (const control of controls) {
      // A secret is not stored, so it is lost with its form.
      if (!control.typed || control.type === "password" || isOnChange(control.form)) continue;
      if (control.type === "radio" && !control.checked) continue;
      const form = control.closest("form");
      if (!forms.has(form)) forms.set(form, []);
      forms.get(form).push({ id: control.id, label: labelOf(control), text: textOf(control) });
    }
    for (const [form, fields] of forms) {
      const row = rowOf(form), record = row && titleOf(row), link = record?.closest("a")?.href;
      const action = form.getAttribute("data-title") ?? form.closest("dialog").querySelector("h2 bdi").textContent;
      lost.push({ row: row?.id, record: record?.textContent, link, action, fields });
    }
  }

  const labelOf = control => control.closest(control.type === "radio" ? ".control" : "label, .control").querySelector("bdi").textContent;

  function textOf(control) {
    if (control.type === "radio") return control.closest("label").textContent.trim();
    if (control.type === "checkbox") return control.checked ? "Yes" : "No";
    return control.options ? [...control.selectedOptions].map(option => option.textContent).join() : control.value;
  }

  // Shows lost texts. A text is no longer lost if its control is on the page again.
  function showLost() {
    const had = lost.length;
    lost = lost.filter(each => {
      each.fields = each.fields.filter(({ id }) => id in typed && !byID(id));
      return each.fields.length;
    });
    if (had) keep();
    const cards = new Map([...gone.children].map(card => [card.lost, card]));
    for (const [each, card] of cards) if (!lost.includes(each)) card.remove();
    if (shown.querySelector(".loading")) return;
    for (const each of lost) if (!cards.has(each)) gone.append(cardOf(each));
  }

  function cardOf(each) {
    const card = byID("gone-card").content.firstElementChild.cloneNode(true);
    const isRecord = each.row && !byID(each.row);
    card.lost = each;
    card.querySelector("strong").textContent = isRecord ? away : "This form is gone:";
    card.querySelector("bdi").textContent = isRecord ? each.record : each.action;
    if (isRecord && each.link) card.querySelector("a").href = each.link;
    const list = card.querySelector("dl");
    for (const { label, text } of each.fields) {
      const item = list.appendChild(document.createElement("div"));
      for (const [name, words] of [["dt", label], ["dd", text]]) {
        item.appendChild(document.createElement(name)).appendChild(document.createElement("bdi")).textContent = words;
      }
    }
    return dismissible(card, () => {
      for (const { id } of each.fields) delete typed[id];
      lost = lost.filter(other => other !== each);
      keep();
    });
  }

  // MARK: Forms

  const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map(n => n.toString(36)).join("");
  const isTicked = control => /checkbox|radio/.test(control.type);
  const valueOf = control => control.type === "checkbox" ? control.checked
    : control.type === "radio" ? textOfField(control.form, control.name) : control.value;
  // Sends a request and decodes the answer, which has a result only if this host made it.
  async function ask(to, fields, options) {
    const answer = await fetch(to, { ...options, headers: { Accept: "application/json", ...fields } });
    const { status, ok } = answer, text = await answer.text();
    let result;
    try { result = JSON.parse(text); } catch { /* HTML */ }
    if (!Number.isInteger(result?.revision) || typeof (result.html ?? result.notices) !== "string") result = undefined;
    return { status, ok, text, result };
  }

  const post = (to, body, key, fields) => ask(to, { "Idempotency-Key": key, ...fields }, { method: "POST", body });

  // Returns the text of a field. The values of several checked boxes are joined by line breaks. FormData omits a single
  // unchecked box, so its text is "false".
  function textOfField(form, name) {
    const texts = new FormData(form).getAll(name);
    return texts.length || groupOf(form, name)[1] ? texts.join("\n") : "false";
  }

  function baseOf({ form, name }) {
    const fresh = form.cloneNode(true);
    fresh.reset();
    return textOfField(fresh, name);
  }

  // Returns the body of a form, with the texts that the person saw before typing. A form element of the screen sends only
  // the fields with typed text.
  function bodyOf(form) {
    const isPlaced = form.hasAttribute("data-form");
    const controls = controlsOf(form).filter(({ id, typed }) => id && (typed || !isPlaced));
    const body = new URLSearchParams(isPlaced ? "" : new FormData(form));
    for (const control of controls) {
      if (isPlaced) body.set(control.name, textOfField(form, control.name));
      if (control.type !== "password") body.set(control.name.replace("f.", "o."), control.base ?? baseOf(control));
    }
    return body;
  }

  // The sending state by form. It is not a property of the form, because a control with the same name would hide the
  // property.
  const sendings = new WeakMap();
  // The running actions by number. An action that this page sent also has its form and its sending state.
  const waiting = new Map();
  const unanswered = new Set();
  let isFollowing = false;
  let success;
  // The ids of list ends whose next rows failed to load.
  const failed = new Set();

  async function send(form) {
    const sending = sendings.get(form) || {};
    // A second press on the same frame is a double click. A button that is pressed again on a newer frame waits for the
    // answer to the first press.
    if (sending.isBusy) return sending.isPressedAgain = revision > sending.revision && !form.matches(".fill");
    sendings.set(form, sending);
    Object.assign(sending, { isBusy: true, isPressedAgain: false, revision, typed });
    steps += 1;
    form.setAttribute("data-busy", "");
    const to = form.getAttribute("action"), body = String(bodyOf(form));
    // The key stays the same until an answer arrives, so that a retry performs the action only once. Changed text makes
    // a new request with a new key.
    if (sending.request !== `${to} ${body}`) Object.assign(sending, { request: `${to} ${body}`, key: newKey() });
    sending.rows = new Map(rowsOf(shown).map(row => [row.id, row.textContent]));
    sending.place = place;
    sending.values = new Map(controlsOf(form).map(control => [control, valueOf(control)]));
    sending.more = form.closest(".more")?.id;
    if (sending.more) failed.add(sending.more);
    const progress = form.querySelector(".foot [role]");
    const working = setTimeout(() => { if (progress) progress.textContent = "Working…"; }, 500);
    try {
      const answer = await post(to, new URLSearchParams(body), sending.key, isStreaming() ? brief : {});
      if (answer.result || answer.status < 500) {
        sending.request = undefined;
        unanswered.delete(form);
      } else unanswered.add(form);
      if (answer.result) await reach(answer.result);
      read(answer, form, sending);
    } catch {
      unanswered.add(form);
      showError(again);
    } finally {
      sending.isBusy = false;
      clearTimeout(working);
      if (progress) progress.textContent = "";
      steps &&= steps - 1;
      form.removeAttribute("data-busy");
      settle();
      if (sending.isPressedAgain && form.isConnected && !hasEnded) send(form);
    }
  }

  // Waits until the stream has brought what an answer tells. Without an open stream, requests the frame.
  async function reach(result) {
    if (result.html !== undefined) return;
    const end = performance.now() + 2000;
    while (revision < result.revision && isStreaming() && performance.now() < end) await nextFrame();
    if (revision >= result.revision) return;
    const frame = (await ask(latest)).result;
    if (frame) show(frame);
  }

  const brief = { Prefer: "return=minimal" };
  const nextFrame = () => new Promise(resolve => { arrivals.push(resolve); setTimeout(resolve, 200); });
  const arrivals = [];

  // Handles the answer to a form, either at once or when a long action has ended.
  function read(answer, form, sending) {
    // The browser is signed out. A reload redirects to the login page.
    if (answer.status === 401) return location.reload();
    const { result } = answer;
    if (!result) {
      if (answer.status === 404) return end();
      const words = answer.status < 500 ? `Not done: the host answered ${answer.status}.` : again;
      return showError(parse(answer.text).querySelector("main p")?.textContent ?? words);
    }
    if (answer.status === 202) {
      form?.closest("dialog")?.close();
      for (const notice of [...parse(result.notices).children]) {
        if (notice.dataset.running) waiting.set(notice.dataset.running, [form, { ...sending }]);
        showNotice(notice);
      }
      return;
    }
    if (answer.ok && form) {
      failed.delete(sending.more);
      done(form, sending);
    } else if (form?.elements.row && !result.form) form.closest("dialog")?.close();
    if (result.html !== undefined) take(result);
    else if (result.form) showForm(result.form);
    // Rows that the action has added or changed are marked, unless the stream has marked them.
    if (answer.ok && form && !sending.more && sending.place === place) {
      for (const row of rowsOf(shown)) {
        if (sending.rows.get(row.id) !== row.textContent && !row.getAnimations().length) flash(row);
      }
    }
    refusal.replaceChildren(parse(result.refusal ?? ""));
    for (const notice of refusal.children) dismissible(notice);
    // The stream sends the notices too. Without an open stream, the page shows the notices of the answer.
    if (!answer.ok || !isStreaming()) showNotices(result.notices);
    // No stream sends the notice of a success. It replaces the notice of this page's previous success.
    if (answer.ok && form && !success?.matches(":focus-within")) success?.remove();
    if (result.done) tellSuccess(result.done);
    const wrong = !answer.ok && form && (form.querySelector("[aria-invalid]") || shown.querySelector("[aria-invalid]"));
    if (wrong) (wrong.querySelector("input") || wrong).focus();
    open(result);
  }

  // Shows a refused form again. The dialog of a row may not be on the page.
  function showForm(html) {
    const [fresh] = parse(html).children, old = fresh && byID(fresh.id);
    if (!fresh) return;
    // The typed text does not become the host's value.
    for (const control of controlsOf(fresh)) {
      const twin = byID(control.id);
      if (twin?.form) fill(control, baseOf(twin));
    }
    if (old) renew(old, fresh);
    else placeOf(byID(fresh.id.slice(0, -2)))?.append(fresh);
  }

  // A success is no longer news after a moment, even if its notice has a link.
  function tellSuccess(html) {
    showNotices(html);
    const notice = success = notices.lastChild;
    setTimeout(() => notice.remove(), 8000);
  }

  function open({ opens, done }) {
    if (!opens) return;
    const link = new URL(opens, location.href);
    // The page of the other place says the success.
    if (!done || isInside(link)) return visit(link);
    store("done", done);
    // The record was deleted, so there is no way back to it.
    location.replace(link);
  }

  // Waits for the results of running actions, with one request at a time: a stop button needs a connection too.
  async function follow() {
    if (isFollowing) return;
    isFollowing = true;
    for (let turn = 0; waiting.size && !hasEnded; turn += 1) {
      const [number, sent] = [...waiting][turn % waiting.size];
      try {
        const answer = await ask(`${address}/running/${number}?${mark}`);
        if (answer.status === 202) continue;
        if (answer.status >= 500 && !answer.result) throw answer;
        notices.querySelector(`[data-running="${number}"]`)?.remove();
        // Status 404 means that the action has ended and its result is no longer available.
        if (answer.status !== 404) read(answer, ...sent);
        waiting.delete(number);
        settle();
      } catch { await new Promise(resolve => setTimeout(resolve, 5000)); }
    }
    isFollowing = false;
  }

  function done(form, sending) {
    // Text that was typed after the sending stays. All values are compared first: a radio button resets its group.
    const sent = controlsOf(form).filter(control => valueOf(control) === sending.values.get(control));
    // The page may show another place than at the sending.
    if (sending.typed !== typed) controlsOf(form).forEach(({ id }) => delete sending.typed[id]);
    else sent.forEach(forget);
    markTyped(form);
    keep();
    const notice = form.closest(".notice");
    if (notice) {
      const hadFocus = notice.contains(document.activeElement);
      notice.remove();
      if (hadFocus) focusAtRest();
    }
    form.closest("dialog")?.close();
    const rows = new FormData(form).getAll("row");
    for (const box of shown.querySelectorAll("[name=row]")) if (rows.includes(box.value)) box.checked = false;
  }

  function forget(control) {
    delete typed[control.id];
    reset(control);
  }

  function reset(control) {
    if (!control.id) return;
    control.typed = control.base = undefined;
    if (isTicked(control)) control.checked = control.defaultChecked;
    else if (control.options) control.selectedIndex = Math.max(0, [...control.options].findIndex(option => option.defaultSelected));
    else control.value = control.defaultValue;
    tellValue(control);
  }

  async function discard(form) {
    const controls = controlsOf(form);
    controls.forEach(forget);
    markTyped(form);
    keep();
    unanswered.delete(form);
    // The page's copy of a refused form contains its error messages, and the record may have changed. The page
    // therefore requests the form again.
    const dialog = form.closest("dialog"), button = dialog && byID(dialog.id.slice(0, -2));
    const fresh = button?.matches(asker) && makeDialog(button);
    if (fresh) return morph(dialog, fresh);
    try {
      const { ok, result } = await ask(latest);
      if (ok && result) { take(result); settle(); }
    } catch { /* the page stays as it is */ }
  }

  // Says beside each field which value another person has saved while the person typed. Until the person decides, the
  // browser does not send the form. The host says the same beside the fields of a form that it has refused.
  function tellConflicts() {
    for (const place of page.querySelectorAll("form.fill:not([data-form=change]) .control")) {
      const controls = controlsOf(place), typed = controls.find(control => control.typed && control.type !== "password");
      const told = place.querySelector(".theirs:not(.told)"), theirs = told?.querySelector("button").value.replace(/^mine /, "");
      const state = typed && standing(textOfField(typed.form, typed.name), typed.base, theirs ?? baseOf(typed));
      if (told && typed && state !== "contested") told.remove();
      if (!told) {
        // A text that the person has typed back follows the record.
        if (state === "untouched" && typed.base !== baseOf(typed) && !controls.includes(document.activeElement)) {
          controls.forEach(forget);
          markTyped(typed.form);
          keep();
        }
        tellTheirs(place, typed, state === "contested" ? baseOf(typed) : undefined);
      }
      controls[0]?.setCustomValidity(place.querySelector(".theirs button") ? "Changed by another person. Choose “Keep mine” or “Take theirs”." : "");
    }
  }

  // Says another person's value beside a field, or that there is none. The place is there from the first typed letter
  // on, so that a screen reader reads what comes into it.
  function tellTheirs(place, control, theirs) {
    let told = place.querySelector(".told");
    if (!control) return told?.remove();
    describe(control, `${control.id}-theirs`, theirs !== undefined);
    if (!told) {
      told = place.appendChild(document.createElement("div"));
      told.className = "theirs told";
      told.setAttribute("aria-live", "polite");
    }
    if (told.dataset.value === theirs) return;
    if (theirs === undefined) {
      delete told.dataset.value;
      told.removeAttribute("role");
      return told.replaceChildren();
    }
    told.dataset.value = theirs;
    told.setAttribute("role", "group");
    const words = document.createElement("p");
    words.id = `${control.id}-theirs`;
    words.append("Changed by another person. Their value: ", document.createElement("bdi"));
    words.lastChild.textContent = hostWords(control) || "nothing";
    const buttons = [["mine", "Keep mine"], ["theirs", "Take theirs"]].map(([kind, text]) =>
      Object.assign(document.createElement("button"), { type: "button", value: `${kind} ${theirs}`, textContent: text }));
    told.replaceChildren(words, ...buttons);
  }

  function describe(control, id, isSo) {
    const ids = new Set(control.getAttribute("aria-describedby")?.split(" "));
    if (isSo) ids.add(id); else ids.delete(id);
    if (ids.size) control.setAttribute("aria-describedby", [...ids].join(" ")); else control.removeAttribute("aria-describedby");
  }

  function hostWords(control) {
    const group = groupOf(control.form, control.name);
    if (control.options) return [...control.options].find(option => option.defaultSelected && option.value)?.textContent;
    if (!isTicked(control)) return control.defaultValue;
    if (control.type === "checkbox" && !group[1]) return control.defaultChecked ? "Yes" : "No";
    return group.filter(each => each.defaultChecked).map(each => each.closest("label").textContent.trim()).join(", ");
  }

  function take(result) {
    const isOld = result.revision < revision;
    revision = result.revision;
    isStale = isOld;
    show(result);
    isStale = false;
    // The page was at a newer revision than the answer. It reconnects, so that the stream continues after the answer's
    // revision.
    if (isOld) reconnect();
  }

  page.addEventListener("submit", event => {
    event.preventDefault();
    event.target.closest(".menu")?.togglePopover(false);
    if (hasEnded) return;
    if (event.target.matches(".bulk")) return goFurther("act", event);
    // The primary button acts on what the page shows, so a text that the host does not have is corrected first.
    const wrong = event.target.matches(".presses > :has(.primary)") && shown.querySelector("form:not(.browse) [id$='-fit']:not(:empty)");
    if (wrong) {
      const [control] = controlsOf(wrong.parentElement);
      showError(`Not done. First correct “${labelOf(control)}”.`);
      return control.focus();
    }
    // The button that ends a search on a shared page.
    if (event.target.id.endsWith(":form-clear")) forgetTypings();
    if (!isOnChange(event.target)) return press(event.target);
    isSent = true;
    settle();
  });

  // Sends a form after the texts that were typed before the press, or after a second.
  function press(form) {
    if (![...typings.values()].some(isPending)) return send(form);
    delayed.add(form);
    setTimeout(sendPressed, 1000);
  }

  const delayed = new Set();

  function sendPressed() {
    for (const form of delayed) if (delayed.delete(form) && form.isConnected) send(form);
  }

  // Whether the Enter key was pressed in a form on change, some of whose texts the host may not have shown yet.
  let isSent = false;

  const typedInto = "input:not([name=row]), select, textarea";
  const isModified = event => event.ctrlKey || event.altKey || event.metaKey;

  // MARK: Links, dialogs and rows

  document.addEventListener("click", event => {
    const { target } = event, link = target.closest("a"), form = target.closest("button")?.form;
    // The host explains mistakes beside the fields, and the browser a text that a control cannot read. The Enter key
    // clicks the form's button too.
    if (form && !isOnChange(form)) {
      form.noValidate = !controlsOf(form).some(({ validity }) => validity.badInput || validity.customError);
    }
    if (target.matches("input[name=row]")) return goFurther("tick", event);
    if (target.closest("[data-tap]")) return goFurther("tap", event);
    if (target.closest(".theirs button")) {
      event.preventDefault();
      return goFurther("decide", event);
    }
    const button = target.closest(asker), dialog = link?.closest(".foot")?.closest("dialog");
    // Without the script, the button and the link of a dialog lead to another page.
    if (button || dialog) event.preventDefault();
    if (button) {
      button.closest(".menu")?.togglePopover(false);
      return openFrom(button);
    }
    if (dialog) {
      dialog.close();
      return discard(dialog.querySelector("form"));
    }
    if (link) history.replaceState({ top: scrollY, row: rowOf(link)?.id }, "");
    if (link && isInside(link) && !isModified(event) && !event.shiftKey) {
      event.preventDefault();
      return visit(link);
    }
    const opener = target.closest("[popovertarget$='+d']");
    if (opener) {
      event.preventDefault();
      const dialog = byID(opener.getAttribute("popovertarget"));
      opener.closest(".menu")?.togglePopover(false);
      if (!dialog.contains(opener)) return openDialog(dialog);
      dialog.close();
      return discard(opener.form);
    }
    if (target.matches(".discard")) {
      const form = target.closest(".draft").previousElementSibling;
      controlsOf(form)[0].focus();
      return discard(form);
    }
    if (target.closest("a, button, label, input, select, textarea, details, dialog, .menu") || !getSelection().isCollapsed) return;
    openRow(rowOf(target));
  });

  const openRow = row => row?.querySelector("th a, .words a, .pick button")?.click();

  function openDialog(dialog) {
    dialog.showModal();
    // A value that the person has not typed is replaced by typing.
    const { activeElement: first } = document;
    if (dialog.contains(first) && first.select && !first.typed) first.select();
  }

  const entry = "button:enabled", editor = ":is(td, th) > button[form]";

  // The first entry of a menu has the focus, unless another one has it when this late event comes.
  page.addEventListener("toggle", ({ target, newState }) => {
    const isChosen = target.contains(document.activeElement);
    if (target.matches(".menu") && newState === "open" && !isChosen) target.querySelector(entry)?.focus();
  }, true);

  page.addEventListener("keydown", event => {
    const { key, target } = event, step = { ArrowDown: 1, ArrowUp: -1 }[key], menu = target.closest(".menu");
    if (!step || !menu) return;
    const entries = [...menu.querySelectorAll(entry)];
    event.preventDefault();
    entries.at((entries.indexOf(target) + step) % entries.length).focus();
  });

  // The arrow key leads from the search to the first row.
  page.addEventListener("keydown", event => {
    const first = event.key === "ArrowDown" && event.target.matches(".browse [type=search]") && rowsOf(shown)[0];
    if (!first) return;
    event.preventDefault();
    first.querySelector("a, button")?.focus();
  });

  page.addEventListener("keydown", event => {
    const { target, key } = event, row = rowOf(target);
    if (!row || target.closest(".menu, dialog") || isModified(event) || target.matches(typedInto)) return;
    if (target.matches(editor)) return /^(Arrow|Home|End)/.test(key) && event.preventDefault();
    const box = key === " " && target.matches("a") && row.querySelector("[name=row]");
    if (box) {
      event.preventDefault();
      box.click();
    }
    const next = key === "ArrowDown" ? row.nextElementSibling : key === "ArrowUp" && row.previousElementSibling;
    if (next) {
      event.preventDefault();
      next.querySelector("a, button")?.focus();
    }
    // A row has the focus if its focused part was removed.
    if (key === "Enter" && target === row) openRow(row);
  });

  // A script of its own, loaded at its first use.
  const { finder, further } = page.dataset;

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || typeof ahead === "string" || event.target.closest(`${typedInto}, .menu, dialog`)) return;
    goFurther("press", event);
  });

  async function goFurther(name, event) {
    await loadParts().catch(() => showError(again, "warning"));
    parts?.[name](event, tools());
  }

  // MARK: Keys

  // The list of features and actions is such a script too.
  // The keys that were typed while the script loads; `null` after that.
  let ahead;

  async function find(key) {
    if (ahead !== undefined) return;
    ahead = "";
    try {
      await import(finder);
      document.dispatchEvent(new CustomEvent("find", { detail: [key, ahead] }));
      ahead = null;
    } catch { ahead = undefined; }
  }

  document.addEventListener("keydown", event => {
    const { key, target } = event;
    if (document.querySelector("dialog:modal")) return;
    const isTyping = target.matches(typedInto), search = shown.querySelector(".browse [type=search]");
    if (key === "/" && !isTyping && search) search.focus();
    else if (ahead === null) return;
    else if (ahead !== undefined && key.length === 1 && !isModified(event)) ahead += key;
    else if (key === "k" && (event.ctrlKey || event.metaKey) || !isTyping && (key === "?" || key === ":")) find(key);
    else return;
    event.preventDefault();
  });

  document.querySelector(".find")?.addEventListener("submit", event => {
    if (event.target.q.checkVisibility()) return;
    event.preventDefault();
    find(":");
  });

  // MARK: Forms on change

  const typings = new Map();

  function typingOf(form) {
    if (!typings.has(form.id)) typings.set(form.id, new Typing());
    return typings.get(form.id);
  }

  const groupOf = (form, name) => controlsOf(form).filter(control => control.name === name);

  function type(control, event) {
    const { form, name } = control, typing = typingOf(form), text = textOfField(form, name);
    // When the person leaves a field, the browser fires `change` for text that `input` has already reported.
    if (event === "change" && typing.held.get(name)?.text === text) return;
    base ??= place;
    // A choice is complete, unlike a text of which more letters may follow.
    if (isTicked(control) || control.options) hasStep = false;
    control.setCustomValidity("");
    for (const each of groupOf(form, name)) each.typed = true;
    typing.type(name, text, control.validity.valid);
    tellValue(control);
    tellFit(form, name);
    // A search waits until the person pauses, because each call must be answered before the next one.
    clearTimeout(typing.pause);
    typing.pause = setTimeout(() => call(form), control.type === "search" ? 150 : 0);
  }

  // Sends the waiting texts. Only one call of the form is running at a time.
  async function call(form) {
    const typing = typingOf(form);
    const hostText = name => { const [control] = groupOf(form, name); return control && baseOf(control); };
    const texts = !hasEnded && !form.querySelector("button:disabled") && typing.next(hostText);
    if (!texts) return;
    form.setAttribute("data-busy", "");
    try {
      let answer = await post(form.getAttribute("action"), new URLSearchParams(texts), newKey(), brief);
      while (answer.status === 202 && answer.result?.running) {
        answer = await ask(`${address}/running/${answer.result.running}?${mark}`, brief);
      }
      if (answer.status === 401) return location.reload();
      const { ok, result } = answer;
      if (!result) throw answer;
      unanswered.delete(form);
      const refused = Object.keys(result.problems);
      for (const name of refused) {
        if (textOfField(form, name) === texts[name]) groupOf(form, name)[0].setCustomValidity(result.problems[name]);
      }
      release(form, typing.answer(result.revision, refused));
      if (!ok || !isStreaming()) showNotices(result.notices);
      open(result);
      if (!isStreaming()) await reach(result);
    } catch {
      typing.fail();
      unanswered.add(form);
      showError(later);
      setTimeout(() => { typing.retry(); call(form); }, 1000 + Math.random() * 1000);
    }
    form.removeAttribute("data-busy");
    settle();
  }

  const isStreaming = () => source?.readyState === EventSource.OPEN;

  function release(form, names) {
    for (const name of names) {
      groupOf(form, name).forEach(forget);
      tellFit(form, name);
    }
  }

  function tellFit(form, name) {
    const [control] = groupOf(form, name), words = control?.typed ? control.validationMessage : "";
    const id = form.id.replace(/form$/, name.slice(2)), remark = byID(`${id}-fit`);
    if (!remark) return;
    remark.textContent = words;
    if (words) control.setAttribute("aria-invalid", "true");
    else if (!byID(`${id}-error`)) control.removeAttribute("aria-invalid");
  }

  page.addEventListener("focusin", ({ target }) => {
    if (isOnChange(target.form)) typingOf(target.form).enter(target.name);
    if (target.matches(".browse .choices *")) scrollToFilter(target);
    if (target.dataset.choices) goFurther("pick", target.value);
  });

  page.addEventListener("focusout", ({ target }) => {
    // If the whole window loses the focus, the field stays focused within the page.
    if (isOnChange(target.form) && target !== document.activeElement) release(target.form, typingOf(target.form).leave(target.name));
    // A text that was typed back follows the record now.
    if (target.typed) tellConflicts();
  });

  // The column of the heading that a person has pressed before a form on change has shown all its texts.
  let column;

  const isPending = ({ held }) => [...held.values()].some(({ state, revision: shown }) => /waiting|sent/.test(state) || state === "answered" && shown > revision);

  function settleTypings() {
    for (const [id, typing] of typings) {
      const form = byID(id);
      if (!form) { typings.delete(id); continue; }
      release(form, typing.show(revision));
      for (const name of typing.held.keys()) tellFit(form, name);
      call(form);
    }
    if ([...typings.values()].some(isPending)) return;
    sendPressed();
    // The link of the heading now leads to the place that the texts have made.
    const pressed = column && byID(column[0])?.rows[0].cells[column[1]].querySelector("a");
    column = undefined;
    if (pressed) return visit(pressed);
    if (!isSent) return;
    isSent = false;
    endTyping();
  }

  // MARK: Tabs

  function markTabs() {
    const target = byID(location.hash.slice(1));
    for (const link of shown.querySelectorAll(".tabs a")) {
      const panel = byID(link.hash.slice(1)), panels = panel?.parentElement;
      const isOpen = panels?.contains(target) ? panel.contains(target) : panel === panels?.firstElementChild;
      link.ariaCurrent = isOpen ? "true" : null;
    }
  }

  addEventListener("hashchange", markTabs);
  page.addEventListener("close", () => page.prepend(said), true);

  // MARK: Typed text

  const drafts = {};
  try { recall(JSON.parse(stored(draftsName))); } catch { /* the stored value is missing or unusable */ }
  // The typed texts by control id, each with the text that it replaces, and the lost texts. A control may come later.
  let { typed, lost } = drafts[place] || { typed: {}, lost: [] };

  // Restores the usable parts of the stored value, which another version of this script may have written.
  function recall(kept) {
    const isObject = value => Object(value) === value;
    for (const [place, { typed, lost }] of Object.entries(kept)) drafts[place] = {
      typed: Object.fromEntries(Object.entries(typed).filter(([, value]) => Array.isArray(value) && /string|boolean/.test(typeof value[0]))),
      lost: lost.filter(each => isObject(each) && Array.isArray(each.fields) && each.fields.every(isObject))
    };
  }

  function keep() {
    drafts[place] = { typed, lost };
    const used = Object.entries(drafts).filter(([, { typed, lost }]) => lost.length || Object.keys(typed).length);
    store(draftsName, JSON.stringify(Object.fromEntries(used)));
  }

  function restore() {
    for (const [id, [value, base]] of Object.entries(typed)) {
      let control = byID(id);
      if (!control) {
        // The dialogs of rows are made when they are needed.
        let button, path = id;
        while (!button && path.includes(":")) button = byID(path = path.slice(0, path.lastIndexOf(":")));
        if (button?.matches(asker)) {
          if (dialogOf(button)) control = byID(id);
          else if (!requestedDialogs.has(path)) {
            requestedDialogs.add(path);
            if (parts) fetchDialog(button);
            else loadParts().then(() => { requestedDialogs.delete(path); settle(); }, () => requestedDialogs.delete(path));
          }
        }
      }
      if (!control?.form || control.typed || typeof value !== typeof valueOf(control)) continue;
      if (control.type === "checkbox") control.checked = value;
      else if (control.type === "radio") {
        // The group keeps its value if the typed choice no longer exists.
        if (!groupOf(control.form, control.name).some(each => each.value === value)) continue;
        control.checked = control.value === value;
      } else {
        if (control.type === "text" && value.includes("\n")) control = widen(control);
        control.value = value;
        tellValue(control);
      }
      // The text of a form on change, which was typed in the session before, is sent.
      if (isOnChange(control.form)) {
        delete typed[id];
        keep();
        type(control);
        continue;
      }
      Object.assign(control, { typed: true, base });
      markTyped(control.closest("form"));
      for (let open = control.closest("details"); open; open = open.parentElement.closest("details")) open.open = true;
    }
  }

  function tellValue(control) {
    if (control.type === "range") control.parentElement.querySelector("output").value = control.value;
  }

  // Replaces a single-line control with a text area, because a single-line control would remove line breaks.
  function widen(control) {
    const wide = document.createElement("textarea");
    for (const { name, value } of control.attributes) if (name !== "type" && name !== "value") wide.setAttribute(name, value);
    control.replaceWith(wide);
    return wide;
  }

  function markTyped(form) {
    const isTyped = controlsOf(form).some(control => control.typed), dialog = form.closest("dialog");
    form.toggleAttribute("data-typed", isTyped);
    if (dialog) byID(dialog.id.slice(0, -2))?.toggleAttribute("data-typed", isTyped);
  }

  for (const name of ["input", "change"]) page.addEventListener(name, ({ target }) => {
    if (!target.id) return;
    if (isOnChange(target.form)) return type(target, name);
    for (const control of target.type === "radio" ? groupOf(target.form, target.name) : [target]) {
      control.base ??= baseOf(control);
      control.typed = true;
      if (control.type !== "password") typed[control.id] = [valueOf(control), control.base];
    }
    markTyped(target.closest("form"));
    keep();
    tellConflicts();
    accept(target);
    tellValue(target);
  });

  function accept(control) {
    const wrong = control.closest("[aria-invalid]");
    if (!wrong || !control.validity.valid) return;
    wrong.removeAttribute("aria-invalid");
    byID(`${wrong.id}-error`)?.remove();
    const errors = control.form.querySelector(".errors");
    errors.querySelector(`[href="#${CSS.escape(wrong.id)}"]`)?.closest("li").remove();
    if (!errors.querySelector("li")) errors.replaceChildren();
  }

  // MARK: Ends of lists

  const ends = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting && !hasEnded) send(target);
  }, { rootMargin: "400px" });

  // Runs after each change of the page. A list end that is still in view loads further rows.
  function settle() {
    for (const arrive of arrivals.splice(0)) arrive();
    restore();
    for (const dialog of shown.querySelectorAll("#asked > dialog")) {
      byID("elements").inert = false;
      dialog.dataset.fetched = "";
      placeOf(byID(dialog.id.slice(0, -2)))?.append(dialog);
    }
    for (const dialog of shown.querySelectorAll("dialog[open]:not(:modal)")) {
      dialog.open = false;
      dialog.showModal();
    }
    settleTypings();
    showLost();
    tellConflicts();
    tellDialog();
    for (const form of unanswered) if (!form.isConnected) unanswered.delete(form);
    if (!unanswered.size) for (const notice of [...notices.children]) {
      if ([again, later].includes(wordsOf(notice))) notice.remove();
    }
    markTabs();
    settleFilters();
    const heading = byID("title").querySelector("bdi").textContent;
    document.title = [...new Set([heading, feature])].join(" – ") + ` · ${host}`;
    ends.disconnect();
    for (const form of shown.querySelectorAll(".more form:not([data-busy])")) {
      if (!failed.has(form.closest(".more").id)) ends.observe(form);
    }
  }

  // MARK: Filters

  // The line of filters on a phone scrolls, and its end has a button that could cover a filter.
  function scrollToFilter(box) {
    box?.closest("label").scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // A page that is loading has no filters yet.
  let filters;

  function settleFilters() {
    const line = shown.querySelector(".browse");
    if (line === filters) return;
    filters = line;
    scrollToFilter(line?.querySelector(".choices :checked"));
  }

  // MARK: Sharing

  const [shared, copy] = document.querySelectorAll("#share :is(input, button)");
  // The host may not know the address by which browsers reach it.
  shared.value = location.origin + address;
  shared.addEventListener("focus", () => shared.select());
  copy.addEventListener("click", event => goFurther("copy", event));

  // MARK: Start

  document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
  addEventListener("pagehide", disconnect);
  // The browser only scrolls to a row.
  addEventListener("pageshow", () => { connect(); focusRow(history.state); });
  addEventListener("offline", () => { if (!hasEnded) showState("offline"); });
  addEventListener("online", reconnect);
  // These keys are for browsers without a script.
  for (const key of page.querySelectorAll("input[name='.key']")) key.remove();
  nameAskers(shown);
  for (const name of ["pointerover", "focusin"]) addEventListener(name, () => loadParts().catch(() => { /* later */ }), { once: true });
  if (!isShared) replaceStep(place);
  for (const notice of [...notices.children]) { notice.remove(); showNotice(notice); }
  settle();
  reopen();
  connect();
})();
