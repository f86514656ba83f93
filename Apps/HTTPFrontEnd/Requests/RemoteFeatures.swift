import FeatureKit

/// The registered features as clients see them.
struct RemoteFeatures: Sendable {
    /// The features that the person may use, sorted by id.
    private(set) var all: [RemoteFeature]
    let registry: FeatureRegistry
    private let byID: [String: RemoteFeature]
    /// Whether some features are not for everybody.
    private let areRestricted: Bool
    private var person: Person?

    /// Creates the features of a registry, as nobody sees them.
    init(_ registry: FeatureRegistry) {
        self.registry = registry
        let features = registry.features.map(RemoteFeature.init)
        byID = Dictionary(uniqueKeysWithValues: features.map { ($0.id, $0) })
        areRestricted = features.contains { $0.manifest.audience != .anyone }
        all = features.filter { $0.manifest.audience.includes(nil) }
    }

    /// Returns the features as a person sees them.
    ///
    /// - Parameter person: The person; `nil` if nobody is known.
    func seen(by person: Person?) -> RemoteFeatures {
        guard areRestricted else { return self }
        var features = self
        features.person = person
        features.all = registry.features.compactMap { byID[$0.manifest.id] }
            .filter { $0.manifest.audience.includes(person) }
        return features
    }

    /// Returns the feature with an id.
    ///
    /// - Throws: `FeatureError` with the code `unknownFeature`, whose message suggests the nearest match, or with the
    ///   code `forbidden` if the person may not use the feature.
    func feature(_ id: String) throws(FeatureError) -> RemoteFeature {
        guard StreamSafeText.containsName(id), let feature = byID[id] else {
            return RemoteFeature(try registry.feature(id))
        }
        if areRestricted { try feature.manifest.verify(person) }
        return feature
    }

    /// Returns whether the host has a feature with an id, for whomever it may be.
    func contains(_ id: String) -> Bool { StreamSafeText.containsName(id) && byID[id] != nil }
}
