import FeatureKit

extension FieldDescription {
    /// A value for examples, which obeys the field's rule; `nil` if none is found.
    ///
    /// It is the default, the first choices, a bound of the range, or a text that contains the title.
    var example: FieldValue? {
        for candidate in candidates {
            if case .success(let value) = check(candidate) { return value.revealed }
        }
        return nil
    }

    private var candidates: [FieldValue] {
        switch kind {
        case .text: given + [title, "Example", "x"].map { .text(text(of: $0)) }
        case .secret: ["secret", "x"].map { .text(text(of: $0)) }
        case .integer: given + [1]
        case .decimal: given + [1.5]
        case .boolean: given + [true]
        case .reference: given + ["1"]
        case .date: given + ["2026-11-21"]
        case .instant: given + ["2026-11-22T19:46:49Z"]
        case .duration: given + ["2s"]
        case .choice: given + (choices ?? []).prefix(1).map { .text($0) }
        case .choices: given + [.texts(Array((choices ?? []).prefix(itemCount)))]
        case .texts:
            given + [
                .texts((1...itemCount).map { "\(title) \($0)" }), .texts((1...itemCount).map(item)), .texts([]),
            ]
        }
    }

    /// The default and the bounds of the range.
    private var given: [FieldValue] { [defaultValue, range?.min, range?.max].compactMap(\.self) }

    /// The number of items in the example of a list.
    private var itemCount: Int { clamp(count?.min) }

    /// Returns a text of the allowed length and number of lines that repeats other texts.
    private func text(of text: String) -> String {
        let rows = Array(repeating: text, count: clamp(lines?.min)).joined(separator: "\n")
        let padding = String(repeating: "x", count: max(0, clamp(length?.min) - rows.count))
        return String((rows + padding).prefix(max(0, length?.max ?? .max)))
    }

    private func item(_ number: Int) -> String {
        let digits = String(number, radix: 36)
        return String(repeating: "x", count: max(0, clamp(length?.min) - digits.count)) + digits
    }

    /// Returns a lower bound as a count that an example can have.
    private func clamp(_ bound: Int?) -> Int { min(max(bound ?? 1, 1), 10_000) }
}

extension [FieldDescription] {
    /// An example of an object with a value for each field; of fields for one row or several, those for one row; for a whole
    /// change.
    var example: JSONValue {
        .object(
            compactMap { field in
                guard field.role != .rows, field.role != .revisions,
                    field.role == .change || field.role?.namesChange != true
                else {
                    return nil
                }
                return field.example.map { (name: field.name, value: .plain($0)) }
            })
    }
}
