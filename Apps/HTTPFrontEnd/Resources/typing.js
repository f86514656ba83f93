"use strict";
// The texts that a person types into a form that is sent on change. The class uses no page, so a test can drive it.
//
// A field with typed text is held: it shows the typed text and not the host's value. Its state is one of these:
// "waiting"  the next call sends the text
// "again"    the next call sends the text too, but the text alone causes no call
// "sent"     the text is in the call that is under way
// "answered" the host has the text, at a known revision
// "wrong"    the text does not fit its rule, or the host has refused it
class Typing {
  held = new Map();
  // The texts of the call that is under way, by field.
  call = undefined;
  shown = 0;
  isCut = false;

  type(name, text, fits) {
    this.held.set(name, { text, isLeft: false, state: fits ? "waiting" : "wrong" });
    this.isCut = false;
  }

  enter(name) {
    const field = this.held.get(name);
    if (field) field.isLeft = false;
  }

  // Returns the fields that follow the host again.
  leave(name) {
    const field = this.held.get(name);
    if (field) field.isLeft = true;
    return this.release();
  }

  // Returns the texts to send now: none while a call is under way. Texts in between are skipped.
  next() {
    const fields = [...this.held];
    if (this.call || this.isCut || !fields.some(([, { state }]) => state === "waiting")) return undefined;
    this.call = {};
    for (const [name, field] of fields) {
      if (field.state !== "waiting" && field.state !== "again") continue;
      field.state = "sent";
      this.call[name] = field.text;
    }
    return this.call;
  }

  // The host has performed the call, or has refused it for some fields. A refused call changes nothing.
  answer(revision, refused = []) {
    for (const name in this.call) {
      const field = this.held.get(name);
      if (field?.state !== "sent") continue;
      field.state = !refused.length ? "answered" : refused.includes(name) ? "wrong" : "again";
      field.revision = revision;
    }
    this.call = undefined;
    return this.release();
  }

  // No answer came. The texts wait until `retry`, or until the person types again.
  fail() {
    for (const name in this.call) {
      const field = this.held.get(name);
      if (field?.state === "sent") field.state = "waiting";
    }
    this.call = undefined;
    this.isCut = true;
  }

  retry() { this.isCut = false; }

  // The page shows a revision. Returns the fields that follow the host again.
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
