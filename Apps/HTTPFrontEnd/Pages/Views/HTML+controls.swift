import Interaction

extension HTML {
    /// Writes a control with its title and its remarks.
    mutating func control(_ view: ControlView) {
        switch view.shape {
        case .input: input(view)
        case .slider: slider(view)
        case .textarea: textarea(view)
        case .select: select(view)
        case .checkbox: checkbox(view)
        case .radios: radios(view)
        case .choices: choices(view)
        }
    }

    private mutating func input(_ view: ControlView) {
        element("div") { html in
            html.attribute("class", "control")
            html.label(of: view)
            html.void("input") { html in
                html.identity(of: view)
                html.attribute("type", view.type)
                html.value(view.value)
                html.attribute("dir", "auto")
                html.attribute("autocomplete", view.autocomplete)
                html.flag("required", view.required)
                html.attribute("minlength", view.minLength)
                html.attribute("min", view.min)
                html.attribute("max", view.max)
                html.attribute("step", view.step)
                html.attribute("inputmode", view.mode)
                html.attribute("enterkeyhint", view.enterHint)
                html.attribute("pattern", view.pattern)
                html.attribute("placeholder", view.example)
                html.attribute("title", view.example)
                html.attribute("data-choices", view.source)
                html.state(of: view)
            }
            html.remarks(about: view)
        }
    }

    private mutating func slider(_ view: ControlView) {
        element("div") { html in
            html.attribute("class", "control slider")
            html.element("label") { html in
                html.attribute("for", view.id)
                html.words(view.title)
            }
            html.void("input") { html in
                html.identity(of: view)
                html.attribute("type", "range")
                html.value(view.value)
                html.attribute("autocomplete", "off")
                html.attribute("min", view.min)
                html.attribute("max", view.max)
                html.attribute("step", view.step)
                html.state(of: view)
            }
            html.element("output") { html in
                html.attribute("for", view.id)
                html.text(view.value)
            }
            html.element("p") { html in
                html.attribute("class", "hint ends")
                html.element("span") { $0.text(view.min ?? "") }
                html.text(" ")
                html.element("span") { $0.text(view.max ?? "") }
            }
            html.remarks(about: view)
        }
    }

    private mutating func textarea(_ view: ControlView) {
        element("div") { html in
            html.attribute("class", "control")
            html.label(of: view)
            html.element("textarea") { html in
                html.identity(of: view)
                html.attribute("rows", view.rows)
                html.attribute("dir", "auto")
                html.attribute("autocomplete", "off")
                html.flag("required", view.required)
                html.attribute("minlength", view.minLength)
                html.state(of: view)
                html.lines(view.value)
            }
            html.remarks(about: view)
        }
    }

    private mutating func select(_ view: ControlView) {
        element("div") { html in
            html.attribute("class", "control")
            html.label(of: view)
            html.element("select") { html in
                html.identity(of: view)
                html.attribute("dir", "auto")
                html.flag("required", view.required)
                html.state(of: view)
                for choice in view.choices {
                    html.element("option") { html in
                        html.attribute("value", choice.value)
                        html.flag("selected", choice.selected)
                        html.text(choice.label)
                    }
                }
            }
            html.remarks(about: view)
        }
    }

    private mutating func checkbox(_ view: ControlView) {
        element("div") { html in
            html.attribute("class", "control check")
            html.element("label") { html in
                html.attribute("for", view.id)
                html.void("input") { html in
                    html.identity(of: view)
                    html.attribute("type", "checkbox")
                    html.attribute("value", "true")
                    html.flag("checked", view.checked)
                    html.state(of: view)
                }
                html.text(" ")
                html.words(view.title)
            }
            html.remarks(about: view)
        }
    }

    private mutating func radios(_ view: ControlView) {
        element("fieldset") { html in
            html.attribute("class", "control seg")
            html.attribute("id", view.id)
            html.attribute("role", "radiogroup")
            html.attribute("aria-required", view.required ? "true" : nil)
            html.state(of: view)
            html.element("legend") { $0.words(view.title) }
            html.element("div") { html in
                for choice in view.choices { html.choice(choice, "radio", of: view) }
            }
            html.remarks(about: view)
        }
    }

    private mutating func choices(_ view: ControlView) {
        element("fieldset") { html in
            html.attribute("class", "control choices")
            html.attribute("id", view.id)
            html.state(of: view)
            html.element("legend") { html in
                html.words(view.title)
                html.note(view.saysOptional ? "optional" : nil)
            }
            for choice in view.choices { html.choice(choice, "checkbox", of: view) }
            html.hidden(HiddenControl(name: view.name, value: ""))
            html.remarks(about: view)
        }
    }

    // MARK: - Parts of controls

    private mutating func choice(_ choice: ControlView.Choice, _ type: String, of view: ControlView) {
        element("label") { html in
            html.attribute("for", choice.id)
            html.void("input") { html in
                html.attribute("id", choice.id)
                html.attribute("name", view.name)
                html.attribute("type", type)
                html.attribute("value", choice.value)
                html.flag("required", view.required && type == "radio")
                html.flag("checked", choice.selected)
            }
            html.text(" ")
            html.words(choice.label)
        }
    }

    private mutating func label(of view: ControlView) {
        element("label") { html in
            html.attribute("for", view.id)
            html.words(view.title)
            html.note(view.unit)
            html.note(view.saysOptional ? "optional" : nil)
        }
    }

    private mutating func note(_ note: String?) {
        guard let note else { return }
        text(" ")
        element("span") { html in
            html.attribute("class", "hint")
            html.text(note)
        }
    }

    private mutating func identity(of view: ControlView) {
        attribute("id", view.id)
        attribute("name", view.name)
    }

    private mutating func state(of view: ControlView) {
        attribute("aria-invalid", view.error == nil ? nil : "true")
        attribute("aria-describedby", view.describedBy)
        flag("autofocus", view.focus)
        flag("disabled", view.isLocked)
    }

    /// Writes the texts below a control: help, its mistake, and another person's value with the decision about it.
    private mutating func remarks(about view: ControlView) {
        if let help = view.help {
            element("p") { html in
                html.attribute("class", "hint")
                html.attribute("id", view.id, "-help")
                html.words(help)
            }
        }
        if let lineBreaks = view.lineBreaks {
            element("p") { html in
                html.attribute("class", "hint")
                html.attribute("id", view.id, "-lines")
                html.text(lineBreaks)
            }
        }
        if let error = view.error {
            element("p") { html in
                html.attribute("class", "error")
                html.attribute("id", view.id, "-error")
                html.attribute("role", view.hasOnlyError ? "alert" : nil)
                html.sign("✕", word: "Problem")
                html.text(" ")
                html.words(error)
            }
        }
        if let offer = view.offer { self.offer(offer, of: view) }
        guard let theirs = view.theirs else { return }
        element("div") { html in
            html.attribute("class", "theirs")
            html.attribute("role", "group")
            html.attribute("aria-labelledby", view.id, "-theirs")
            html.element("p") { html in
                html.attribute("class", "hint")
                html.attribute("id", view.id, "-theirs")
                html.text("\(Decision.label): ")
                html.words(theirs)
            }
            html.decision(view.decision, view.decision.mine, Decision.mine.title)
            html.decision(view.decision, view.decision.other, Decision.theirs.title)
            html.hidden(view.decision.undecided)
        }
    }

    private mutating func decision(_ decision: DecisionView, _ value: String, _ label: String) {
        element("button") { html in
            html.attribute("name", decision.name)
            html.value(value)
            html.text(label)
        }
    }

    /// Writes the button that the Enter key presses in a form whose first button would decide about another person's
    /// value.
    mutating func entered(in controls: [ControlView]) {
        if controls.contains(where: { $0.theirs != nil }) { element("button") { $0.flag("hidden") } }
    }

    /// Writes a control that a form sends without showing it.
    mutating func hidden(_ control: HiddenControl) {
        void("input") { html in
            html.attribute("type", "hidden")
            html.attribute("name", control.name)
            html.value(control.value)
        }
    }

    /// Writes a sign with the word that it stands for.
    mutating func sign(_ sign: String, word: String, hasTitle: Bool = false) {
        element("span") { html in
            html.attribute("class", "sign")
            html.attribute("role", "img")
            html.attribute("aria-label", word)
            if hasTitle { html.attribute("title", word) }
            html.text(sign)
        }
    }

    /// Writes the sign of a tone, and a space.
    mutating func tone(_ tone: ToneView?) {
        guard let tone else { return }
        sign(tone.sign, word: tone.word, hasTitle: true)
        text(" ")
    }
}
