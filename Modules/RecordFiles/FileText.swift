import FeatureKit

/// The text that the bytes are in UTF-8; `nil` if they are not.
///
/// Several times as fast as `String(validating:as:)` is for texts as short as most cells.
func utf8Text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // What is no UTF-8 was replaced.
    return bytes.allSatisfy { $0 < 0x80 } || text.utf8.elementsEqual(bytes) ? text : nil
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
