import FeatureKit

/// One control of a form, as the field's kind and rule ask for it.
struct ControlView {
    /// One thing to choose.
    struct Choice {
        let value: String
        let label: String
        let selected: Bool
    }

    /// The template that draws it.
    private(set) var template = "input"
    let id: String
    let name: String
    let title: String
    let help: String?
    let error: String?
    private(set) var optional = false
    private(set) var required = false
    /// Its text, as it can stand in an attribute.
    private(set) var value = ""
    private(set) var type = "text"
    private(set) var mode: String?
    private(set) var pattern: String?
    private(set) var example: String?
    private(set) var minLength: Int?
    private(set) var min: String?
    private(set) var max: String?
    private(set) var step: String?
    private(set) var checked = false
    private(set) var choices: [Choice] = []
    /// What there is to say of line breaks in its text, if it has any.
    private(set) var lineBreaks: String?
    fileprivate(set) var focus = false
    /// The ids of the texts that tell more of it.
    private(set) var describedBy: String?

    /// Describes the control of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - id: The control's id on the page.
    ///   - typed: What was typed before; it is kept, right or wrong.
    ///   - error: What is wrong with it.
    ///   - isPosted: Whether its form is posted. Then truth values are boxes to check; a box that is not checked says
    ///     nothing, which an address with options must not.
    init(_ field: FieldDescription, id: String, typed: String?, error: String?, isPosted: Bool) {
        name = isPosted ? SentForm.controlName(of: field.name) : field.name
        (self.id, title, help, self.error) = (id, field.title, field.help, error)
        let text = typed ?? field.defaultValue?.description ?? ""
        value = PageText.value(text)
        optional = !field.required
        required = field.required && field.defaultValue == nil
        switch field.kind {
        case .text:
            minLength = field.length?.min.flatMap { $0 > 0 ? $0 : nil }
            // An empty text may well be what is meant.
            required = required && minLength != nil
            // A control of one line would leave line breaks out, and the text would change by itself.
            if text.hasLineBreak {
                template = "textarea"
                lineBreaks = "This text has line breaks. Take them out: the field is one line."
            }
        case .integer: number(field, text, step: "1", mode: "numeric")
        case .decimal: number(field, text, step: "any", mode: "decimal")
        case .boolean where isPosted && field.required:
            template = "checkbox"
            checked = typed.map { $0 == "true" } ?? (field.defaultValue == .boolean(true))
        case .boolean: choose(from: [("true", "Yes"), ("false", "No")], text)
        case .choice: choose(from: (field.choices ?? []).map { ($0, $0) }, text)
        case .date:
            guard text.isEmpty || CalendarDate(text) != nil else {
                example = "2026-11-21"
                break
            }
            type = "date"
            (min, max) = (field.range?.min?.description, field.range?.max?.description)
        case .duration:
            pattern = "[0-9]+([.][0-9]+)?(ms|s|m|h)"
            example = "250ms, 2s, 1.5m or 1h"
        }
        let remarks = [
            help.map { _ in "\(id)-help" }, lineBreaks.map { _ in "\(id)-lines" }, error.map { _ in "\(id)-error" },
        ].compactMap(\.self)
        describedBy = remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }

    /// Browsers let nobody see what is no number in a control for numbers, so that such a text needs one for text.
    private mutating func number(_ field: FieldDescription, _ text: String, step: String, mode: String) {
        self.mode = mode
        guard text.isEmpty || Double(text)?.isFinite == true else { return }
        type = "number"
        self.step = step
        (min, max) = (field.range?.min?.description, field.range?.max?.description)
    }

    private mutating func choose(from all: [(value: String, label: String)], _ text: String) {
        template = "select"
        var all = all
        if !text.isEmpty, !all.contains(where: { $0.value == text }) { all.append((text, text)) }
        if text.isEmpty || optional { all.insert(("", required ? "Choose…" : "–"), at: 0) }
        choices = all.map { Choice(value: $0.value, label: $0.label, selected: $0.value == text) }
    }
}

extension [ControlView] {
    /// The controls, the first wrong one ready to be mended: a page has one focus.
    var focusingFirstError: [ControlView] {
        var controls = self
        if let first = firstIndex(where: { $0.error != nil }) { controls[first].focus = true }
        return controls
    }
}
