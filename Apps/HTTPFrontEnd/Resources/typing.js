"use strict";
// Returns how a typed text stands to the text that the person saw before typing and to the one that the record has now:
// "untouched", "agreed", "changed" or "contested". The host's Standing is the same rule.
const standing = (text, seen, saved) => text === seen ? "untouched" : text === saved ? "agreed"
  : seen === saved ? "changed" : "contested";

// The texts that a person types into a form that is sent on change. The class does not access the page, so a test can
// use it alone.
//
// A field with typed text is held: it shows the typed text instead of the host's value. A held field has one of these
// states:
// "waiting"  The next call sends the text.
// "sent"     The running call contains the text.
// "answered" The host has accepted the text at a known revision, or already has it.
// "wrong"    The text breaks its rule, or the host has refused it.
class Typing {
  held = new Map();
  // The texts of the running call, by field name; undefined if no call is running.
  call = undefined;
  shown = 0;
  isCut = false;

  type(name, text, fits) {
    this.held.set(name, { text, isLeft: false, state: fits ? "waiting" : "wrong", revision: this.held.get(name)?.revision });
    this.isCut = false;
  }

  enter(name) {
    const field = this.held.get(name);
    if (field) field.isLeft = false;
  }

  // Records that the person left a field. Returns the names of fields that are no longer held.
  leave(name) {
    const field = this.held.get(name);
    if (field) field.isLeft = true;
    return this.release();
  }

  // Starts a call and returns its texts. Returns undefined if no text is waiting, if a call is running, or after a
  // failed call until `retry`. Only the newest text of a field is sent, and only if it differs from the text of the host
  // that the page shows, which `hostText` returns.
  next(hostText) {
    if (this.call || this.isCut) return undefined;
    const waiting = [...this.held].filter(([, { state }]) => state === "waiting");
    // The host's text includes the last answer only if a frame has arrived since.
    const isSame = waiting.map(([name, { text, revision }]) => !(revision > this.shown) && hostText(name) === text);
    const call = {};
    for (const [index, [name, field]] of waiting.entries()) {
      field.state = isSame[index] ? "answered" : "sent";
      if (!isSame[index]) call[name] = field.text;
    }
    if (Object.keys(call).length) return this.call = call;
    return undefined;
  }

  // Records the answer to the running call. A call that was refused for some fields has changed nothing. Its other
  // texts are sent again without the refused ones.
  // Returns the names of fields that are no longer held.
  answer(revision, refused = []) {
    const isOther = !refused.some(name => name in this.call);
    for (const name in this.call) {
      const field = this.held.get(name);
      // Also a newer text is only the host's text if a frame shows the effect of this call.
      if (field && !refused.length) field.revision = revision;
      if (field?.state !== "sent") continue;
      field.state = !refused.length ? "answered" : isOther || refused.includes(name) ? "wrong" : "waiting";
    }
    this.call = undefined;
    return this.release();
  }

  // Records that no answer arrived. The texts wait until `retry` is called or the person types again.
  fail() {
    for (const name in this.call) {
      const field = this.held.get(name);
      if (!field) continue;
      if (field.state === "sent") field.state = "waiting";
      // The host may have performed the call, and no revision is known that shows it. The text is sent in any case.
      field.revision = Infinity;
    }
    this.call = undefined;
    this.isCut = true;
  }

  retry() { this.isCut = false; }

  // Records the revision that the page shows. Returns the names of fields that are no longer held.
  show(revision) {
    this.shown = revision;
    return this.release();
  }

  release() {
    const names = [];
    for (const [name, { isLeft, state, revision }] of [...this.held]) {
      if (!isLeft || state !== "answered" || revision > this.shown) continue;
      this.held.delete(name);
      names.push(name);
    }
    return names;
  }
}
