import FeatureKit

extension TextFault {
    /// The fault as a message has it.
    ///
    /// - Parameter found: What stands in the file, as the message shows it.
    func message(found: String) -> String {
        switch self {
        case .notUTF8: "expected text in UTF-8, got \(found); save the file as UTF-8"
        case .halfSurrogatePair: "expected text in UTF-8, got \(found); a \\ud83d needs its second half"
        case .tooManyMarks: "expected text with \(StreamSafeText.rule), got \(found)"
        }
    }
}

/// Shows bytes of the file as a message does text that was given: in quotes and shortened.
func shown(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // More than is shown; not the megabyte that an open quote may have swallowed.
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
