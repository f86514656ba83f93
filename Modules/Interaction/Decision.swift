package import FeatureKit

/// A person's answer to the question which of two persons' values a field gets.
///
/// The type has the words about such a conflict, so that every front end uses the same ones.
package enum Decision: Sendable, Hashable, CaseIterable {
    case mine
    case theirs

    /// The title of the button.
    package var title: String {
        switch self {
        case .mine: "Keep mine"
        case .theirs: "Take theirs"
        }
    }

    /// The title, as a part of a sentence.
    package var words: String { title.prefix(1).lowercased() + title.dropFirst() }

    /// Says that another person has changed the value of a field.
    package static let change = "Changed by another person."

    /// Asks for a decision before a form can be sent.
    package static let request =
        "\(change) Choose \u{201C}\(Decision.mine.title)\u{201D} or \u{201C}\(Decision.theirs.title)\u{201D}."

    /// The words before the value that another person has saved.
    package static let label = "Their value"
}

extension FormElement.Problem {
    /// The text of the problem, and the value that another person has saved, if there is one.
    package var sentence: String {
        guard let theirs else { return text }
        return "\(text) (\(Decision.label.lowercased()): \(theirs))"
    }
}
