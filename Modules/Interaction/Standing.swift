package import FeatureKit

/// How a field's text stands to the value of its record, after other persons may have changed the record.
///
/// This is the one rule about such changes, for every front end. It compares three texts: the text that the person
/// typed, the text that the person saw before typing, and the text that the record has now.
package enum Standing: Sendable, Hashable {
    /// The person changed nothing, so the field follows the record and is not sent as a change.
    case untouched
    /// The record already has what the person typed.
    case agreed
    /// The person changed the value, and nobody else did.
    case changed
    /// The person and somebody else changed the value to different values, so the person decides between the two.
    case contested
}

extension FieldDescription {
    /// Returns how a text that a person typed stands to the value of the record.
    ///
    /// A secret is never contested, because no screen shows what the record has.
    ///
    /// - Parameters:
    ///   - typed: The text of the field.
    ///   - seen: The text that the field had before the person typed.
    ///   - saved: The text of the value that the record has now.
    package func standing(of typed: String, seen: String, saved: String) -> Standing {
        if isSame(typed, as: seen) { return .untouched }
        if isSame(typed, as: saved) { return .agreed }
        return kind == .secret || isSame(seen, as: saved) ? .changed : .contested
    }

    /// Returns whether two texts of the field's control mean the same value.
    package func isSame(_ text: String, as other: String) -> Bool {
        if text.hasSameLines(as: other) { return true }
        // A control may format numbers, instants and lists anew, so their values are compared instead of their texts.
        guard kind != .text, kind != .secret, case .success(let value) = read([text], isForm: true),
            case .success(let otherValue) = read([other], isForm: true)
        else { return false }
        return value == otherValue
    }
}

extension String {
    /// Returns whether two texts are equal, ignoring how they encode line breaks.
    fileprivate func hasSameLines(as other: String) -> Bool {
        utf8.lazy.filter { $0 != 0x0D }.elementsEqual(other.utf8.lazy.filter { $0 != 0x0D })
    }
}
