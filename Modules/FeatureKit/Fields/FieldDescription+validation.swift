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
        if kind == .choice, other == nil, let text = Self.unquote(found) {
            message += suggestion(for: text, among: choices ?? [])
        }
        return message
    }

    /// Checks a value by the field's kind and rule.
    ///
    /// - Parameter value: The value as its JSON type has it: `"2"` is no integer.
    /// - Returns: The value in the field's own form (a whole number given for a decimal becomes one), or what is wrong
    ///   with it.
    package func check(_ value: FieldValue) -> Result<FieldValue, FieldRefusal> {
        if case .text(let text) = value {
            guard text.utf8.count <= longestText else { return accept(value, if: false) }
            guard StreamSafeText.contains(text) else { return refuse(value, " with \(StreamSafeText.rule)") }
        }
        switch (kind, value) {
        case (.text, .text(let text)):
            guard isWithinLength(text) else { return accept(value, if: false) }
            guard (length?.min ?? 0) == 0 || text.unicodeScalars.contains(where: \.isVisible) else {
                return refuse(value, ", not all of them invisible")
            }
            // NUL ends a text for many programs; none of them could read back what it is in.
            guard !text.utf8.contains(0) else { return refuse(value, " without NUL") }
            // A page's control for one line would take them out without a word.
            guard !text.hasLineBreak else { return refuse(value, " without line breaks") }
            return .success(value)
        case (.integer, .integer(let number)): return accept(value, if: isWithinRange(number))
        case (.decimal, .integer(let number)): return check(.decimal(Double(number)))
        case (.decimal, .decimal(let number)):
            return accept(value, if: number.isFinite && isWithinRange(number))
        case (.boolean, .boolean): return .success(value)
        case (.choice, .text(let text)):
            return accept(value, if: choices?.contains(where: text.hasBytes) == true || other != nil)
        case (.date, .text(let text)):
            return accept(value, if: CalendarDate(text).map(isWithinRange) ?? false)
        case (.duration, .text(let text)):
            return accept(value, if: Duration(fieldText: text).map(isWithinRange) ?? false)
        default: return .failure(FieldRefusal(message: refusal(found: value.quoted)))
        }
    }

    /// Reads what a person typed (an argument, a form's field, a cell of a CSV file) and checks it.
    package func read(_ text: String) -> Result<FieldValue, FieldRefusal> {
        guard text.utf8.count <= longestText else { return accept(.text(text), if: false) }
        let value: FieldValue? =
            switch kind {
            case .text, .choice, .date, .duration: .text(text)
            case .integer: Int(text).map { .integer($0) }
            case .decimal: Self.readDecimal(text).map { .decimal($0) }
            case .boolean: Self.readBoolean(text).map { .boolean($0) }
            }
        guard let value else { return .failure(FieldRefusal(message: refusal(found: FieldValue.quote(text)))) }
        return check(value)
    }

    private func accept(_ value: FieldValue, if isGood: Bool) -> Result<FieldValue, FieldRefusal> {
        isGood ? .success(value) : .failure(FieldRefusal(message: refusal(found: value.quoted)))
    }

    private func refuse(_ value: FieldValue, _ rule: String) -> Result<FieldValue, FieldRefusal> {
        .failure(FieldRefusal(message: "expected \(expectation)\(rule), got \(value.quoted)"))
    }

    /// How long a text may be, in bytes; checked before anything else, because a character can be of any length.
    ///
    /// A longer text has too many scalars for ``isWithinLength(_:)``, or is of no use to the field's kind.
    private var longestText: Int {
        switch kind {
        case .text: length?.max.map { $0 < 1 << 40 ? 64 * (max($0, 0) + 1) : .max } ?? .max
        case .choice: other == nil ? StreamSafeText.nameLimit : 4096  // a path (PATH_MAX of Linux)
        case .integer, .decimal, .boolean, .date, .duration: StreamSafeText.nameLimit
        }
    }

    private func isWithinLength(_ text: String) -> Bool {
        guard let length else { return true }
        // A person's characters have at most a dozen scalars; what has thousands of marks is long, whatever it looks like.
        let count = max(text.count, text.unicodeScalars.count / 16)
        return (length.min ?? 0) <= count && count <= (length.max ?? count)
    }

    private func isWithinRange<Value: FieldType & Comparable>(_ value: Value) -> Bool {
        Value(fieldValue: range?.min).map { $0 <= value } ?? true
            && Value(fieldValue: range?.max).map { value <= $0 } ?? true
    }

    /// Reads a finite number in the decimal notation of JSON, a sign allowed; not what else Swift reads, such as `0x1p4`.
    private static func readDecimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
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

    private static func unquote(_ text: String) -> String? {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : nil
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

extension Unicode.Scalar {
    /// Whether there is anything to see of it where it stands alone.
    fileprivate var isVisible: Bool {
        if isASCII { return (0x21...0x7E).contains(value) }
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        default: break
        }
        // The braille pattern without a dot is no white space, but looks like it.
        return !properties.isDefaultIgnorableCodePoint && value != 0x2800
    }
}
