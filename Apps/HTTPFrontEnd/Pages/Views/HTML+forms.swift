import FeatureKit

extension HTML {
    /// Writes a form that shows its fields on the page, such as the options of a feature.
    mutating func form(_ form: FormView) {
        element("form") { html in
            html.attribute("class", "fill")
            html.attribute("method", form.method)
            html.attribute("action", form.address)
            html.controls(of: form)
            html.key(form.key)
            html.element("button") { html in
                html.attribute("class", form.role)
                html.flag("disabled", form.disabled)
                html.words(form.submit)
            }
        }
    }

    /// Writes the controls of a form, with those that it does not show.
    mutating func controls(of form: FormView) {
        entered(in: form.controls)
        for control in form.controls { self.control(control) }
        for control in form.kept { hidden(control) }
    }

    /// Writes the view of a form element.
    mutating func form(_ form: PlacedFormView) {
        if let heading = form.heading { self.heading(heading) }
        element("form") { html in
            html.attribute("class", words: "fill", form.browses ? "browse" : nil)
            html.attribute("id", form.id)
            html.attribute("method", "post")
            html.attribute("action", form.address)
            html.attribute("data-form", form.submits)
            html.attribute("data-title", form.label)
            if form.browses {
                html.attribute("role", "search")
                html.attribute("autocomplete", "off")
            }
            if let heading = form.heading {
                html.attribute("aria-labelledby", heading.id)
            } else if form.browses {
                html.attribute("aria-labelledby", form.nearestHeading)
            }
            html.errors(form.errors, of: form.id)
            html.entered(in: form.fields.map(\.control))
            for field in form.fields { html.field(field) }
            for control in form.rest { html.hidden(control) }
            html.key(form.key)
            html.submit(form.submit)
            if let clear = form.clear { html.clear(clear) }
        }
        if !form.clearing.isEmpty { clearing(form) }
        guard form.hasDraft else { return }
        element("p") { html in
            html.attribute("class", "draft")
            html.element("span") { $0.text("Draft") }
            html.text(" ")
            html.element("button") { html in
                html.attribute("type", "button")
                html.attribute("class", "discard")
                html.text("Discard")
            }
        }
    }

    /// Writes a field of a form element.
    mutating func field(_ field: PlacedFormView.Field) {
        element("div") { html in
            html.attribute("class", "field")
            html.attribute("id", field.id)
            html.control(field.control)
            if let fit = field.fit {
                html.element("p") { html in
                    html.attribute("class", "error")
                    html.attribute("id", fit)
                    html.attribute("aria-live", "polite")
                }
            }
            if let original = field.original { html.hidden(original) }
        }
    }

    /// Writes the button of a form element.
    mutating func submit(_ submit: PlacedFormView.Submit) {
        element("button") { html in
            html.attribute("id", submit.id)
            if let address = submit.address {
                html.attribute("formmethod", "get")
                html.attribute("formaction", address)
            }
            html.flag("disabled", submit.disabled)
            html.words(submit.label)
        }
    }

    /// Writes the link or the button that ends searches, filters and orders.
    mutating func clear(_ clear: PlacedFormView.Clear) {
        element("span") { html in
            html.attribute("id", clear.id)
            switch clear.way {
            case .address(let address)?:
                html.element("a") { html in
                    html.attribute("class", "button quiet")
                    html.attribute("href", address)
                    html.text("Clear")
                }
            case .form(let form)?:
                html.element("button") { html in
                    html.attribute("class", "quiet")
                    html.attribute("form", form)
                    html.text("Clear")
                }
            case nil: break
            }
        }
    }

    /// Writes the form of the button that ends searches, filters and orders.
    private mutating func clearing(_ form: PlacedFormView) {
        element("form") { html in
            html.attribute("id", PlacedFormView.clearingID(of: form.id))
            html.attribute("method", "post")
            html.attribute("action", form.address)
            html.flag("hidden")
            for control in form.clearing { html.hidden(control) }
            html.key(form.key)
        }
    }

    /// Writes the idempotency key of a form, for browsers without script.
    mutating func key(_ key: String?) {
        guard let key else { return }
        void("input") { html in
            html.attribute("type", "hidden")
            html.pair(key)
        }
    }

    /// Writes the name and the value of a control for an idempotency key.
    mutating func pair(_ key: String) {
        attribute("name", SentForm.keyName)
        attribute("value") { $0.part(.key, key) }
    }

    /// Writes the place for the error messages above the controls of a form.
    ///
    /// - Parameters:
    ///   - errors: The messages.
    ///   - id: The prefix of the place's id.
    mutating func errors(_ errors: [ErrorView], of id: String) {
        element("div") { html in
            html.attribute("id", id, "+e")
            html.attribute("class", "errors")
            html.errors(errors, title: "Please correct these fields:")
        }
    }

    /// Writes error messages in a notice; nothing if there are none.
    mutating func errors(_ errors: [ErrorView], title: String? = nil) {
        guard let first = errors.first else { return }
        element("div") { html in
            html.attribute("class", "notice critical")
            html.attribute("role", "alert")
            if let title, first.field != nil { html.element("p") { $0.text(title) } }
            html.element("ul") { html in
                for error in errors { html.error(error) }
            }
        }
    }

    private mutating func error(_ error: ErrorView) {
        element("li") { html in
            guard let field = error.field else { return html.words(error.message) }
            // The message itself is beside the control.
            if let control = error.control { return html.words(field, linkedTo: "#\(control)") }
            html.words(field)
            html.text(": ")
            html.words(error.message)
        }
    }

    /// Writes labels with texts, such as the texts of a form that was not sent.
    mutating func texts(_ items: [FieldsElement.Item]) {
        element("dl") { html in
            for item in items {
                html.element("div") { html in
                    html.element("dt") { $0.words(item.label) }
                    html.element("dd") { $0.words(item.value) }
                }
            }
        }
    }
}
