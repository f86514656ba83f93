import ArgumentParser
import FeatureKit

/// A name and a value, given as `KEY=VALUE`.
package struct Assignment: Sendable, Hashable {
    let name: String
    let value: String

    /// Creates an assignment.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

extension Assignment {
    /// Parses `KEY=VALUE`.
    ///
    /// The value may be empty and may contain equals signs.
    static func read(_ text: String) throws -> Assignment {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw ValidationError("expected a name, '=' and a value, as in name=Rex")
        }
        guard StreamSafeText.containsName(text[..<equals]) else {
            throw ValidationError(
                "expected a name of at most \(StreamSafeText.nameLimit) bytes before '=', got "
                    + FieldValue.quote(String(text[..<equals])))
        }
        return Assignment(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }
}

extension [Assignment] {
    /// Returns the values of each field, by field name, in the order in which they were given.
    ///
    /// Only the name of a list field can occur more than once.
    ///
    /// - Parameters:
    ///   - fields: The fields to assign.
    ///   - noun: The word for a field in messages: `field` or `option`.
    /// - Throws: ``CommandLineError`` if the name of a field that is not a list field occurs twice.
    func valuesByName(
        for fields: [FieldDescription], noun: String
    ) throws(CommandLineError) -> [String: [String]] {
        let lists = Set(fields.filter(\.kind.isList).map(\.name))
        var values: [String: [String]] = [:]
        for assignment in self {
            guard let first = values[assignment.name]?.first, !lists.contains(assignment.name) else {
                values[assignment.name, default: []].append(assignment.value)
                continue
            }
            throw .usage(
                "the \(noun) '\(assignment.name)' is given twice, as \(FieldValue.quote(first)) and as "
                    + "\(FieldValue.quote(assignment.value)); give it once")
        }
        return values
    }
}

extension [FieldDescription] {
    /// Parses the texts as values of the fields.
    ///
    /// An empty text is accepted for text fields only. For any other kind of field, an empty text probably comes from
    /// an unset shell variable. If this text counted as "no value", the command would show something that the user did
    /// not request.
    ///
    /// - Parameter noun: The word for a field in messages: `field` or `option`.
    /// - Throws: `InputRefused` with a message for every field that is unknown, is empty or breaks its rule.
    func readTyped(_ texts: [String: [String]], noun: String) throws(InputRefused) -> [String: FieldValue] {
        if texts.isEmpty { return [:] }
        var empty: [String: String] = [:]
        for field in self where ![.text, .secret].contains(field.kind) && texts[field.name]?.contains("") == true {
            empty[field.name] = field.refusal(found: FieldValue.quote(""))
        }
        for field in self {
            guard let joined = texts[field.name]?.lazy.compactMap(field.choicesJoined).first else { continue }
            let again = joined.choices.map { choice in
                (noun == "option" ? "--set " : "") + Assignment(name: field.name, value: choice).shellText
            }
            let refusal = field.refusal(found: FieldValue.quote(joined.text))
            empty[field.name] = "\(refusal); give each value by itself: \(again.joined(separator: " "))"
        }
        do throws(InputRefused) {
            let values = try read(texts, noun: noun)
            if empty.isEmpty { return values }
            _ = try check(values, noun: noun)
        } catch {
            throw InputRefused(error.fields.merging(empty) { $1 })
        }
        throw InputRefused(empty)
    }
}

extension FieldDescription {
    /// Returns the choices in a text that joins several of them with commas; `nil` for any other text.
    fileprivate func choicesJoined(in text: String) -> (text: String, choices: [String])? {
        guard kind == .choices, let choices, !choices.contains(text) else { return nil }
        let parts = text.split(separator: ",").map { String($0).trimmed }
        return parts.count > 1 && parts.allSatisfy(choices.contains) ? (text, parts) : nil
    }
}
