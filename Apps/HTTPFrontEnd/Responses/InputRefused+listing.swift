import FeatureKit

extension InputRefused {
    /// How many fields an answer names; the rest it counts.
    static let namedLimit = 20

    /// The first messages in the order of their fields, names shortened, and how many more there are.
    func listing(inOrderOf fields: [FieldDescription] = []) -> (
        named: [(field: String, message: String)], rest: Int
    ) {
        let all = messages(inOrderOf: fields)
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
