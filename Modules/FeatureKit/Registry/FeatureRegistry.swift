/// The features of a host.
///
/// Creating a registry checks all manifests, and reports all conflicts at once. It creates no services and opens no
/// files or connections. A registry of a thousand features needs little more memory than a thousand manifests.
///
/// ```swift
/// let registry = try FeatureRegistry([GameFeature(), DoggyFeature(resources: resources)])
/// let doggy = try registry.feature("doggy")
/// ```
public struct FeatureRegistry: Sendable {
    /// The features, sorted by id.
    public let features: [any Feature]
    /// Finds the records that fields name; `nil` if the features share no records.
    package var choices: (any ChoiceSource)?
    /// The manifests, sorted by id.
    public let manifests: [FeatureManifest]

    /// Creates a registry of features.
    ///
    /// - Throws: ``RegistryConflicts`` with all conflicts of the manifests.
    public init(_ features: [any Feature]) throws(RegistryConflicts) {
        // The property `manifest` may create a new manifest at each access, so read the property once for each feature.
        let manifests = features.map(\.manifest)
        let order = manifests.indices.sorted { manifests[$0].id < manifests[$1].id }
        // In the sorted order, manifests with the same id are neighbours.
        let hasTwins = zip(order, order.dropFirst()).contains { manifests[$0].id == manifests[$1].id }
        let conflicts = RegistryConflicts(among: features, with: manifests, hasTwins: hasTwins)
        guard conflicts.all.isEmpty else { throw conflicts }
        self.features = order.map { features[$0] }
        self.manifests = order.map { manifests[$0] }
    }

    /// Returns the feature with the given id.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownFeature`` if there is no such feature. The
    ///   message suggests the nearest match.
    public func feature(_ id: String) throws(FeatureError) -> any Feature {
        guard StreamSafeText.containsName(id), let index = index(of: id) else {
            let hint = nearestMatch(to: id, among: manifests.map(\.id)).map { "; did you mean '\($0)'?" }
            let ids = manifests.prefix(20).map(\.id)
            let known = ids.isEmpty ? "; none is registered" : "; known are \(ids.joined(separator: ", "))"
            throw FeatureError(.unknownFeature, "there is no feature \(FieldValue.quote(id))" + (hint ?? known))
        }
        return features[index]
    }

    private func index(of id: String) -> Int? {
        var range = manifests.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if manifests[middle].id < id {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        let index = range.lowerBound
        return index < manifests.count && manifests[index].id == id ? index : nil
    }
}
