extension FieldDescription {
    /// Reads the text that a person typed (an argument, a form's field, a cell of a CSV file) and checks it.
    package func read(_ text: String) -> Result<FieldValue, FieldRefusal> {
        // A number of any length would be read before it is refused.
        guard kind == .text || kind == .secret || text.utf8.count <= StreamSafeText.nameLimit || other != nil else {
            return .failure(refusal(of: FieldValue.quote(text)))
        }
        let value: FieldValue? =
            switch kind {
            case .text, .choice, .date, .duration: .text(text)
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

    /// Reads the texts that were given under the field's name and checks them.
    ///
    /// - Parameters:
    ///   - texts: The texts, several for a list.
    ///   - isForm: Whether a text is that of a form's control, which has several texts with one on a line.
    package func read(_ texts: [String], isForm: Bool = false) -> Result<FieldValue, FieldRefusal> {
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
}

extension String {
    /// The lines of a form's control that are not blank, without blanks around them.
    package var formLines: [String] {
        normalizingLineBreaks.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            var line = line
            while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
            while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
            return String(Substring(line))
        }.filter { !$0.isEmpty }
    }

    /// The text with LF for each of its line breaks.
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
