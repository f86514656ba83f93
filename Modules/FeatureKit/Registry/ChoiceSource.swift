/// Finds the records that a field of the kind ``FieldKind/reference`` can name.
package protocol ChoiceSource: Sendable {
    /// Returns a page of a feature's records whose texts contain some words.
    ///
    /// - Parameters:
    ///   - feature: The feature's id.
    ///   - search: The words; an empty text selects all records.
    ///   - cursor: The ``ChoicePage/next`` of the preceding page; `nil` for the first page.
    ///   - limit: The maximum number of choices, at least 1.
    /// - Returns: The page; `nil` if the host lacks the feature, or if it keeps no records.
    /// - Throws: `InputRefused` for words that are too long, or for the cursor of another search; any error of the store.
    func choices(
        in feature: String, matching search: String, after cursor: String?, limit: Int
    ) async throws -> ChoicePage?
}

/// A record that a field can name.
package struct Choice: Sendable, Hashable, Codable {
    /// The record's key.
    package var id: String
    /// The record's title.
    package var title: String
    /// A text that tells the record from others with the same title; `nil` if there is none.
    package var detail: String?

    /// Creates a choice.
    package init(id: String, title: String, detail: String? = nil) {
        (self.id, self.title, self.detail) = (id, title, detail)
    }
}

/// Some of the records that a field can name.
package struct ChoicePage: Sendable, Hashable, Codable {
    /// The usual number of choices of a page.
    package static let size = 20

    /// The choices, in the order of their insertion.
    package var choices: [Choice]
    /// Where the next page begins; `nil` for the last page.
    package var next: String?

    /// Creates a page.
    package init(choices: [Choice], next: String?) { (self.choices, self.next) = (choices, next) }
}

extension FeatureManifest {
    /// The fields that name records, of options and of actions.
    package var references: [FieldDescription] {
        (options + actions.flatMap(\.fields)).filter { $0.reference != nil }
    }

    /// The field with a name, of an option or else of an action, that names records; `nil` if there is none.
    package func reference(_ name: String) -> FieldDescription? {
        references.first { $0.name == name }
    }
}
