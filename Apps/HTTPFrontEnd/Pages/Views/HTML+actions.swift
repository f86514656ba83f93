extension HTML {
    /// Writes the button of an action, and the action's dialog if the button opens one.
    mutating func action(_ action: ActionView) {
        guard action.asks else { return press(action) }
        opener(action)
        dialog(action)
    }

    /// Writes a button that acts at once.
    mutating func press(_ action: ActionView) {
        element("form") { html in
            html.attribute("id", action.id)
            html.attribute("method", "post")
            html.attribute("action", action.form.address)
            html.element("button") { html in
                html.attribute("class", action.role)
                html.shortcut(action.shortcut)
                html.presses(action.form)
                html.words(action.label)
            }
        }
    }

    /// Writes a button that leads to a neighbour of the record on the page, as an arrow.
    mutating func step(_ action: ActionView) {
        let isNext = action.step == .next
        element("form") { html in
            html.attribute("id", action.id)
            html.attribute("method", "post")
            html.attribute("action", action.form.address)
            html.element("button") { html in
                html.attribute("class", "quiet icon")
                html.attribute("aria-label", action.label)
                html.attribute("title", action.label)
                html.attribute("data-key", action.shortcut)
                if let key = action.shortcut {
                    html.attribute("aria-keyshortcuts", "\(key) Alt+Arrow\(isNext ? "Down" : "Up")")
                }
                html.presses(action.form)
                html.text(isNext ? "↓" : "↑")
            }
        }
    }

    /// Writes the attributes of a button that sends a form at once.
    ///
    /// A browser without script sends the form's idempotency key as the button's value.
    mutating func presses(_ form: FormView) { presses(key: form.key, isDisabled: form.disabled) }

    /// Writes the attributes of a button that sends a form with a key at once.
    mutating func presses(key: String?, isDisabled: Bool) {
        flag("disabled", isDisabled)
        if let key { pair(key) }
    }

    /// Writes a button that opens a dialog.
    mutating func opener(_ action: ActionView) {
        element("button") { html in
            html.attribute("type", "button")
            html.attribute("id", action.id)
            html.attribute("class", action.role)
            html.flag("disabled", action.disabled)
            if !action.disabled {
                html.attribute("popovertarget", action.id, "+d")
                html.attribute("aria-haspopup", "dialog")
            }
            html.shortcut(action.shortcut)
            html.words(action.label)
            html.markup("…")
        }
    }

    /// Writes the dialog of an action: the form or the question.
    mutating func dialog(_ action: ActionView) {
        guard !action.disabled else { return }
        let (id, form) = (action.id, action.form)
        element("dialog") { html in
            html.attribute("id", id, "+d")
            if action.isQuestion { html.attribute("role", "alertdialog") }
            html.flag("popover")
            html.attribute("closedby", "any")
            html.attribute("aria-labelledby", id, "+h")
            html.flag("open", action.isOpen)
            html.element("h2") { html in
                html.attribute("id", id, "+h")
                html.words(action.heading)
            }
            if let question = action.question {
                html.element("p") { html in
                    html.attribute("class", "question")
                    html.words(question)
                }
            }
            html.element("form") { html in
                html.attribute("class", "fill")
                html.attribute("method", form.method)
                html.attribute("action", form.address)
                html.errors(form.errors, of: id)
                html.controls(of: form)
                html.key(form.key)
                html.element("div") { html in
                    html.attribute("class", "foot")
                    html.markup("<span class=\"hint\" role=\"status\"></span>")
                    html.cancel(form.back, id, hasFocus: form.controls.isEmpty)
                    html.element("button") { html in
                        html.attribute("class", words: "primary", action.role)
                        html.words(form.submit)
                    }
                }
            }
        }
    }

    private mutating func cancel(_ address: String?, _ id: String, hasFocus: Bool) {
        if let address {
            element("a") { html in
                html.attribute("class", "button quiet")
                html.attribute("href", address)
                html.flag("autofocus", hasFocus)
                html.text("Cancel")
            }
        } else {
            element("button") { html in
                html.attribute("type", "reset")
                html.attribute("class", "quiet")
                html.attribute("popovertarget", id, "+d")
                html.text("Cancel")
            }
        }
    }

    /// Writes the key that presses a button while the button's row has the focus.
    mutating func shortcut(_ key: String?) {
        guard let key else { return }
        attribute("data-key", key)
        attribute("aria-keyshortcuts", key)
    }

    /// Writes the buttons of a screen or of a section.
    mutating func presses(_ view: PressesView) {
        element("div") { html in
            html.attribute("id", view.id)
            html.attribute("class", "presses")
            for action in view.actions { html.action(action) }
        }
    }

    /// Writes a notice.
    mutating func notice(_ notice: NoticeView) {
        func content(_ html: inout HTML) {
            html.attribute("class", words: "notice", notice.tone?.name)
            html.attribute("role", "status")
            html.attribute("data-running", notice.running)
            html.tone(notice.tone)
            if notice.running == nil {
                html.words(notice.words)
            } else {
                html.element("bdi") { html in
                    html.attribute("dir", "ltr")
                    html.text(notice.words)
                }
            }
            if let opens = notice.opens {
                html.markup(" ")
                html.element("a") { html in
                    html.attribute("href", opens)
                    html.text("Show")
                }
            }
            if let address = notice.address {
                html.markup(" ")
                html.element("noscript") { $0.checkAgain(address) }
            }
            if let action = notice.action { html.action(action) }
        }
        if notice.action == nil { element("p", content) } else { element("div", content) }
    }

    /// Writes the link with which a person without script reloads a page.
    mutating func checkAgain(_ address: String) {
        element("a") { html in
            html.attribute("href", address)
            html.text("Check again")
        }
    }
}
