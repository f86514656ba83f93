public import FeatureKit
public import FeatureStorage
import RecordScreens

/// The feature that lists the great houses.
public struct HouseFeature: RecordKeeping {
    static let browsing = RecordBrowsing(ordering: ["name", "motto"])
    static let people = Related("user", by: "house")
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let found = Action(
        "found", "Establish a house", done: "was established", effect: .adds, fields: House.name, House.motto,
        House.sigil)
    static let edit = Action(
        "edit", "Edit", done: "was changed", effect: .edits,
        fields: RecordFields.id, House.name, House.motto, House.sigil, RecordFields.revision)
    static let remove = Action(
        "remove", "Remove", done: "was removed", consequence: "The house leaves the list.", effect: .removes,
        for: .role("keeper"), fields: RecordFields.rows)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "house", title: "Houses", summary: "Lists the great houses and their words.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, found, edit, remove, RecordHistory.undo, RecordDetail.visit)

    private let makeService: @Sendable (Options) throws -> any HouseService

    /// Creates the feature with a closure that creates the service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any HouseService) {
        self.makeService = makeService
    }

    /// Creates the feature with the houses of the host's store.
    public init(resources: RecordResources) {
        self.init { options in try resources.records(of: House.self, for: options) }
    }

    /// Returns the type of the feature's records.
    public func recordType(for options: Options) -> any Record.Type { House.self }

    /// Returns the query of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        try Self.browsing.query(of: House.self, for: options)
    }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = HousePresenter(service: try makeService(options))
        let places = try RecordPlaces(
            of: presenter, in: Self.manifest, by: Self.browsing, related: [Self.people], on: stage, for: options)
        let view = HouseScreen(stage: stage, places: places)
        presenter.attach(view)
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Self.found) { input in
                try await presenter.found(
                    name: input[House.name], motto: input[House.motto], sigil: input[House.sigil])
            }
            .on(Self.edit) { input in
                try await presenter.edit(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
            }
            .on(Self.remove) { try await presenter.remove($0.rows) }
    }
}
