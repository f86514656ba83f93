import FeatureKit

extension TextFault {
    /// Returns the message for the fault.
    ///
    /// - Parameter found: The text from the file, ready to show.
    func message(found: String) -> String {
        switch self {
        case .notUTF8: "expected text in UTF-8, got \(found); save the file as UTF-8"
        case .halfSurrogatePair: "expected text in UTF-8, got \(found); a \\ud83d needs its second half"
        case .tooManyMarks: "expected text with \(StreamSafeText.rule), got \(found)"
        }
    }
}

/// Returns bytes of a file as text for a message, in quotes and shortened.
func shown(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // Enough for any message, but less than the megabyte that an unclosed quote may span.
    FieldValue.quote(String(decoding: bytes.prefix(1000), as: UTF8.self))
}

/// Groups a whole number's digits in threes: `1,048,576`.
func grouped(_ number: Int) -> String {
    let digits = String(number)
    return String(
        digits.enumerated().flatMap { offset, digit in
            offset > 0 && (digits.count - offset).isMultiple(of: 3) ? [",", digit] : [digit]
        })
}
