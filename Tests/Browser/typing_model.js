// Tests the class Typing with a random person, random other people and a random network. Returns the first broken rule,
// or "".
//
// The host performs calls in order and sends a frame for each change. Frames and answers arrive independently, each
// kind in its order. Each step performs one random event. The last steps deliver everything.
function modelTyping(seed, steps) {
  let state = seed >>> 0;
  const random = below => {
    state = state + 0x6D2B79F5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) % below;
  };
  const names = ["a", "b", "c"];
  const typing = new Typing();
  const host = { revision: 1, values: { a: "", b: "", c: "" }, calls: [], answers: [], frames: [] };
  const page = { revision: 1, values: { ...host.values } };
  // By field: the typed text, the revision at which the host accepted the text, and the last writer.
  const typed = {}, taken = {}, writer = {};
  let focus, underWay = 0, sent = 0, broken = "";
  const check = (isSo, rule) => { if (!isSo && !broken) broken = `seed ${seed}: ${rule}`; };
  const shownText = name => typing.held.get(name)?.text ?? page.values[name];

  const change = (name, text) => {
    host.values[name] = text;
    host.revision += 1;
    host.frames.push({ revision: host.revision, values: { ...host.values } });
  };
  const send = () => {
    const texts = typing.next(name => page.values[name]);
    if (!texts) return;
    underWay += 1;
    sent += 1;
    check(underWay === 1, "only one call is running");
    check(Object.keys(texts).length > 0, "a call contains texts");
    host.calls.push({ ...texts });
  };
  const leave = () => {
    if (focus) typing.leave(focus.name);
    focus = undefined;
  };
  const events = {
    type() {
      if (!focus) {
        focus = { name: names[random(3)], text: undefined };
        typing.enter(focus.name);
      }
      const fits = random(8) > 0, before = shownText(focus.name).slice(-20);
      const text = random(3) ? before + (fits ? "abcdef"[random(6)] : "!") : before.slice(0, -1);
      focus.text = text;
      typing.type(focus.name, text, !text.includes("!"));
      typed[focus.name] = text;
      send();
    },
    // The person corrects a wrong text by clearing the field.
    mend() {
      if (!focus || !shownText(focus.name).includes("!")) return;
      focus.text = typed[focus.name] = "x";
      typing.type(focus.name, "x", true);
      send();
    },
    enter() {
      leave();
      const name = names[random(3)];
      focus = { name, text: typing.held.get(name)?.text };
      typing.enter(name);
    },
    leave,
    other() {
      const name = names[random(3)];
      change(name, `other ${host.revision}`);
      writer[name] = "other";
    },
    host() {
      const texts = host.calls.shift();
      if (!texts) return;
      const refused = Object.keys(texts).filter(name => texts[name].endsWith("f") && random(2));
      const isLost = random(10) === 0;
      if (!refused.length && !(isLost && random(2))) {
        for (const name in texts) {
          change(name, texts[name]);
          taken[name] = host.revision;
          writer[name] = texts[name];
        }
      }
      host.answers.push({ isLost, revision: host.revision, refused });
    },
    answer() {
      const answer = host.answers.shift();
      if (!answer) return;
      underWay -= 1;
      if (answer.isLost) typing.fail(); else typing.answer(answer.revision, answer.refused);
      send();
    },
    frame() {
      const frame = host.frames.shift();
      if (!frame) return;
      check(frame.revision > page.revision, "frames arrive in order");
      Object.assign(page, frame);
      typing.show(page.revision);
    },
    retry() { typing.retry(); send(); },
  };
  const verify = () => {
    if (focus?.text !== undefined) check(shownText(focus.name) === focus.text, "the focused field keeps its text");
    for (const name of names) {
      if (typing.held.has(name) || !taken[name]) continue;
      check(page.revision >= taken[name], `${name} never shows an older value again`);
    }
  };
  const kinds = ["type", "type", "type", "type", "mend", "enter", "leave", "other", "host", "answer", "frame", "frame", "retry"];
  for (let step = 0; step < steps; step += 1) {
    events[kinds[random(kinds.length)]]();
    verify();
  }
  leave();
  for (let step = 0; step < 200; step += 1) {
    for (const kind of ["retry", "host", "answer", "frame"]) { events[kind](); verify(); }
    // The page does this after each change.
    typing.show(page.revision);
  }
  check(underWay === 0, "all calls are answered");
  for (const name of names) {
    const held = typing.held.get(name);
    if (held) {
      check(held.state === "wrong", `${name} is held only if the host refused its text`);
      check(held.text === typed[name], `the text of ${name} is kept`);
    } else if (typed[name] !== undefined && writer[name] !== "other") {
      check(host.values[name] === typed[name], `no letter of ${name} is lost`);
      check(page.values[name] === typed[name], `${name} shows the host's value`);
    }
  }
  check(sent > 0 || steps < 50, "at least one call is sent");
  return broken;
}

// Runs one of the shared cases of Tests/InteractionTests/FormCases.json, which the host's own code follows too. Returns
// the first difference, or "".
function runFormCase({ steps, submits }) {
  if (submits === "button") return runButtonCase(steps);
  const typing = new Typing(), rules = { count: /^[0-9]{1,2}$/, size: /^([0-9]{1,2})?$/ };
  let values = { count: 1, size: 10 }, focus;
  const hostText = name => String(values[name]);
  typing.show(1);
  for (const [number, step] of steps.entries()) {
    if ("enter" in step) typing.enter(focus = step.enter);
    if ("leave" in step) typing.leave(step.leave);
    if ("type" in step) typing.type(focus, step.type, rules[focus].test(step.type));
    if ("frame" in step) { values = step.values; typing.show(step.frame); }
    if ("answer" in step) typing.answer(step.answer);
    if ("refuse" in step) typing.answer(undefined, step.refuse);
    const sent = JSON.stringify(typing.next(hostText) ?? null), wanted = JSON.stringify(step.sends ?? null);
    if (sent !== wanted) return `step ${number + 1} sends ${sent}, not ${wanted}`;
    for (const [name, text] of Object.entries(step.shows ?? {})) {
      const shown = typing.held.get(name)?.text ?? hostText(name);
      if (shown !== text) return `step ${number + 1} shows ${name} as ${shown}, not ${text}`;
    }
  }
  return "";
}

// Runs a case of a form with a button, as the page's script does: it keeps the typed text of each field and the text that
// the person saw before.
function runButtonCase(steps) {
  let values = { count: 1, size: 10 }, focus;
  const typed = {}, saved = name => String(values[name]);
  const stands = name => typed[name] && standing(typed[name].text, typed[name].seen, saved(name));
  for (const [number, step] of steps.entries()) {
    if ("enter" in step) focus = step.enter;
    if ("type" in step) typed[focus] = { text: step.type, seen: typed[focus]?.seen ?? saved(focus) };
    if ("frame" in step) values = step.values;
    if ("keep" in step) typed[step.keep].seen = saved(step.keep);
    if ("take" in step) delete typed[step.take];
    for (const name in typed) if (stands(name) === "untouched" && typed[name].seen !== saved(name)) delete typed[name];
    for (const [name, text] of Object.entries(step.shows ?? {})) {
      const shown = typed[name]?.text ?? saved(name);
      if (shown !== text) return `step ${number + 1} shows ${name} as ${shown}, not ${text}`;
    }
    const theirs = Object.fromEntries(Object.keys(typed).filter(name => stands(name) === "contested").map(name => [name, saved(name)]));
    const told = JSON.stringify(theirs), wanted = JSON.stringify(step.theirs ?? theirs);
    if (told !== wanted) return `step ${number + 1} tells ${told}, not ${wanted}`;
  }
  return "";
}
