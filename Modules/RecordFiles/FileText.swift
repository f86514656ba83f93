import FeatureKit

/// Why bytes of a file are not taken for text.
enum TextFault: Error {
    case notUTF8, halfSurrogatePair, tooManyMarks

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

/// Returns the text that the bytes are in UTF-8, safe to compare and hash.
///
/// Several times as fast as `String(validating:as:)` is for texts as short as most cells.
func utf8Text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TextFault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.allSatisfy({ $0 < 0x80 }) { return text }
    // What is no UTF-8 was replaced.
    guard text.utf8.elementsEqual(bytes) else { throw .notUTF8 }
    guard StreamSafeText.contains(bytes) else { throw .tooManyMarks }
    return text
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
