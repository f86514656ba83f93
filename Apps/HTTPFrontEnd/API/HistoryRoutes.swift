import FeatureKit
import FeatureStorage
import Hummingbird
import Interaction

/// The route that answers the changes of a feature's stored records.
struct HistoryRoutes {
    private static let record = Field<String?>("record", "Record", length: 1...200, help: "The key of a record.")
    private static let by = Field<String?>(
        "by", "By", length: 1...200, help: "The id of the person who made the changes.")
    private static let since = Field<Instant?>("since", "Since", help: "The time from which on changes are told.")
    private static let before = Field<Int?>(
        "before", "Before", range: 1...Int.max, help: "The number before which the entries are: 'next' of an answer.")
    private static let limit = Field<Int>(
        "limit", "Limit", range: 1...1000, default: 100, help: "The maximum number of entries.")

    /// The parameters of the query, besides the options that choose the records.
    static let fields = ([record, by, since, before, limit] as [any FieldDeclaration]).map(\.description)

    let features: RemoteFeatures
    let read: @Sendable (any Feature, Options, HistorySelection, Int) async throws -> [HistoryEntry]?

    var routes: [Route] {
        [
            Route(.get, "/api/features/{feature}/history", produces: .json) { request, context in
                // A page of another site cannot read the answer, but could cause the host to do the work.
                try request.refuseOtherSites("the history is")
                return .json(try await answer(request, context))
            }
        ]
    }

    private func answer(_ request: Request, _ context: HostContext) async throws -> [UInt8] {
        let feature = try features.seen(by: context.person).feature(context.parameters[part: "feature"])
        let query = try request.readQuery()
        try query.refuseFaults()
        let names = Set(Self.fields.map(\.name))
        let all = Self.fields + feature.manifest.options.filter { !names.contains($0.name) }
        let values = try all.check(all.read(query.lists, noun: "parameter", isForm: false), noun: "parameter")
        let selection = HistorySelection(
            id: try values[Self.record], person: try values[Self.by], since: try values[Self.since],
            before: try values[Self.before].map { Int64($0) })
        let limit = try values[Self.limit]
        guard let entries = try await self.read(feature.feature, values, selection, limit) else {
            throw Problem(.notFound, "\(feature.manifest.title) keeps no records, so it has no history.")
        }
        var writer = JSONWriter()
        writer.raw("{\"entries\":")
        writer.history(entries)
        if entries.count == limit, let last = entries.last {
            writer.raw(",\"next\":")
            writer.integer(Int(last.number))
        }
        writer.raw("}")
        return writer.bytes
    }
}
