import FeatureKit

/// The registered features as clients see them.
struct RemoteFeatures: Sendable {
    /// The features, sorted by id.
    let all: [RemoteFeature]
    private let registry: FeatureRegistry
    private let byID: [String: RemoteFeature]

    init(_ registry: FeatureRegistry) {
        self.registry = registry
        all = registry.features.map(RemoteFeature.init)
        byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    }

    /// Returns the feature with an id.
    ///
    /// - Throws: `FeatureError` with the code `unknownFeature`; its message suggests the nearest match.
    func feature(_ id: String) throws(FeatureError) -> RemoteFeature {
        if contains(id), let feature = byID[id] { return feature }
        return RemoteFeature(try registry.feature(id))
    }

    func contains(_ id: String) -> Bool { StreamSafeText.containsName(id) && byID[id] != nil }
}
