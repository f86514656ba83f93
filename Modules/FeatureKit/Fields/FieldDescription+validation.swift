extension FieldDescription {
    /// Returns the message for a refused value, like `expected a whole number from 0 to 30, got "abc"`.
    ///
    /// - Parameter found: The refused value, as the message shows it.
    package func refusal(found: String) -> String {
        var message = "expected \(expectation), got \(found)"
        if kind == .choice, other == nil, let text = Self.unquote(found) {
            message += suggestion(for: text, among: choices ?? [])
        }
        return message
    }

    /// The refusal for a required field without a value.
    package var refusalOfNothing: FieldRefusal { refusal(of: "nothing") }

    /// Returns the refusal for a value that cannot be parsed.
    ///
    /// - Parameter found: The refused value, as the message shows it.
    package func refusal(of found: String) -> FieldRefusal {
        FieldRefusal(message: refusal(found: found), advice: advice(for: .unreadable))
    }

    /// Validates a value against the field's kind and rule.
    ///
    /// - Parameter value: The value in its JSON type. For example, the text `"2"` is not an integer.
    /// - Returns: The value in the field's canonical format, or the refusal. In the canonical format, a whole number
    ///   for a decimal field is a decimal, line breaks are LF, a moment is in UTC, and a text for a secret is a
    ///   ``Secret``.
    package func check(_ value: FieldValue) -> FieldCheck {
        switch (kind, value) {
        case (.texts, .texts(let texts)), (.choices, .texts(let texts)): return check(texts)
        case (.secret, .secret(let secret)): return check(text: secret.text)
        case (_, .text(let text)) where !kind.isList: return check(text: text)
        case (.integer, .integer(let number)):
            return accept(value, unless: isWithinRange(number) && isOnStep(number) ? nil : .outOfRange)
        case (.decimal, .integer(let number)): return check(.decimal(Double(number)))
        case (.decimal, .decimal(let number)):
            let isGood = number.isFinite && isWithinRange(number) && isOnStep(number)
            return accept(value, unless: isGood ? nil : .outOfRange)
        case (.boolean, .boolean): return .success(value)
        default: return accept(value, unless: .unreadable)
        }
    }

    private func check(text: String) -> FieldCheck {
        let value = FieldValue.text(text)
        let isText = kind == .text || kind == .secret || kind == .reference
        guard text.utf8.count <= longestText else { return accept(value, unless: isText ? .tooLong : .unreadable) }
        guard StreamSafeText.contains(text) else {
            return accept(value, unless: .hasTooManyMarks, " with \(StreamSafeText.rule)")
        }
        switch kind {
        case .text, .secret, .reference:
            let text = lines == nil ? text : text.normalizingLineBreaks
            if let (fault, rule) = fault(ofText: text) { return accept(.text(text), unless: fault, rule) }
            if let fault = lines.flatMap({ Self.fault(ofLinesOf: text, $0) }) {
                return accept(.text(text), unless: fault)
            }
            return .success(kind == .secret ? .secret(Secret(text)) : .text(text))
        case .choice:
            let isGood = choices?.contains(where: text.hasBytes) == true || other != nil
            return accept(value, unless: isGood ? nil : .unreadable)
        case .date: return check(CalendarDate(text), of: value)
        case .duration: return check(Duration(fieldText: text), of: value)
        case .instant:
            let instant = Instant(text)
            return check(instant, of: instant?.fieldValue ?? value)
        case .integer, .decimal, .boolean, .texts, .choices: return accept(value, unless: .unreadable)
        }
    }

    private func check(
        _ read: (some FieldType & Comparable)?, of value: FieldValue
    ) -> FieldCheck {
        accept(value, unless: read.map { isWithinRange($0) ? nil : .outOfRange } ?? .unreadable)
    }

    private func check(_ texts: [String]) -> FieldCheck {
        var seen: Set<String> = []
        for text in texts {
            func refuse(_ fault: FieldFault, _ found: String) -> FieldCheck {
                .failure(FieldRefusal(message: refusal(found: found), advice: advice(for: fault)))
            }
            let quoted = FieldValue.quote(text)
            guard text.utf8.count <= longestText else { return refuse(.item(text, .tooLong), quoted) }
            guard StreamSafeText.contains(text) else { return refuse(.item(text, .hasTooManyMarks), quoted) }
            if kind == .choices {
                let hint = suggestion(for: text, among: choices ?? [])
                guard choices?.contains(where: text.hasBytes) == true else { return refuse(.unreadable, quoted + hint) }
            } else if text.isEmpty {
                return refuse(.item(text, .tooShort), quoted)
            } else if let (fault, _) = fault(ofText: text) {
                return refuse(.item(text, fault), quoted)
            }
            guard seen.insert(text).inserted || role == .revisions else {
                return refuse(.repeated(text), "\(quoted) twice")
            }
        }
        let isFew = texts.count < count?.min ?? 0
        guard !isFew, texts.count <= count?.max ?? .max else {
            return .failure(
                FieldRefusal(
                    message: refusal(found: "\(texts.count)"),
                    advice: advice(for: isFew ? .tooFewItems : .tooManyItems)))
        }
        return .success(.texts(texts))
    }

    /// The number of Unicode scalars that count as one character at least.
    ///
    /// A character of a real text has at most a dozen scalars. A character with thousands of marks is too long.
    private static let scalarsPerCharacter = 16

    /// Returns the greatest number of Unicode scalars that a text with a greatest number of characters can have.
    package static func scalarLimit(of characters: Int) -> Int {
        characters < .max / scalarsPerCharacter ? (characters + 1) * scalarsPerCharacter - 1 : .max
    }

    /// Returns the first rule that a text breaks, and the words that the message adds for this rule.
    ///
    /// Returns `nil` if the text breaks no rule.
    private func fault(ofText text: String) -> (fault: FieldFault, rule: String)? {
        let size = max(text.count, text.unicodeScalars.count / Self.scalarsPerCharacter)
        if size < length?.min ?? 0 { return (.tooShort, "") }
        if size > length?.max ?? .max { return (.tooLong, "") }
        if (length?.min ?? 0) > 0, !text.unicodeScalars.contains(where: \.isVisible) {
            return (.invisible, ", not all of them invisible")
        }
        // Many programs treat NUL as the end of a text. They could not read back a file with NUL.
        if text.utf8.contains(0) { return (.hasNUL, " without NUL") }
        // A browser's control for one line silently removes line breaks.
        if lines == nil, text.hasLineBreak { return (.hasLineBreak, " without line breaks") }
        return nil
    }

    private static func fault(ofLinesOf text: String, _ lines: Bounds<Int>) -> FieldFault? {
        let count = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        if count < lines.min ?? 1 { return .tooFewLines }
        return count > lines.max ?? .max ? .tooManyLines : nil
    }

    private func accept(
        _ value: FieldValue, unless fault: FieldFault?, _ rule: String = ""
    ) -> FieldCheck {
        guard let fault else { return .success(value) }
        let isEmpty = if case .text(let text) = value { text.isEmpty } else { false }
        let advice = advice(for: isEmpty ? .unreadable : fault)
        let found = kind == .secret ? FieldValue.secret(Secret("")).quoted : value.quoted
        guard rule.isEmpty else {
            return .failure(FieldRefusal(message: "expected \(expectation)\(rule), got \(found)", advice: advice))
        }
        return .failure(FieldRefusal(message: refusal(found: found), advice: advice))
    }

    /// The greatest length of a text in bytes.
    ///
    /// This limit is checked first, because a single character can have any number of bytes.
    ///
    /// The limit refuses no valid text. A longer text either has more scalars than ``fault(ofText:)`` allows, or cannot
    /// be a value of the field's kind.
    private var longestText: Int {
        switch kind {
        case .text, .secret, .texts, .reference: length?.max.map { $0 < 1 << 40 ? 64 * (max($0, 0) + 1) : .max } ?? .max
        case .choice: other == nil ? StreamSafeText.nameLimit : 4096  // a path (PATH_MAX of Linux)
        case .integer, .decimal, .boolean, .date, .duration, .instant, .choices: StreamSafeText.nameLimit
        }
    }

    private func isWithinRange<Value: FieldType & Comparable>(_ value: Value) -> Bool {
        Value(fieldValue: range?.min).map { $0 <= value } ?? true
            && Value(fieldValue: range?.max).map { value <= $0 } ?? true
    }

    /// Returns whether the distance of a whole number from the smallest allowed number is a multiple of the step.
    private func isOnStep(_ value: Int) -> Bool {
        guard let step = Int(fieldValue: step), step > 0, let min = Int(fieldValue: range?.min) else { return true }
        // Compute the distance as an unsigned integer, because it can be too large for a signed integer.
        return UInt(bitPattern: value &- min).isMultiple(of: UInt(step))
    }

    /// Returns whether the distance of a number from the smallest allowed number is a multiple of the step.
    ///
    /// Rounding errors of double precision are ignored: 0.3 counts as a multiple of 0.1.
    private func isOnStep(_ value: Double) -> Bool {
        guard let step = Double(fieldValue: step), step > 0, let min = Double(fieldValue: range?.min) else {
            return true
        }
        let nearest = min + ((value - min) / step).rounded() * step
        return abs(value - nearest) <= 1e-9 * max(abs(value), max(abs(min), step))
    }

    private static func unquote(_ text: String) -> String? {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : nil
    }
}

extension Unicode.Scalar {
    /// Whether a text with only this scalar is visible.
    fileprivate var isVisible: Bool {
        if isASCII { return (0x21...0x7E).contains(value) }
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        default: break
        }
        // The Braille pattern without dots (U+2800) looks like a space, but Unicode does not list it as white space.
        return !properties.isDefaultIgnorableCodePoint && value != 0x2800
    }
}
