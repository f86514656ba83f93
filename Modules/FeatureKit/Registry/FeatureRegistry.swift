/// The features of a host, by id: a value that front ends read.
///
/// Building one checks all manifests and reports every conflict at once. It constructs no service and opens nothing, so
/// listing a thousand features costs a thousand manifests.
///
/// ```swift
/// let registry = try FeatureRegistry([GameFeature(), DoggyFeature(resources: resources)])
/// let doggy = try registry.feature("doggy")
/// ```
public struct FeatureRegistry: Sendable {
    /// The features, by id.
    public let features: [any Feature]
    /// The manifests, by id.
    public let manifests: [FeatureManifest]

    /// Registers features.
    ///
    /// - Throws: ``RegistryConflicts`` with everything that is wrong with the manifests.
    public init(_ features: [any Feature]) throws(RegistryConflicts) {
        // A feature may make its manifest anew each time that it is asked.
        let manifests = features.map(\.manifest)
        let order = manifests.indices.sorted { manifests[$0].id < manifests[$1].id }
        // In order, those of one id stand side by side.
        let hasTwins = zip(order, order.dropFirst()).contains { manifests[$0].id == manifests[$1].id }
        let conflicts = RegistryConflicts(among: features, with: manifests, hasTwins: hasTwins)
        guard conflicts.all.isEmpty else { throw conflicts }
        self.features = order.map { features[$0] }
        self.manifests = order.map { manifests[$0] }
    }

    /// Returns the feature of an id.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownFeature``, naming the nearest match.
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
