import FeatureKit
import Interaction
import TerminalKit

/// A form whose fields a person fills in one after the other.
protocol FilledForm {
    /// The controls of the form's fields.
    var entries: [FormState.Entry] { get }
    /// Changes the control of a field.
    mutating func edit<Result>(_ index: Int, _ change: (inout FormState.Entry) -> Result) -> Result
    /// Finds out whether the text of a field can be sent.
    mutating func check(_ index: Int)
    /// Takes the other person's value of a contested field, or keeps the typed one.
    mutating func decide(_ index: Int, _ decision: Decision)
    /// Notes that the presenter has refused the texts.
    mutating func refuse(_ refused: InputRefused)
}

extension Decision {
    /// The key with the same effect in the field.
    var legend: KeyLegend {
        let key: KeyPattern = self == .mine ? .control("k") : .control("t")
        return KeyLegend(Self.label, [[key]], words, hint: .init(words))
    }

    /// Returns what a form says below a field about the value that another person has saved.
    ///
    /// - Parameter isContested: Whether the person has typed another value meanwhile.
    static func note(about theirs: String, of field: FieldDescription, isContested: Bool) -> String {
        "\(isContested ? "\(change) " : "")\(label): \(theirs.choiceTitle(field))"
    }
}

/// The model of a form, and the controls with which a person edits its fields in a terminal.
struct FormControls: Sendable {
    private(set) var model: FormModel
    /// The controls of the model's fields, in the same order.
    private(set) var entries: [FormState.Entry] = []
    /// Whether the form is part of the page, not in front of it.
    private let isInPlace: Bool

    init(_ model: FormModel, isInPlace: Bool) {
        (self.model, self.isInPlace) = (model, isInPlace)
        takeModel()
    }

    /// Returns the control of a field.
    subscript(name: String) -> FormState.Entry? { entries.first { $0.field.name == name } }

    /// Changes the model, and shows the result.
    mutating func update<Result>(_ change: (inout FormModel) -> Result) -> Result {
        defer { takeModel() }
        return change(&model)
    }

    /// Changes a control, and tells the model if the text is another one.
    mutating func edit<Result>(_ index: Int, _ change: (inout FormState.Entry) -> Result) -> Result {
        let result = change(&entries[index])
        let (name, text) = (entries[index].field.name, entries[index].text)
        if !text.utf8.elementsEqual(model.fields[index].text.utf8) { update { $0.type(text, in: name) } }
        if let key = entries[index].takePicked() { update { $0.pick(key, in: name) } }
        return result
    }

    private mutating func takeModel() {
        entries = model.fields.map { field in
            guard var entry = self[field.name] else { return FormState.Entry(field, isInPlace: isInPlace) }
            entry.take(field)
            return entry
        }
    }
}
