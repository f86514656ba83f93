import FeatureKit

extension InputRefused {
    /// The maximum number of fields that a response lists.
    ///
    /// For the remaining fields, the response contains only their number.
    static let namedLimit = 20

    /// Returns the first messages in the order of their fields, and the number of remaining messages.
    ///
    /// Long field names are shortened.
    ///
    /// - Parameter texts: The messages to list; by default the exact rules.
    func listing(
        of texts: [(field: String, message: String)]? = nil
    ) -> (named: [(field: String, message: String)], rest: Int) {
        let all = texts ?? messages(inOrderOf: [])
        let named = all.prefix(InputRefused.namedLimit).map {
            (field: $0.field.shortened, message: $0.message)
        }
        return (named, all.count - named.count)
    }
}

extension String {
    /// The text, shortened to 60 characters.
    fileprivate var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
