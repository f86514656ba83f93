extension FieldDescription {
    /// What a value must be, in words: `a whole number from 0 to 30`.
    public var expectation: String {
        switch kind {
        case .text: "text" + length.map(Self.describe).orEmpty
        case .integer: "a whole number" + range.map(Self.describe).orEmpty
        case .decimal: "a number" + range.map(Self.describe).orEmpty
        case .boolean: "true or false"
        case .choice: "one of " + ((choices ?? []) + (other.map { [$0] } ?? [])).joined(separator: ", ")
        case .date: "a date like 2026-11-21" + range.map(Self.describe).orEmpty
        case .duration: "a duration like 250ms, 2s or 1m" + range.map(Self.describe).orEmpty
        }
    }

    /// Says that something else was expected: `expected a whole number from 0 to 30, got "abc"`.
    ///
    /// - Parameter found: What was given, as the message shall show it.
    package func refusal(found: String) -> String {
        var message = "expected \(expectation), got \(found)"
        if kind == .choice, other == nil { message += suggestion(for: Self.unquote(found), among: choices ?? []) }
        return message
    }

    /// Checks a value by the field's kind and rule.
    ///
    /// - Parameter value: The value as its JSON type has it: `"2"` is no integer.
    /// - Returns: The value in the field's own form (a whole number given for a decimal becomes one), or what is wrong
    ///   with it.
    package func check(_ value: FieldValue) -> Result<FieldValue, FieldRefusal> {
        switch (kind, value) {
        case (.text, .text(let text)):
            let isBlank = !text.isEmpty && (length?.min ?? 0) > 0 && text.allSatisfy(\.isWhitespace)
            return accept(value, if: isWithinLength(text) && !isBlank)
        case (.integer, .integer(let number)): return accept(value, if: isWithinRange(Double(number)))
        case (.decimal, .integer(let number)): return check(.decimal(Double(number)))
        case (.decimal, .decimal(let number)):
            return accept(value, if: number.isFinite && isWithinRange(number))
        case (.boolean, .boolean): return .success(value)
        case (.choice, .text(let text)): return accept(value, if: choices?.contains(text) == true || other != nil)
        case (.date, .text(let text)):
            // Dates in this form order as their texts do.
            let isInRange = (range?.min?.description ?? text) <= text && text <= (range?.max?.description ?? text)
            return accept(value, if: CalendarDate(text) != nil && isInRange)
        case (.duration, .text(let text)):
            let duration = Duration(fieldText: text)
            return accept(value, if: duration.map { isWithinRange($0 / .seconds(1)) } ?? false)
        default: return .failure(FieldRefusal(message: refusal(found: value.quoted)))
        }
    }

    /// Reads what a person typed (an argument, a form's field, a cell of a CSV file) and checks it.
    package func read(_ text: String) -> Result<FieldValue, FieldRefusal> {
        let value: FieldValue? =
            switch kind {
            case .text, .choice, .date, .duration: .text(text)
            case .integer: Int(text).map { .integer($0) }
            case .decimal: Double(text).map { .decimal($0) }
            case .boolean: Self.readBoolean(text).map { .boolean($0) }
            }
        guard let value else { return .failure(FieldRefusal(message: refusal(found: FieldValue.quote(text)))) }
        return check(value)
    }

    private func accept(_ value: FieldValue, if isGood: Bool) -> Result<FieldValue, FieldRefusal> {
        isGood ? .success(value) : .failure(FieldRefusal(message: refusal(found: value.quoted)))
    }

    private func isWithinLength(_ text: String) -> Bool {
        guard let length else { return true }
        let count = text.count
        return (length.min ?? 0) <= count && count <= (length.max ?? count)
    }

    private func isWithinRange(_ number: Double) -> Bool {
        guard let range else { return true }
        return range.min.map { Self.magnitude($0) <= number } ?? true
            && range.max.map { number <= Self.magnitude($0) } ?? true
    }

    /// The bound of a range as a number; a duration's in seconds.
    private static func magnitude(_ bound: FieldValue) -> Double {
        switch bound {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .text(let text): Duration(fieldText: text).map { $0 / .seconds(1) } ?? .nan
        case .boolean: .nan
        }
    }

    private static func readBoolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    private static func describe(_ length: Bounds<Int>) -> String {
        switch (length.min ?? 0, length.max) {
        case (0, nil): ""
        case (let min, nil): " of at least \(min) characters"
        case (0, let max?): " of at most \(max) characters"
        case (let min, let max?): min == max ? " of \(min) characters" : " of \(min) to \(max) characters"
        }
    }

    private static func describe(_ range: Bounds<FieldValue>) -> String {
        switch (range.min, range.max) {
        case (let min?, let max?): " from \(min) to \(max)"
        case (let min?, nil): " from \(min)"
        case (nil, let max?): " up to \(max)"
        case (nil, nil): ""
        }
    }

    private static func unquote(_ text: String) -> String {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}

/// Why one field's value was refused.
package struct FieldRefusal: Error, Hashable {
    /// The reason, without the field's name: `expected …, got …`.
    package let message: String
}

extension String? {
    fileprivate var orEmpty: String { self ?? "" }
}
