public import FeatureKit
import Synchronization

/// The features of a host whose records other records can name.
///
/// A field names a feature by its id, because no feature imports another. This object finds the type of that feature's
/// records.
package final class RecordTargets: Sendable {
    /// A feature that keeps records, and the type that it lists by default.
    struct Target {
        let feature: any RecordKeeping
        let manifest: FeatureManifest
        /// The type; `nil` if a launch needs an option.
        let type: (any Record.Type)?
        /// The ids of the features whose records these ones name.
        let namedFeatures: [String]

        init?(_ feature: any Feature) {
            guard let feature = feature as? any RecordKeeping else { return nil }
            (self.feature, manifest) = (feature, feature.manifest)
            type = (try? manifest.options.check([:], noun: "option")).flatMap { try? feature.recordType(for: $0) }
            namedFeatures = type?.references.map(\.reference.feature) ?? []
        }
    }

    private struct Known {
        /// The features.
        ///
        /// They keep the resources that keep this object. All of them live as long as their process.
        var features: [any Feature]
        /// The targets; `nil` before the first use, since looking for them would slow down each start of the program.
        var targets: [Target]?
        /// The features whose records are connected with those of a collection, by the collection.
        var near: [String: [Target]] = [:]
    }

    private let known: Mutex<Known>
    /// The resources of the features.
    private let resources = Mutex(Weak())

    /// The resources, as long as they exist.
    var sharedResources: RecordResources? { resources.withLock(\.value) }

    private struct Weak { weak var value: RecordResources? }

    /// Creates an object that knows some features.
    package init(_ features: [any Feature] = []) { known = Mutex(Known(features: features)) }

    func set(_ features: [any Feature], sharing resources: RecordResources) {
        self.resources.withLock { $0.value = resources }
        known.withLock { $0 = Known(features: features) }
    }

    private var all: [Target] {
        let (features, targets) = known.withLock { ($0.features, $0.targets) }
        if let targets { return targets }
        let new = features.compactMap { Target($0) }
        known.withLock { $0.targets = new }
        return new
    }

    /// Returns the feature with an id, if it keeps records.
    func feature(_ id: String) -> Target? { all.first { $0.manifest.id == id } }

    /// Returns the type of the records that the feature with an id lists by default; `nil` if there is no such feature, or
    /// if its launch needs an option.
    package func type(of id: String) -> (any Record.Type)? { feature(id)?.type }

    /// Returns the feature that lists the records of a collection by default.
    func feature(ofCollection name: String) -> Target? { all.first { $0.type?.collection == name } }

    /// Returns the features whose records are connected with those of a collection by references, in any number of steps.
    func features(around collection: String) -> [Target] {
        if let near = known.withLock({ $0.near[collection] }) { return near }
        let all = all
        var (reached, isComplete): (Set<String>, Bool) = ([collection], false)
        while !isComplete {
            isComplete = true
            for target in all {
                guard let own = target.type?.collection else { continue }
                let names = target.namedFeatures.compactMap { name in
                    all.first { $0.manifest.id == name }?.type?.collection
                }
                let isNear = reached.contains(own)
                if isNear, !reached.isSuperset(of: names) { (reached, isComplete) = (reached.union(names), false) }
                if !isNear, !reached.isDisjoint(with: names) { (reached, isComplete) = (reached.union([own]), false) }
            }
        }
        let near = all.filter { target in target.type.map { reached.contains($0.collection) } ?? false }
            .filter { $0.type?.collection != collection }
        known.withLock { $0.near[collection] = near }
        return near
    }
}

extension FeatureRegistry {
    /// Returns the registry of features whose records can name each other.
    ///
    /// In a registry that shares no records, a field that names records shows their keys.
    ///
    /// - Parameter records: The resources of the features.
    public func sharing(_ records: RecordResources) -> FeatureRegistry {
        records.targets.set(features, sharing: records)
        var registry = self
        registry.choices = records.targets
        return registry
    }
}

extension Record {
    /// The fields that name records of other features, with the features.
    static var references: [(field: FieldDescription, reference: FieldReference)] {
        fields.compactMap { field in
            let field = field.description
            return field.reference.map { (field, $0) }
        }
    }

    /// Returns what a store keeps about the type: its titles, and its references to features that the host has.
    static func declaration(among targets: RecordTargets) -> CollectionDeclaration {
        let references = references.compactMap { field, reference in
            targets.type(of: reference.feature).map { target in
                CollectionDeclaration.Reference(field.name, to: target.collection, onDelete: reference.onDelete)
            }
        }
        return CollectionDeclaration(
            titleFields: fields.lazy.map(\.description).titling.map(\.name), references: references,
            formerReferences: formerReferences)
    }
}

extension RecordStore {
    /// Makes the records of a type ready to be written: fills their collection and those that they name, unless they were
    /// filled before, and declares them and all that are connected with them by references, so that no removal breaks one.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - sample: The rows that fill the collection of the type.
    ///   - targets: The features of the host.
    package func prepare(
        _ type: any Record.Type, filling sample: [RowInsert] = [], among targets: RecordTargets
    ) async throws {
        try await fill(type, with: sample, among: targets, besides: [])
        let near = targets.features(around: type.collection).compactMap(\.type)
        for each in [type] + near {
            try await named(for: each).declare(each.declaration(among: targets), of: each.collection)
        }
    }

    /// Fills the collections that a type names, and then its own.
    ///
    /// If a sample names a record that has been removed, it names none, or is left out.
    ///
    /// - Parameter filled: The collections that are being filled.
    private func fill(
        _ type: any Record.Type, with sample: [RowInsert], among targets: RecordTargets, besides filled: Set<String>
    ) async throws {
        let references = type.references.filter { targets.type(of: $0.reference.feature) != nil }
        let all = filled.union([type.collection])
        for target in references.compactMap({ targets.type(of: $0.reference.feature) })
        where !all.contains(target.collection) {
            try await fill(target, with: target.sampleRows, among: targets, besides: all)
        }
        guard !sample.isEmpty else { return }
        let store = named(for: type)
        do { try await store.fillOnce(type.collection, with: sample) } catch let error as StorageError
            where error.code == .missingReference
        {
            try await store.fillOnce(type.collection, with: try await existing(sample, of: references, among: targets))
        }
    }

    /// Returns the rows of a sample without references to records that do not exist.
    private func existing(
        _ sample: [RowInsert], of references: [(field: FieldDescription, reference: FieldReference)],
        among targets: RecordTargets
    ) async throws -> [RowInsert] {
        var rows = sample
        for (field, reference) in references {
            guard let target = targets.type(of: reference.feature) else { continue }
            let ids = Set(rows.compactMap { $0.values[field.name]?.description })
            let found = Set(try await self.rows(of: target.collection, ids: Array(ids)).map(\.id))
            rows = rows.compactMap { row in
                guard let id = row.values[field.name]?.description, !found.contains(id) else { return row }
                guard !field.required else { return nil }
                var row = row
                row.values[field.name] = nil
                return row
            }
        }
        return rows
    }
}

extension Record {
    fileprivate static var sampleRows: [RowInsert] { sample.map { RowInsert($0) } }
}

// MARK: - Titles

extension RecordTargets {
    /// Returns the titles of records of a feature, by their keys.
    ///
    /// All viewers of a session see the same titles. So there are none if somebody who may use the feature of the naming
    /// records might not use the other one.
    ///
    /// - Parameters:
    ///   - ids: The keys.
    ///   - feature: The id of the feature.
    ///   - collection: The collection of the records that name them.
    ///   - store: The store of the records.
    func titles(
        of ids: Set<String>, in feature: String, for collection: String, from store: any RecordStore
    ) async throws -> [String: String] {
        guard let type = type(of: feature), isOpen(feature, to: collection) else { return [:] }
        try await sharedResources?.fixStart(of: type)
        let rows = try await store.named(for: type).rows(of: type.collection, ids: Array(ids))
        let titles = rows.map { ($0.id, type.fields.lazy.map(\.description).title(of: $0.values) ?? $0.id) }
        return Dictionary(titles) { first, _ in first }
    }

    /// Whether everybody who may use the feature of a collection may use another feature.
    func isOpen(_ feature: String, to collection: String) -> Bool {
        guard let audience = self.feature(feature)?.manifest.audience else { return false }
        let own = self.feature(ofCollection: collection)?.manifest.audience
        if audience == .signedIn, case .role = own { return true }
        return audience == .anyone || audience == own
    }

    /// Whether a person may name a feature's records by their titles.
    func mayName(_ feature: String, for collection: String, _ person: Person?) -> Bool {
        isOpen(feature, to: collection) || self.feature(feature)?.manifest.audience.includes(person) ?? false
    }

    /// Returns the link to a record; `nil` if the feature has no pages of records.
    func link(to id: FieldValue, in feature: String) -> FeatureLink? {
        guard let options = self.feature(feature)?.manifest.options, let name = options.name(of: .row) else {
            return nil
        }
        return FeatureLink(feature: feature, options: [name: id])
    }

    /// Lets a scene follow the titles of a feature's records.
    func follow(
        _ feature: String, in scene: Scene, _ show: @escaping ((id: String, title: String)?) async -> Void
    ) {
        guard let type = type(of: feature), let resources = sharedResources else { return }
        try? resources.followTitles(of: type, in: scene, show)
    }
}

extension RecordResources {
    fileprivate func fixStart<T: Record>(of type: T.Type) async throws {
        try await storedRecords(of: type).sharedCollection?.fixStart()
    }

    fileprivate func followTitles<T: Record>(
        of type: T.Type, in scene: Scene, _ show: @escaping ((id: String, title: String)?) async -> Void
    ) throws {
        guard let collection = try storedRecords(of: type).sharedCollection else { return }
        scene.following(collection.follow()) { change in
            switch change {
            case .inserted(let stored), .updated(let stored):
                await show((stored.id, T.fields.lazy.map(\.description).title(of: stored.values) ?? stored.id))
            case .reset: await show(nil)
            case .deleted, .misfit, .interrupted, .resumed: break
            }
        }
    }
}
