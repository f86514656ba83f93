"use strict";
// The texts that a person types into a form that is sent on change. The class does not access the page, so a test can
// use it alone.
//
// A field with typed text is held: it shows the typed text instead of the host's value. A held field has one of these
// states:
// "waiting"  The next call sends the text.
// "again"    The next call sends the text too, but this text alone does not start a call.
// "sent"     The running call contains the text.
// "answered" The host has accepted the text at a known revision.
// "wrong"    The text breaks its rule, or the host has refused it.
class Typing {
  held = new Map();
  // The texts of the running call, by field name; undefined if no call is running.
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

  // Records that the person left a field. Returns the names of fields that are no longer held.
  leave(name) {
    const field = this.held.get(name);
    if (field) field.isLeft = true;
    return this.release();
  }

  // Starts a call and returns its texts. Returns undefined if no text is waiting, if a call is running, or after a
  // failed call until `retry`. Only the newest text of a field is sent.
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

  // Records the answer to the running call. A call that was refused for some fields has changed nothing.
  // Returns the names of fields that are no longer held.
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

  // Records that no answer arrived. The texts wait until `retry` is called or the person types again.
  fail() {
    for (const name in this.call) {
      const field = this.held.get(name);
      if (field?.state === "sent") field.state = "waiting";
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
