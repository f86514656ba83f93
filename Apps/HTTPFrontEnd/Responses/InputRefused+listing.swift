import FeatureKit

extension InputRefused {
    /// How many fields an answer lists.
    ///
    /// It counts the others.
    static let namedLimit = 20

    /// The first messages in the order of their fields, with long names shortened, and the number of further messages.
    ///
    /// - Parameter texts: The texts to list; the exact rules by default.
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
    /// The text, cut after 60 characters.
    fileprivate var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
