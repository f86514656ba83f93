package import FeatureKit

/// The records of another feature that name a record, as a list on the record's page.
///
/// ```swift
/// static let people = Related("user", by: "house")
/// ```
///
/// The page shows the list with `RecordPlaces.related(_:)`. Features are named by their ids, because no feature imports
/// another one.
public struct Related: Sendable, Hashable {
    /// The id of the feature with the records.
    public let feature: String
    /// The field of these records that names the shown record.
    public let field: String

    /// Creates a list.
    public init(_ feature: String, by field: String) { (self.feature, self.field) = (feature, field) }
}

/// The records that name the shown one.
package protocol RelatedRecords: AnyObject {
    /// What declares the list.
    var related: Related { get }
    /// The title of the feature with the records.
    var title: String { get }
    /// The first rows, at most a page of them, in the order of their insertion.
    var rows: [Row] { get }
    /// The number of all rows; `nil` while it is unknown.
    var count: RecordCount? { get }
    /// The link to all rows in the list of their feature; `nil` if it has no filter for them.
    var all: FeatureLink? { get }
    /// The action that adds a row, and the link that opens its form with the shown record filled in; `nil` if there is
    /// none for everybody who may use the feature.
    var adding: (action: Action, link: FeatureLink)? { get }
    /// Whether the rows could not be read.
    var hasFailed: Bool { get }
}

extension LiveRecords {
    /// Lists the records that name the shown one on its page, if the host has their feature and everybody who may use this
    /// feature may use the other one.
    ///
    /// - Throws: `FeatureError` with the code `featureFault` if the records of a feature have no such field.
    package func relate(to all: [Related]) throws {
        guard let targets = collection?.targets, let resources = targets.sharedResources else { return }
        related = try all.compactMap { each in
            guard targets.isOpen(each.feature, to: R.collection), let type = targets.type(of: each.feature) else {
                return nil
            }
            let named = type.references.first { $0.field.name == each.field }?.reference.feature
            guard named.map({ targets.type(of: $0)?.collection }) == R.collection else {
                throw FeatureError(
                    .featureFault,
                    "no field '\(each.field)' of the records of '\(each.feature)' names records of \(name); expected one in Related"
                )
            }
            return try? resources.list(each, of: type) { [weak self] in
                guard let self, self.shownID != nil, self.isLoaded, !self.hasFailed else { return }
                self.show()
            }
        }
    }

    /// Returns the list that a declaration declares; `nil` if the host lacks its feature.
    package func relatedRecords(_ declaration: Related) -> (any RelatedRecords)? {
        related.first { $0.related == declaration }
    }

    /// Inserts a record of another feature, and shows it in the list of those that name the shown record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - declaration: The list, which the screen's places have got too.
    /// - Throws: `FeatureError` with the code `disabled` if the records are a copy, which no stored record can name, or if
    ///   the host lacks the other feature; the errors of ``insert(_:)``.
    public func insert<T: Record>(_ record: T, into declaration: Related) async throws {
        guard let list = related.first(where: { $0.related == declaration }) as? RelatedList<T> else {
            let title = collection?.targets?.feature(declaration.feature)?.manifest.title.insideSentence
            throw FeatureError(.disabled, "only stored \(name) can have \(title ?? declaration.feature)")
        }
        do { try await list.insert(record) } catch let refused as InputRefused
            where Set(refused.fields.keys) == [declaration.field] && isNamedByKey(besides: declaration.field)
        {
            throw InputRefused([RecordFields.id.description.name: "there is no such record, or it has been removed"])
        }
    }

    /// Whether the running call names the record by its key, and not by a field of the records that name it.
    private func isNamedByKey(besides field: String) -> Bool {
        let arguments = RunningAction.current?.arguments ?? [:]
        return arguments[field] == nil && arguments[RecordFields.id.description.name] != nil
    }

    /// Reads the records that name the shown one.
    func readRelated() async {
        for each in related { await each.load(naming: shownID) }
    }
}

/// A list of the records that name the shown one, which a scene keeps current.
protocol FollowedRelatedRecords: RelatedRecords {
    /// Reads the records that name a record; none for `nil`.
    func load(naming id: String?) async

    /// Lets a scene keep the list current.
    func follow(in scene: Scene)

    /// Returns the records of the list; `nil` if it is not shown, or has records of another type.
    func shownRecords<R: Record>(of type: R.Type) -> LiveRecords<R>?
}

extension RecordResources {
    fileprivate func list<T: Record>(
        _ related: Related, of type: T.Type, _ changed: @escaping () -> Void
    ) throws -> (any FollowedRelatedRecords)? {
        guard let feature = targets.feature(related.feature),
            T.references.contains(where: { $0.field.name == related.field })
        else { return nil }
        return RelatedList<T>(related, feature.feature, try storedRecords(of: type), changed)
    }
}

/// The records of a type that name the shown one.
private final class RelatedList<T: Record>: FollowedRelatedRecords {
    let related: Related
    private let manifest: FeatureManifest
    private let index: RecordIndex
    private let records: LiveRecords<T>
    private let changed: () -> Void
    private let counts: ChangeFeed<Void>?
    private var id: String?
    /// The maximum number of values in the detail of a row.
    private static var detailLimit: Int { 3 }

    init(_ related: Related, _ feature: any RecordKeeping, _ service: Records<T>, _ changed: @escaping () -> Void) {
        (self.related, manifest, self.changed) = (related, feature.manifest, changed)
        index = feature.index(of: T.self)
        records = LiveRecords(service, named: feature.manifest.title.insideSentence)
        counts = records.countChanges()
        records.report = { [weak self] event in
            if case .records = event { self?.changed() }
        }
    }

    var title: String { manifest.title }
    var hasFailed: Bool { id != nil && records.hasFailed }
    var count: RecordCount? { id == nil ? nil : records.total }
    var rows: [Row] {
        guard id != nil else { return [] }
        let fields = T.fields.map(\.description)
        let link = manifest.options.name(of: .row)
        return (records.list?.records ?? []).prefix(RecordCollection<T>.pageSize).map { stored in
            let named = records.named(stored)
            return Row(
                id: stored.id, title: fields.title(of: stored.values) ?? stored.id,
                detail: fields.detail(of: stored.values, limit: Self.detailLimit), values: stored.values,
                cells: named.cells,
                opens: link.map { FeatureLink(feature: related.feature, options: [$0: .text(stored.id)]) })
        }
    }

    var all: FeatureLink? {
        guard let id, manifest.options.contains(where: { $0.name == related.field }) else { return nil }
        return FeatureLink(feature: related.feature, options: [related.field: .text(id)])
    }

    var adding: (action: Action, link: FeatureLink)? {
        guard var link = all,
            let action = manifest.actions.first(where: { action in
                action.effect == .adds && (action.audience == .anyone || action.audience == manifest.audience)
                    && action.fields.contains { $0.name == related.field }
            })
        else { return nil }
        link.begins = action.name
        return (action, link)
    }

    func load(naming id: String?) async {
        guard let id else { return self.id = nil }
        guard id != self.id || records.hasFailed else { return }
        self.id = id
        let query = try? RecordQuery(index, filters: [related.field: [.text(id)]])
        records.begin(with: .list, matching: query)
        await records.load()
    }

    func insert(_ record: T) async throws {
        guard id != nil else { return _ = try await records.service.insert(try await records.resolved(record)) }
        try await records.insert(record)
    }

    func shownRecords<R: Record>(of type: R.Type) -> LiveRecords<R>? { id == nil ? nil : records as? LiveRecords<R> }

    func follow(in scene: Scene) {
        scene.following(counts) { if self.id != nil { await self.records.recount() } }
        scene.following(records.changes()) { change in
            // A list that is not shown is read again when it is shown.
            if self.id != nil { await self.records.follow(change) }
        }
    }
}
