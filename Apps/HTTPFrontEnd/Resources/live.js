// Makes a session's page live: what the server draws anew is put in its place, and forms are sent without leaving.
// The page works without it.
"use strict";
(() => {
  const byID = id => document.getElementById(id);
  const root = document.documentElement, page = byID("session"), light = byID("live");
  const { session, again } = page.dataset;
  const address = `/sessions/${session}`;
  const store = `typed in ${again}`;
  let revision = Number(page.dataset.revision);
  let source, timer, delay = 0, hasEnded = false, answering = false;

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
        const answer = await fetch(address, { headers: { Accept: "application/json" } });
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
    for (const button of page.querySelectorAll("button")) button.disabled = true;
  }

  // MARK: What the server draws

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  }

  function show(frame) {
    if (frame.revision < revision) return;
    morphInside(page, parse(frame.html));
    revision = frame.revision;
    settle();
  }

  function patch(change) {
    if (change.to <= revision) return;
    if (change.from !== revision) { disconnect(); return connect(); }
    const focus = document.activeElement;
    for (const edit of change.edits) apply(edit);
    revision = change.to;
    // To move an element takes its focus.
    if (focus !== document.activeElement && focus.isConnected && focus !== document.body) focus.focus();
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

  function remove(node) {
    if (!node) return;
    const hadFocus = node.contains(document.activeElement);
    const next = node.nextElementSibling || node.previousElementSibling;
    node.remove();
    if (!hadFocus) return;
    // Where a person was, a person stays: at the next row, or at the heading.
    const target = next && next.querySelector("button, summary, a, input, select") || byID("title");
    target.focus({ preventScroll: true });
  }

  // Makes one element like another and keeps what a person has done to it.
  function morph(old, fresh) {
    if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return fresh; }
    const isTyped = old.typed || old === document.activeElement;
    for (const { name } of [...old.attributes]) {
      const isOwn = name === "open" || name === "disabled" && old.dataset.busy;
      if (!isOwn && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of [...fresh.attributes]) {
      if (name === "value" && isTyped || name === "autofocus") continue;
      // What is typed belongs to the record as it was: another's change in between is to be told.
      if (name === "action" && !answering && [...old.elements].some(control => control.typed)) continue;
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (/^(INPUT|SELECT)$/.test(old.nodeName) && !isTyped) {
      if (old.type === "checkbox") old.checked = fresh.checked;
      else if (old.value !== fresh.value) {
        if (old.nodeName === "SELECT") morphInside(old, fresh);
        old.value = fresh.value;
      }
    } else if (old.nodeName !== "SELECT") morphInside(old, fresh);
    return old;
  }

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
      else if (!here.isEqualNode(node) || here.querySelector("input,select")) morph(here, node);
      here = next;
    }
    while (here) drop();
  }

  function say(html) {
    const notices = byID("notices");
    for (const notice of [...parse(html).children]) {
      notices.append(notice);
      // Bad news stays until the next.
      if (!notice.matches(".critical")) setTimeout(() => notice.remove(), 10000);
    }
    while (notices.children.length > 5) notices.firstElementChild.remove();
  }

  // MARK: Forms

  const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map(n => n.toString(36)).join("");

  async function send(form) {
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const sent = new Map([...form.elements].map(control => [control, valueOf(control)]));
    // The same until an answer has come, so that what is sent again does not act twice.
    form.key ||= newKey();
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json", "Idempotency-Key": form.key }
      });
      if (answer.status === 404) return end();
      const result = await answer.json();
      form.key = undefined;
      if (answer.ok) done(form, sent);
      take(result);
      // The stream brings notices too; without it they come with the answer.
      if (!answer.ok || !source || source.readyState !== EventSource.OPEN) say(result.notices || "");
      const wrong = !answer.ok && page.querySelector("[aria-invalid]");
      if (wrong) wrong.focus();
    } catch {
      say(`<p class="notice critical">${page.dataset.unsent}</p>`);
    } finally {
      delete form.dataset.busy;
      settle();
    }
  }

  const valueOf = control => control.type === "checkbox" ? control.checked : control.value;

  function done(form, sent) {
    for (const control of form.elements) {
      // What was typed since stays.
      if (!control.id || valueOf(control) !== sent.get(control)) continue;
      control.typed = false;
      delete typed[control.id];
      if (control.type === "checkbox") control.checked = control.defaultChecked;
      else if (control.options) control.selectedIndex = Math.max(0, [...control.options].findIndex(option => option.defaultSelected));
      else control.value = control.defaultValue;
    }
    keep();
    const ask = form.closest("details");
    if (!ask) return;
    if (ask.contains(document.activeElement)) ask.firstElementChild.focus();
    ask.open = false;
  }

  function take(result) {
    if (!result.html) return;
    const isOld = result.revision < revision;
    revision = result.revision;
    answering = true;
    show(result);
    answering = false;
    // The stream was ahead of the answer: it begins again from here.
    if (isOld) { disconnect(); connect(); }
  }

  page.addEventListener("submit", event => {
    if (event.target.method !== "post") return;
    event.preventDefault();
    if (!hasEnded) send(event.target);
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
  try { typed = JSON.parse(sessionStorage.getItem(store)) || {}; } catch { /* nothing kept */ }

  function keep() {
    try { sessionStorage.setItem(store, JSON.stringify(typed)); } catch { /* a browser that keeps nothing */ }
  }

  function restore() {
    for (const control of page.querySelectorAll("input[id], select[id]")) {
      const value = typed[control.id];
      if (value === undefined || control.typed) continue;
      if (control.type === "checkbox") control.checked = value; else control.value = value;
      control.typed = true;
      for (let ask = control.closest("details"); ask; ask = ask.parentElement.closest("details")) ask.open = true;
    }
  }

  for (const name of ["input", "change"]) page.addEventListener(name, ({ target }) => {
    if (!target.id) return;
    target.typed = true;
    typed[target.id] = valueOf(target);
    keep();
  });

  // MARK: The end of a list

  const ends = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting && !hasEnded) send(target);
  }, { rootMargin: "400px" });

  // After each change: what was typed comes back, and the ends of lists are looked for; one that is still in sight wants
  // the next page too.
  function settle() {
    restore();
    ends.disconnect();
    for (const form of page.querySelectorAll(".more form")) if (!form.dataset.busy) ends.observe(form);
  }

  // MARK: Beginning

  document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", event => { if (event.persisted) connect(); });
  addEventListener("offline", () => { if (!hasEnded) tell("offline"); });
  addEventListener("online", () => { disconnect(); connect(); });
  // These are for browsers without a script; here each sending has a key of its own.
  for (const key of page.querySelectorAll("[name='.key']")) key.remove();
  settle();
  connect();
})();
