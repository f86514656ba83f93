// Makes a session's page live: what the server draws anew is put in its place, and forms are sent without leaving.
// The page works without it.
"use strict";
(() => {
  const byID = id => document.getElementById(id);
  const root = document.documentElement, page = byID("session"), shown = byID("shown"), light = byID("live");
  const notices = byID("notices"), refusal = byID("refusal"), gone = byID("gone");
  const { session, again, host } = page.dataset;
  const address = `/sessions/${session}`;
  // The number changes with the shape of what is kept.
  const store = `typed 2 in ${again}`;
  let revision = Number(page.dataset.revision);
  let source, timer, delay = 0, hasEnded = false, answering;

  // MARK: Whether the connection is live

  const words = { connecting: "Connecting…", live: "Live", offline: "Reconnecting…", ended: "Ended" };

  function tell(state) {
    if (root.dataset.live === state) return;
    root.dataset.live = state;
    light.textContent = words[state];
  }

  function connect() {
    clearTimeout(timer);
    if (hasEnded || document.hidden || source) return;
    if (root.dataset.live !== "offline") tell("connecting");
    const stream = source = new EventSource(`${address}/live?after=${revision}`);
    const on = (name, act) => stream.addEventListener(name, event => {
      if (stream === source) act(JSON.parse(event.data));
    });
    stream.onopen = () => { delay = 0; tell("live"); };
    stream.onerror = () => {
      if (stream !== source) return;
      tell("offline");
      // Any status but 200 ends it for good, so that the page has to find out why.
      if (stream.readyState === EventSource.CLOSED) { disconnect(); retry(); }
    };
    on("frame", show);
    on("patch", patch);
    on("notice", notice => say(notice.html));
    on("closed", end);
  }

  function disconnect() {
    if (source) source.close();
    source = undefined;
  }

  function retry() {
    clearTimeout(timer);
    delay = Math.min(delay * 2 || 500, 15000);
    timer = setTimeout(async () => {
      try {
        const answer = await ask(address);
        if (answer.status === 404) return end();
        // Who is no longer signed in is asked to be.
        if (answer.status === 401) return location.reload();
        if (answer.ok) return connect();
      } catch { /* nobody is there */ }
      retry();
    }, delay * (0.75 + Math.random() / 2));
  }

  function end() {
    if (hasEnded) return;
    hasEnded = true;
    disconnect();
    tell("ended");
    byID("ended").hidden = false;
    for (const button of shown.querySelectorAll("button")) button.disabled = true;
    shown.inert = true;
  }

  // MARK: What the server draws

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  }

  function show(frame) {
    if (frame.revision < revision) return;
    morphInside(shown, parse(frame.html));
    revision = frame.revision;
    settle();
  }

  function patch(change) {
    if (change.to <= revision) return;
    if (change.from !== revision) { disconnect(); return connect(); }
    const focus = document.activeElement;
    for (const edit of change.edits) apply(edit);
    revision = change.to;
    // To move an element takes its focus; one that was drawn anew has the same id.
    const place = focus.isConnected ? focus : byID(focus.id);
    if (place && place !== document.activeElement && place !== document.body) place.focus({ preventScroll: true });
    settle();
  }

  function apply(edit) {
    if (edit.drop) return edit.drop.forEach(id => remove(byID(id)));
    if (edit.class !== undefined) { byID(edit.of).className = edit.class; return; }
    const parent = byID(edit.into);
    // What comes after the new parts; found once, so that several come in their order.
    const next = !parent || edit.at === "end" ? null : edit.after ? byID(edit.after)?.nextSibling : parent.firstChild;
    const place = node => node && parent && parent.insertBefore(node, next || null);
    if (edit.move) return place(byID(edit.move));
    for (const node of [...parse(edit.html).children]) {
      const there = byID(node.id);
      const part = there ? morph(there, node) : node;
      if (edit.into) place(part);
    }
  }

  const controlsOf = node => [...node.querySelectorAll("input, select, textarea")];
  const rowOf = node => node.closest(".rows > li, tbody > tr");

  // Puts the focus on a row or on the heading: never on what acts, for the next key was meant for something else.
  function rest(place = byID("title")) {
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  function remove(node, successor) {
    if (!node) return;
    const row = rowOf(node);
    // Beside a row that goes; in the row that a part goes from.
    const place = row === node ? node.nextElementSibling || node.previousElementSibling : row;
    const hadFocus = node.contains(document.activeElement);
    miss(node);
    if (successor) node.replaceWith(successor); else node.remove();
    if (hadFocus) rest(place || undefined);
  }

  // Makes one element like another and keeps what a person has done to it.
  function morph(old, fresh) {
    if (old.nodeName !== fresh.nodeName) {
      // A control of several lines stays, or what is typed would become one line.
      if (old.typed) return old;
      remove(old, fresh);
      return fresh;
    }
    const isTyped = old.typed || old === document.activeElement && !answering;
    for (const { name } of [...old.attributes]) {
      const isOwn = ["open", "tabindex", "data-busy", "data-typed"].includes(name);
      if (!isOwn && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes]) {
      if (name === "value" && isTyped || name === "autofocus") continue;
      // What is typed belongs to the record as it was: another's change in between is to be told, by the form's own answer.
      if (name === "action" && !isAnswered(old) && controlsOf(old).some(control => control.typed)) continue;
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.nodeName === "TEXTAREA") {
      if (old.defaultValue !== fresh.defaultValue) old.defaultValue = fresh.defaultValue;
      if (!isTyped && old.value !== fresh.value) old.value = fresh.value;
    } else if (/^(INPUT|SELECT)$/.test(old.nodeName) && !isTyped) {
      if (old.type === "checkbox") old.checked = fresh.checked;
      else if (old.value !== fresh.value) {
        if (old.nodeName === "SELECT") morphInside(old, fresh);
        old.value = fresh.value;
      }
    } else if (old.nodeName !== "SELECT") morphInside(old, fresh);
    return old;
  }

  const isAnswered = form => form === answering || answering && rowOf(form) && rowOf(form) === rowOf(answering);

  function morphInside(old, fresh) {
    const ids = new Set([...fresh.children].map(node => node.id));
    const twins = new Map([...old.children].map(node => [node.id, node]));
    let here = old.firstChild;
    const drop = () => { const next = here.nextSibling; here.nodeType === 1 ? remove(here) : here.remove(); here = next; };
    for (const node of [...fresh.childNodes]) {
      const twin = node.id && twins.get(node.id);
      // What goes away goes first, for to move what stays would take its focus.
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

  // MARK: What is said

  function say(html) {
    for (const notice of [...parse(html).children]) present(notice);
    while (notices.children.length > 5) notices.firstElementChild.remove();
  }

  function present(notice) {
    const { running } = notice.dataset;
    // What the stream and an answer both say is said once.
    for (const other of [...notices.children]) {
      if (wordsOf(other) === wordsOf(notice) && other.dataset.running === running) other.remove();
    }
    notices.append(dismissible(notice));
    if (running) {
      if (!waiting.has(running)) waiting.set(running, []);
      follow();
    } else if (!notice.matches(".critical")) {
      // Bad news stays until somebody has read it.
      setTimeout(() => notice.remove(), 10000);
    }
  }

  const wordsOf = notice => notice.querySelector("bdi")?.textContent;

  function complain(words) {
    const notice = document.createElement("p");
    notice.className = "notice critical";
    notice.append(document.createElement("bdi"));
    notice.firstChild.textContent = words;
    present(notice);
  }

  function dismissible(notice, act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "dismiss", textContent: "✕" });
    button.setAttribute("aria-label", "Dismiss");
    button.addEventListener("click", () => {
      notice.remove();
      if (act) act();
      rest();
    });
    notice.prepend(button);
    return notice;
  }

  // What was typed into parts that have gone: the record, the action and the fields of each form.
  let lost = [];

  function miss(node) {
    const controls = node.matches("input, select, textarea") ? [node] : controlsOf(node);
    const forms = new Map();
    for (const control of controls) {
      if (!control.typed) continue;
      const form = control.closest("form"), label = control.closest(".control").querySelector("label bdi").textContent;
      if (!forms.has(form)) forms.set(form, []);
      forms.get(form).push({ id: control.id, label, text: textOf(control) });
    }
    for (const [form, fields] of forms) {
      const row = rowOf(form), record = row && row.querySelector(".words bdi, th bdi");
      const action = form.closest("details, section").querySelector("summary bdi, h2 bdi").textContent;
      lost.push({ row: row && row.id, record: record && record.textContent, action, fields });
    }
  }

  function textOf(control) {
    if (control.type === "checkbox") return control.checked ? "Yes" : "No";
    return control.options ? [...control.selectedOptions].map(option => option.textContent).join() : control.value;
  }

  // Shows what is missing; what has come back got its text back.
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
    card.querySelector("strong").textContent = isRecord ? "This record is gone:" : "This form is gone:";
    card.querySelector("bdi").textContent = isRecord ? each.record : each.action;
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

  const isJSON = answer => /json/.test(answer.headers.get("Content-Type"));
  const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map(n => n.toString(36)).join("");
  const valueOf = control => control.type === "checkbox" ? control.checked : control.value;
  const ask = address => fetch(address, { headers: { Accept: "application/json" } });
  // What is under way, by form: not among the form's own properties, in whose place a control could stand.
  const sendings = new WeakMap();
  // The actions that are still running, by their numbers: the form and its sending where this page sent it.
  const waiting = new Map();
  let isFollowing = false;
  // The ends of lists whose next page has not come: none of them is asked for again by itself.
  const failed = new Set();

  async function send(form) {
    const sending = sendings.get(form) || {};
    if (sending.isBusy) return;
    sendings.set(form, sending);
    sending.isBusy = true;
    form.setAttribute("data-busy", "");
    const to = form.getAttribute("action"), body = String(new URLSearchParams(new FormData(form)));
    // The same until an answer has come, so that what is sent again does not act twice; what was changed is another wish.
    if (sending.request !== `${to} ${body}`) Object.assign(sending, { request: `${to} ${body}`, key: newKey() });
    sending.values = new Map(controlsOf(form).map(control => [control, valueOf(control)]));
    sending.more = form.closest(".more")?.id;
    if (sending.more) failed.add(sending.more);
    try {
      const answer = await fetch(to, {
        method: "POST", body: new URLSearchParams(body),
        headers: { Accept: "application/json", "Idempotency-Key": sending.key }
      });
      sending.request = undefined;
      await read(answer, form, sending);
    } catch {
      complain(page.dataset.unsent);
    } finally {
      sending.isBusy = false;
      form.removeAttribute("data-busy");
      settle();
    }
  }

  // Reads the answer to a form, be it at once or when an action that took long has ended.
  async function read(answer, form, sending) {
    // Who is no longer signed in is asked to be.
    if (answer.status === 401) return location.reload();
    if (!isJSON(answer)) {
      if (answer.status === 404) return end();
      const words = parse(await answer.text()).querySelector("main p");
      return complain(words ? words.textContent : `Not done: the host answered ${answer.status}.`);
    }
    const result = await answer.json();
    if (answer.status === 202) {
      for (const notice of [...parse(result.notices).children]) {
        if (notice.dataset.running) waiting.set(notice.dataset.running, [form, { ...sending }]);
        present(notice);
      }
      return;
    }
    if (answer.ok && form) {
      failed.delete(sending.more);
      done(form, sending.values);
    }
    take(result, form);
    refusal.replaceChildren(parse(result.refusal));
    for (const notice of refusal.children) dismissible(notice);
    // The stream brings notices too; without it they come with the answer.
    if (!answer.ok || !source || source.readyState !== EventSource.OPEN) say(result.notices);
    const wrong = !answer.ok && form && (form.querySelector("[aria-invalid]") || shown.querySelector("[aria-invalid]"));
    if (wrong) wrong.focus();
  }

  // Waits for the ends of the actions that are running, by one request at a time: a browser has few connections to a
  // host, and a stop button needs one.
  async function follow() {
    if (isFollowing) return;
    isFollowing = true;
    for (let turn = 0; waiting.size && !hasEnded; turn += 1) {
      const [number, sent] = [...waiting][turn % waiting.size];
      try {
        const answer = await ask(`${address}/running/${number}`);
        // An answer that is not read to its end can hold its connection.
        if (answer.status === 202) { await answer.text(); continue; }
        // The host answers outcomes as JSON. Anything else says that the host, or what is in between, cannot tell now.
        if (answer.status >= 500 && !isJSON(answer)) throw answer;
        notices.querySelector(`[data-running="${number}"]`)?.remove();
        // What nobody knows any more has ended.
        if (answer.status !== 404) await read(answer, ...sent);
        waiting.delete(number);
        settle();
      } catch { await new Promise(resolve => setTimeout(resolve, 5000)); }
    }
    isFollowing = false;
  }

  function done(form, values) {
    // What was typed since stays.
    for (const control of controlsOf(form)) if (valueOf(control) === values.get(control)) forget(control);
    mark(form);
    keep();
    const open = form.closest("details");
    if (!open) return;
    if (open.contains(document.activeElement)) open.firstElementChild.focus();
    open.open = false;
  }

  // Makes a control what the server drew.
  function forget(control) {
    if (!control.id) return;
    control.typed = false;
    delete typed[control.id];
    if (control.type === "checkbox") control.checked = control.defaultChecked;
    else if (control.options) control.selectedIndex = Math.max(0, [...control.options].findIndex(option => option.defaultSelected));
    else control.value = control.defaultValue;
  }

  async function discard(form) {
    const controls = controlsOf(form);
    controls.forEach(forget);
    mark(form);
    keep();
    // What was refused is drawn with what is wrong, and the record may have changed since.
    try {
      const answer = await ask(address);
      if (answer.ok) { take(await answer.json(), form); settle(); }
    } catch { /* it stays as it was drawn */ }
    controls[0].focus();
  }

  function take(result, form) {
    const isOld = result.revision < revision;
    revision = result.revision;
    answering = form;
    show(result);
    answering = undefined;
    // The stream was ahead of the answer: it begins again from here.
    if (isOld) { disconnect(); connect(); }
  }

  page.addEventListener("submit", event => {
    if (event.target.getAttribute("method") !== "post") return;
    event.preventDefault();
    if (!hasEnded) send(event.target);
  });

  page.addEventListener("click", ({ target }) => {
    if (target.matches(".discard")) discard(target.closest(".draft").previousElementSibling);
  });

  page.addEventListener("keydown", event => {
    const open = event.key === "Escape" && event.target.closest("details[open]");
    if (!open) return;
    open.open = false;
    open.firstElementChild.focus();
  });

  // MARK: What was typed

  // By the ids of controls, also of those that are not there yet.
  let typed = {};
  try { recall(JSON.parse(sessionStorage.getItem(store))); } catch { /* nothing kept, or nothing of use */ }

  // Takes what can be used: it may be of another version of this script.
  function recall(kept) {
    const isObject = value => value !== null && typeof value === "object";
    typed = Object.fromEntries(Object.entries(kept.typed).filter(([, value]) => /string|boolean/.test(typeof value)));
    lost = kept.lost.filter(each => isObject(each) && Array.isArray(each.fields) && each.fields.every(isObject));
  }

  function keep() {
    try { sessionStorage.setItem(store, JSON.stringify({ typed, lost })); } catch { /* a browser that keeps nothing */ }
  }

  function restore() {
    for (const [id, value] of Object.entries(typed)) {
      let control = byID(id);
      // A field may have become one of another kind.
      if (!control?.form || control.typed || typeof value !== typeof valueOf(control)) continue;
      if (control.type === "checkbox") control.checked = value;
      else {
        if (control.type === "text" && value.includes("\n")) control = widen(control);
        control.value = value;
      }
      control.typed = true;
      mark(control.closest("form"));
      for (let open = control.closest("details"); open; open = open.parentElement.closest("details")) open.open = true;
    }
  }

  // Makes a control one of several lines: one of a single line would leave line breaks out.
  function widen(control) {
    const wide = document.createElement("textarea");
    for (const { name, value } of control.attributes) if (name !== "type" && name !== "value") wide.setAttribute(name, value);
    control.replaceWith(wide);
    return wide;
  }

  // Tells whether something is typed in a form: then it can be discarded.
  function mark(form) {
    form.toggleAttribute("data-typed", controlsOf(form).some(control => control.typed));
  }

  for (const name of ["input", "change"]) page.addEventListener(name, ({ target }) => {
    if (!target.id) return;
    target.typed = true;
    typed[target.id] = valueOf(target);
    mark(target.closest("form"));
    keep();
  });

  // MARK: The end of a list

  const ends = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting && !hasEnded) send(target);
  }, { rootMargin: "400px" });

  // After each change: what was typed comes back or is shown as lost, and the ends of lists are looked for; one that is
  // still in sight wants the next page too.
  function settle() {
    restore();
    showLost();
    document.title = `${byID("title").querySelector("bdi").textContent} · ${host}`;
    ends.disconnect();
    for (const form of shown.querySelectorAll(".more form:not([data-busy])")) {
      if (!failed.has(form.closest(".more").id)) ends.observe(form);
    }
  }

  // MARK: Beginning

  document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", event => { if (event.persisted) connect(); });
  addEventListener("offline", () => { if (!hasEnded) tell("offline"); });
  addEventListener("online", () => { disconnect(); connect(); });
  // These are for browsers without a script; here each sending has a key of its own.
  for (const key of page.querySelectorAll("[name='.key']")) key.remove();
  for (const notice of [...notices.children]) { notice.remove(); present(notice); }
  settle();
  connect();
})();
