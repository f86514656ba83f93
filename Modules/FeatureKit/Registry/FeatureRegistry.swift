/// The features of a host, by id: a value that front ends read.
///
/// Building one checks all manifests and reports every conflict at once. It constructs no service and opens nothing, so
/// listing a thousand features costs a thousand manifests.
///
/// ```swift
/// let registry = try FeatureRegistry([GameFeature(), DoggyFeature(files: files)])
/// let doggy = try registry.feature("doggy")
/// ```
public struct FeatureRegistry: Sendable {
    /// The features, by id.
    public let features: [any Feature]
    /// The manifests, by id.
    public let manifests: [FeatureManifest]
    private let indices: [String: Int]

    /// Registers features.
    ///
    /// - Throws: ``RegistryConflicts`` with everything that is wrong with the manifests.
    public init(_ features: [any Feature]) throws(RegistryConflicts) {
        // A feature may make its manifest anew each time that it is asked.
        let manifests = features.map(\.manifest)
        let conflicts = RegistryConflicts(among: features, with: manifests)
        guard conflicts.all.isEmpty else { throw conflicts }
        let order = manifests.indices.sorted { manifests[$0].id < manifests[$1].id }
        self.features = order.map { features[$0] }
        self.manifests = order.map { manifests[$0] }
        indices = Dictionary(uniqueKeysWithValues: self.manifests.enumerated().map { ($1.id, $0) })
    }

    /// Returns the feature of an id.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownFeature``, naming the nearest match.
    public func feature(_ id: String) throws(FeatureError) -> any Feature {
        guard let index = indices[id] else {
            let hint = nearestMatch(to: id, among: manifests.map(\.id)).map { "; did you mean '\($0)'?" }
            let ids = manifests.prefix(20).map(\.id)
            let known = ids.isEmpty ? "; none is registered" : "; known are \(ids.joined(separator: ", "))"
            throw FeatureError(.unknownFeature, "there is no feature \(FieldValue.quote(id))" + (hint ?? known))
        }
        return features[index]
    }
}
