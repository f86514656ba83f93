package import FeatureKit

extension FormModel {
    /// A field of a form.
    package struct Field: Sendable {
        /// The field of the action.
        package let description: FieldDescription
        /// The text that the field shows.
        package internal(set) var text: String
        /// The text of the value that the record has, as the newest frame shows it.
        package internal(set) var saved: String
        /// The key of the record whose title is ``saved``; `nil` if ``saved`` is the text of the value.
        package internal(set) var savedKey: FieldValue?
        /// The only texts that the field accepts; `nil` if it accepts every text that fits its rule.
        package internal(set) var choices: [String]?
        /// Whether a person can change the field.
        package internal(set) var isEnabled = true
        /// Says why the text cannot be sent, or why it was refused; `nil` if neither is known.
        package internal(set) var error: String?
        /// The text that another person has saved while this text was typed, until the person decides; `nil` if there
        /// is none.
        package internal(set) var theirs: String?
        /// The state of the typed text; `nil` if the field shows what the record has.
        var typed: Typed?

        /// The name of the field.
        package var name: String { description.name }
        /// Whether the text is typed and not sent, or was refused.
        package var isUnsent: Bool { typed.map { $0.isUnsent || $0.isRefused } ?? false }
        /// The text for messages, which do not show secrets.
        package var quotableText: String { description.kind == .secret ? "•••" : text }
    }

    /// The state of a typed text.
    struct Typed: Sendable {
        /// The text that the field had before the person typed, or when the person decided about another person's value.
        var seen: String
        /// Whether the text was edited after it was sent.
        var isUnsent = true
        /// Whether the last call with this text was refused.
        var isRefused = false
        /// The revision that showed the effect of the last call with a text of the field; `nil` if no call has been
        /// answered.
        var answer: Int?
        /// The text that was sent last, until the record has it.
        var sent: String?
        /// The key of the record that the person has taken from a list; `nil` for a text that is typed.
        var picked: FieldValue?
    }

    /// The result of parsing a field's text.
    enum Reading {
        case value(FieldValue)
        /// The text is empty, so the field has no value.
        case nothing
        /// The text is invalid. The associated value is the message.
        case wrong(String)
    }
}

extension FormModel.Field {
    /// Parses the text by the field's rule.
    var reading: FormModel.Reading {
        if text.isEmpty, !description.required { return .nothing }
        if let choices, !description.kind.isList, !choices.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return .wrong("Choose one of \(choices.joined(separator: ", ")).")
        }
        do throws(InputRefused) {
            let values = try [description].read([name: text], isForm: true)
            _ = try [description].check(values)
            return values[name].map { .value($0) } ?? .nothing
        } catch { return .wrong(error.advice[name] ?? error.description) }
    }

    /// How the text stands to the value of the record.
    var standing: Standing {
        guard let typed else { return .untouched }
        return description.standing(of: text, seen: typed.seen, saved: saved)
    }

    /// Whether the text differs from what the person saw and from what the record has.
    package var isChanged: Bool { standing == .changed || standing == .contested }

    /// Whether the field shows the text that the record has.
    var isAsSaved: Bool { text.utf8.elementsEqual(saved.utf8) }

    /// Whether the person has typed the value that they saw before, which is no change.
    ///
    /// While the record may still get a text that was sent, it is one.
    var isTakenBack: Bool { typed?.sent == nil && typed?.picked == nil && standing == .untouched }

    /// The key of the record that the text names; `nil` if only the text is known.
    ///
    /// Two records can have the same title, and a title can be the key of another record.
    var key: FieldValue? { typed?.picked ?? (isAsSaved ? savedKey : nil) }

    /// Shows the text of the record instead of the typed one.
    mutating func follow() {
        if !isAsSaved { error = nil }
        (text, typed, theirs) = (saved, nil, nil)
    }

    /// Finds out whether the text can be sent.
    mutating func check() {
        if case .wrong(let message) = reading { error = message } else { error = nil }
    }
}
