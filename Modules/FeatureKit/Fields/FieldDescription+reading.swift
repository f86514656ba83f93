extension FieldDescription {
    /// Parses and checks a text from a command-line argument, a form's field or a cell of a CSV file.
    package func read(_ text: String) -> FieldCheck {
        // Without this limit, a number with very many digits would be parsed before it is refused.
        guard kind == .text || kind == .secret || text.utf8.count <= StreamSafeText.nameLimit || other != nil else {
            return .failure(refusal(of: FieldValue.quote(text)))
        }
        let value: FieldValue? =
            switch kind {
            case .text, .choice, .date, .duration, .reference: .text(text)
            case .secret: .secret(Secret(text))
            case .integer: Int(text).map { .integer($0) }
            case .decimal: Self.readDecimal(text).map { .decimal($0) }
            case .boolean: Self.readBoolean(text).map { .boolean($0) }
            case .instant: Instant(typed: text)?.fieldValue
            case .texts, .choices: .texts([text])
            }
        guard let value else { return .failure(refusal(of: FieldValue.quote(text))) }
        return check(value)
    }

    /// Parses and checks the texts that were given for the field's name.
    ///
    /// - Parameters:
    ///   - texts: The texts. Only a list can have several texts.
    ///   - isForm: Whether the texts come from a form's control. If the field is a list, each line of such a text is an
    ///     item.
    package func read(_ texts: [String], isForm: Bool = false) -> FieldCheck {
        guard kind.isList else {
            guard texts.count <= 1 else {
                let again = "expected once, given several times"
                return .failure(FieldRefusal(message: again, advice: "Enter this once."))
            }
            return texts.first.map(read) ?? .failure(refusalOfNothing)
        }
        guard isForm else { return check(.texts(texts)) }
        return check(.texts(texts.flatMap(\.formLines)))
    }

    /// Parses a finite decimal number.
    ///
    /// It refuses other notations that Swift accepts, such as `0x1p4`.
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
}

extension String {
    /// The non-blank lines of this text from a form's control.
    ///
    /// Spaces and tabs at the beginning and at the end of each line are removed.
    package var formLines: [String] {
        normalizingLineBreaks.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            var line = line
            while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
            while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
            return String(Substring(line))
        }.filter { !$0.isEmpty }
    }

    /// The text with every line break replaced by LF.
    package var normalizingLineBreaks: String {
        guard hasLineBreak else { return self }
        var normal = UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in unicodeScalars {
            defer { last = scalar }
            if scalar == "\n", last == "\r" { continue }
            normal.append(scalar.isLineBreak ? "\n" : scalar)
        }
        return String(normal)
    }
}
