import ArgumentParser
import FeatureKit

/// A name and its value, as `KEY=VALUE` on the command line.
struct Assignment: Sendable, Hashable {
    let name: String
    let value: String
}

extension Assignment {
    /// Reads `KEY=VALUE`; the value may be empty and contain more equals signs.
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
    /// The values by name.
    ///
    /// - Parameter noun: What one is called in messages, `field` or `option`.
    /// - Throws: ``CommandLineError`` if a name is given twice.
    func valuesByName(noun: String) throws(CommandLineError) -> [String: String] {
        var values: [String: String] = [:]
        for assignment in self {
            guard let first = values.updateValue(assignment.value, forKey: assignment.name) else { continue }
            throw .usage(
                "the \(noun) '\(assignment.name)' is given twice, as \(FieldValue.quote(first)) and as "
                    + "\(FieldValue.quote(assignment.value)); give it once")
        }
        return values
    }
}

extension [FieldDescription] {
    /// Reads what was typed as assignments.
    ///
    /// Nothing after the equals sign is a value of a text alone. Elsewhere it is more likely a variable of the shell that
    /// is not set, and to take it for not given would show something else than was asked for.
    ///
    /// - Throws: `InputRefused` with a message for every field that is empty, unknown or breaks its rule.
    func readTyped(_ texts: [String: String], noun: String) throws(InputRefused) -> [String: FieldValue] {
        var empty: [String: String] = [:]
        for field in self where field.kind != .text && texts[field.name] == "" {
            empty[field.name] = field.refusal(found: FieldValue.quote(""))
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
