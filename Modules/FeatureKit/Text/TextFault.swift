/// The reason why bytes from outside are refused as text.
package enum TextFault: Error {
    /// The bytes are not UTF-8.
    case notUTF8
    /// A JSON escape is one half of a surrogate pair.
    case halfSurrogatePair
    /// The text has too many combining marks in a row; see ``StreamSafeText``.
    case tooManyMarks
}

/// Decodes UTF-8 from outside into a text that is safe to compare and hash.
///
/// For short texts, like most cells of a file, it is several times as fast as `String(validating:as:)`.
package func utf8Text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TextFault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if bytes.allSatisfy({ $0 < 0x80 }) { return text }
    // Decoding replaces invalid bytes. If the bytes are not UTF-8, the decoded text therefore has different bytes.
    guard text.utf8.elementsEqual(bytes) else { throw .notUTF8 }
    guard StreamSafeText.contains(bytes) else { throw .tooManyMarks }
    return text
}
