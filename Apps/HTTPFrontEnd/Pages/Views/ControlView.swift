import FeatureKit

/// A form control.
///
/// Its type follows from the field's kind and rule.
struct ControlView {
    /// One of the values that a person can choose.
    struct Choice {
        let id: String
        let value: String
        let label: String
        let selected: Bool
    }

    /// The HTML element or group of elements that makes a control.
    enum Shape { case input, slider, radios, choices, select, textarea, checkbox }

    private(set) var shape = Shape.input
    let id: String
    let name: String
    let title: String
    private(set) var help: String?
    let error: String?
    /// Whether a person cannot change the control.
    let isLocked: Bool
    /// The value that another person has saved in the meantime.
    let theirs: String?
    /// The buttons that decide between the control's text and the other person's value.
    let decision: DecisionView
    private let optional: Bool
    /// Whether the title says that the value is optional.
    ///
    /// A form that is sent on change never says it, because such a form requires nothing.
    let saysOptional: Bool
    private(set) var required: Bool
    /// The text.
    private(set) var value: String
    private(set) var type = "text"
    private(set) var autocomplete = "off"
    /// The unit or the bounds of the value, shown after the title.
    private(set) var unit: String?
    /// The height of a multi-line control, in lines.
    private(set) var rows = 3
    private(set) var mode: String?
    /// What the Enter key of a keyboard on the screen does: `search`, `go`, `done` or `send`.
    let enterHint: String
    private(set) var pattern: String?
    private(set) var example: String?
    private(set) var minLength: Int?
    private(set) var min: String?
    private(set) var max: String?
    private(set) var step: String?
    private(set) var checked = false
    private(set) var choices: [Choice] = []
    /// The address of the records that the field can name; `nil` for a field that names none.
    ///
    /// The script offers them while a person types.
    private(set) var source: String?
    /// The records that a refused text may name; `nil` if the form offers none.
    private(set) var offer: OfferView?
    /// A remark about the line breaks of the text, or `nil`.
    private(set) var lineBreaks: String?
    var focus = false
    /// Whether the error is the only one of its form.
    ///
    /// It stands beside the control alone, so a screen reader must read it out.
    fileprivate(set) var hasOnlyError = false
    /// The ids of the texts that describe the control, separated by spaces.
    private(set) var describedBy: String?

    /// What a person and the host say about a field.
    struct Entry {
        /// The text that a person typed earlier.
        ///
        /// The control shows it again even if it is wrong, but not if it is secret.
        var typed: String?
        /// The error message.
        var error: String?
        /// The value that another person has saved in the meantime.
        var theirs: String?
        /// Whether a person cannot change the control.
        var isLocked = false
        /// The records that the typed text may name.
        var found: [FeatureKit.Choice] = []
    }

    /// What the form of a control does.
    struct Use {
        /// Whether the form is sent with POST.
        ///
        /// If so, a boolean is a checkbox. A browser omits an unchecked box, so a form sent with GET uses another control.
        var isPosted = true
        /// Whether the form only shows another place.
        var isSearched = false
        /// Whether a browser without script sends the form with GET to the address of the place.
        var isInAddress = false
        /// The id of another text that describes the control of a form that is sent on change.
        var remark: String?
        /// The id of the form's feature.
        let feature: String

        /// What the Enter key of a keyboard on the screen does.
        fileprivate var enterHint: String {
            isSearched ? "search" : !isPosted ? "go" : remark != nil ? "done" : "send"
        }
    }

    /// Creates the control of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - id: The control's id on the page.
    ///   - entry: What a person and the host say about the field.
    ///   - form: What the control's form does.
    init(_ field: FieldDescription, id: String, _ entry: Entry, in form: Use) {
        (self.id, title, error, isLocked) = (id, field.title, entry.error, entry.isLocked)
        theirs = entry.theirs.map { $0.isEmpty ? "nothing" : $0 }
        let theirInstant = field.kind == .instant ? entry.theirs.flatMap { Instant(typed: $0)?.controlText } : nil
        decision = DecisionView(of: field.name, about: theirInstant ?? entry.theirs ?? "")
        enterHint = form.enterHint
        name = form.isPosted ? SentForm.controlName(of: field.name) : field.name
        // The one line of a form for searches has no room for help.
        help = form.isSearched ? nil : field.help
        value = field.kind == .secret ? "" : entry.typed ?? field.defaultValue?.formText ?? ""
        optional = !field.required
        saysOptional = optional && form.remark == nil && !form.isSearched
        required = field.required && field.defaultValue == nil
        setUp(field, in: form)
        if field.kind == .reference, shape == .input {
            source = "/api/features/\(form.feature)/choices/\(field.name)"
            offer = OfferView(of: field, entry.found, for: value, in: id)
        }
        let remarks = [
            help.map { _ in "\(id)-help" }, lineBreaks.map { _ in "\(id)-lines" }, error.map { _ in "\(id)-error" },
            theirs.map { _ in "\(id)-theirs" }, form.remark,
        ].compactMap(\.self)
        describedBy = remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }

    /// Sets up what depends on the kind of the field.
    private mutating func setUp(_ field: FieldDescription, in form: Use) {
        switch field.kind {
        case .text, .reference: text(field, isSearched: form.isSearched)
        case .secret:
            (type, autocomplete) = ("password", "new-password")
            minLength = field.minLength
        case .integer: number(field, step: "1", mode: "numeric")
        case .decimal: number(field, step: "any", mode: "decimal")
        // An option that the address leaves out has its default, so an unchecked box must mean the default.
        case .boolean
        where form.isPosted && field.required && !(form.isInAddress && field.defaultValue == .boolean(true)):
            shape = .checkbox
            checked = value == "true"
        case .boolean: choose(from: [("true", "Yes"), ("false", "No")])
        case .choice:
            choose(from: (field.choices ?? []).map { ($0, $0) })
            if form.isPosted, !form.isSearched, !optional { showAllChoices() }
        case .choices: several(of: field.choices ?? [])
        case .texts:
            shape = .textarea
            lineBreaks = "Enter one per line."
            required = required && field.count?.min ?? 0 > 0
        case .instant:
            unit = "UTC"
            moment(field)
        case .date: date(field)
        case .duration:
            pattern = "[0-9]+([.][0-9]+)?(ms|s|m|h)"
            example = "250ms, 2s, 1.5m or 1h"
        }
    }

    /// Sets up the control of a text.
    private mutating func text(_ field: FieldDescription, isSearched: Bool) {
        if isSearched { (type, example) = ("search", field.title) }
        minLength = field.minLength
        // Without a minimum length, an empty text is a valid value.
        required = required && minLength != nil
        if let lines = field.lines {
            shape = .textarea
            rows = Swift.min(Swift.max(lines.max ?? 3, 2), 10)
        } else if value.hasLineBreak {
            // A single-line control would silently remove line breaks.
            shape = .textarea
            lineBreaks = "This text has line breaks. Remove them: this field allows one line."
        }
    }

    /// Sets up the control of several choices.
    private mutating func several(of known: [String]) {
        shape = .choices
        let chosen = value.formLines
        choices = (known + chosen.filter { !known.contains($0) }).enumerated().map { index, choice in
            Choice(id: "\(id):\(index)", value: choice, label: choice, selected: chosen.contains(choice))
        }
    }

    /// Sets up the control of a date.
    ///
    /// A date control hides text that is no date, so such text gets a text control.
    private mutating func date(_ field: FieldDescription) {
        guard value.isEmpty || CalendarDate(value) != nil else {
            example = "2026-11-21"
            return
        }
        type = "date"
        (min, max) = (field.range?.min?.description, field.range?.max?.description)
    }

    /// Sets up the control of an instant.
    ///
    /// Browsers refuse an instant that is not a whole number of the control's steps after the control's minimum. The
    /// step is therefore small enough for the instant and the minimum.
    private mutating func moment(_ field: FieldDescription) {
        guard value.isEmpty || Instant(typed: value) != nil else {
            example = "2026-11-22 19:46"
            return
        }
        type = "datetime-local"
        let (value, min, max) = (
            Instant(typed: value), Instant(fieldValue: field.range?.min), Instant(fieldValue: field.range?.max)
        )
        let fineness = [value, min].compactMap { $0?.millisecondsSince1970 }
        let isWhole = { (unit: Int) in fineness.allSatisfy { $0.isMultiple(of: unit) } }
        step = isWhole(60_000) ? "60" : isWhole(1000) ? "1" : "0.001"
        self.value = value?.controlText ?? ""
        (self.min, self.max) = (min?.controlText, max?.controlText)
    }

    /// Sets up the control of a number.
    ///
    /// A number control hides text that is no number, so such text gets a text control.
    private mutating func number(_ field: FieldDescription, step: String, mode: String) {
        self.mode = mode
        guard value.isEmpty || Double(value)?.isFinite == true else { return }
        type = "number"
        self.step = field.step?.description ?? step
        (min, max) = (field.range?.min?.description, field.range?.max?.description)
        // A slider always has a value, so an optional number gets a number control.
        guard field.isSlider, field.required else {
            guard let min, let max else { return }
            // A person reads one hint, not one above the control and one below.
            if let help { self.help = "From \(min) to \(max). \(help)" } else { unit = "\(min) to \(max)" }
            return
        }
        shape = .slider
        if value.isEmpty { value = min ?? "0" }
    }

    private mutating func choose(from known: [(value: String, label: String)]) {
        shape = .select
        var all = known
        if !value.isEmpty, !all.contains(where: { $0.value == value }) { all.append((value, value)) }
        if value.isEmpty || optional { all.insert(("", required ? "Choose…" : "–"), at: 0) }
        choices = all.map { Choice(id: "", value: $0.value, label: $0.label, selected: $0.value == value) }
    }

    /// Shows the choices side by side if they are few and short.
    private mutating func showAllChoices() {
        let named = choices.filter { !$0.value.isEmpty }
        guard 2...4 ~= named.count, named.reduce(0, { $0 + $1.label.utf8.count }) <= 40 else { return }
        shape = .radios
        choices = named.enumerated().map { index, choice in
            Choice(id: "\(id):\(index)", value: choice.value, label: choice.label, selected: choice.selected)
        }
    }
}

extension FieldDescription {
    /// The minimum length of the text; `nil` if it may be empty.
    fileprivate var minLength: Int? { length?.min.flatMap { $0 > 0 ? $0 : nil } }
}

extension [ControlView] {
    /// The controls, with the focus on the first wrong control.
    ///
    /// A page has only one focus.
    var focusingFirstError: [ControlView] {
        var controls = self
        guard let first = firstIndex(where: { $0.error != nil }) else { return self }
        controls[first].focus = true
        controls[first].hasOnlyError = count(where: { $0.error != nil }) == 1
        return controls
    }

    /// The controls of a form element.
    ///
    /// If the form was refused, the first wrong control has the focus.
    func focusingFirstError(isRefused: Bool) -> [ControlView] { isRefused ? focusingFirstError : self }
}

/// A control that a form sends without showing it.
struct HiddenControl {
    let name: String
    let value: String
}
