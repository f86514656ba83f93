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
    private let indices: [String: Int]

    /// Registers features.
    ///
    /// - Throws: ``RegistryConflicts`` with everything that is wrong with the manifests.
    public init(_ features: [any Feature]) throws(RegistryConflicts) {
        let conflicts = RegistryConflicts(among: features)
        guard conflicts.all.isEmpty else { throw conflicts }
        self.features = features.sorted { $0.manifest.id < $1.manifest.id }
        indices = Dictionary(uniqueKeysWithValues: self.features.enumerated().map { ($1.manifest.id, $0) })
    }

    /// The manifests, by id.
    public var manifests: [FeatureManifest] { features.map(\.manifest) }

    /// Returns the feature of an id.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownFeature``, naming the nearest match.
    public func feature(_ id: String) throws(FeatureError) -> any Feature {
        guard let index = indices[id] else {
            let hint = nearestMatch(to: id, among: indices.keys.sorted()).map { "; did you mean '\($0)'?" }
            let known = "; known are \(indices.keys.sorted().prefix(20).joined(separator: ", "))"
            throw FeatureError(.unknownFeature, "there is no feature \(FieldValue.quote(id))" + (hint ?? known))
        }
        return features[index]
    }
}
