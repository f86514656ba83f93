import FeatureKit
import Hummingbird
import Interaction

/// The route that answers the records that a field can name.
struct ChoiceRoutes {
    private static let search = Field<String?>(
        "search", "Search", length: 0...2000, help: "The words that a record must contain, at most 8.")
    private static let after = Field<String?>(
        "after", "After", length: 1...40, help: "Where the page begins: 'next' of an answer.")

    /// The parameters of the query.
    static let fields = ([search, after] as [any FieldDeclaration]).map(\.description)

    let features: RemoteFeatures

    var routes: [Route] {
        [
            Route(.get, "/api/features/{feature}/choices/{field}", produces: .json) { request, context in
                // A page of another site cannot read the answer, but could cause the host to do the work.
                try request.refuseOtherSites("the choices are")
                return .json(try await answer(request, context))
            }
        ]
    }

    private func answer(_ request: Request, _ context: HostContext) async throws -> [UInt8] {
        let seen = features.seen(by: context.person)
        let manifest = try seen.feature(context.parameters[part: "feature"]).manifest
        let query = try request.readQuery()
        try query.refuseFaults()
        let values = try Self.fields.check(
            Self.fields.read(query.lists, noun: "parameter", isForm: false), noun: "parameter")
        let name = try context.parameters[part: "field"]
        guard let reference = manifest.reference(name)?.reference, let source = features.registry.choices,
            // A person who may not use the other feature does not learn whether it exists.
            (try? seen.feature(reference.feature)) != nil,
            let page = try await source.choices(
                in: reference.feature, matching: try values[Self.search] ?? "", after: try values[Self.after],
                limit: ChoicePage.size)
        else {
            throw Problem(.notFound, "\(manifest.title) has no field \(FieldValue.quote(name)) that names records.")
        }
        var writer = JSONWriter()
        writer.choices(page)
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a page of choices as an object.
    fileprivate mutating func choices(_ page: ChoicePage) {
        raw("{\"choices\":")
        array(page.choices) { writer, choice in
            writer.raw("{\"id\":")
            writer.string(choice.id)
            writer.raw(",\"title\":")
            writer.string(choice.title)
            if let detail = choice.detail {
                writer.raw(",\"detail\":")
                writer.string(detail)
            }
            writer.raw("}")
        }
        if let next = page.next {
            raw(",\"next\":")
            string(next)
        }
        raw("}")
    }
}
