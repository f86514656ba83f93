import FeatureKit

extension TextFault {
    /// Returns the message for the fault.
    ///
    /// - Parameter found: The faulty text from the file, already shortened for the message.
    func message(found: String) -> String {
        switch self {
        case .notUTF8: "expected text in UTF-8, got \(found); save the file as UTF-8"
        case .halfSurrogatePair: "expected text in UTF-8, got \(found); \\ud83d needs the second half of its pair"
        case .tooManyMarks: "expected text with \(StreamSafeText.rule), got \(found)"
        }
    }
}

/// Returns bytes of a file as text for a message, quoted and shortened.
func shown(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // 1,000 bytes are enough for any message. Without a closing quote, a cell may be up to a megabyte long.
    FieldValue.quote(String(decoding: bytes.prefix(1000), as: UTF8.self))
}

/// Returns a whole number with its digits in groups of three: `1,048,576`.
func grouped(_ number: Int) -> String {
    let digits = String(number)
    return String(
        digits.enumerated().flatMap { offset, digit in
            offset > 0 && (digits.count - offset).isMultiple(of: 3) ? [",", digit] : [digit]
        })
}
