public import FeatureKit
public import FeatureStorage
import RecordScreens

/// The feature that a host registers.
///
/// The feature declares the manifest and connects service, presenter and view.
public struct ExampleFeature: RecordKeeping {
    static let browsing = RecordBrowsing(of: Example.self)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let add = Action("add", "Add", done: "was added", effect: .adds, fields: Example.fields)
    static let edit = Action(
        "edit", "Edit", done: "was changed", effect: .edits,
        fields: [RecordFields.id] + Example.fields + [RecordFields.revision])
    static let remove = Action(
        "remove", "Remove", done: "was removed", consequence: "The entry leaves the list.", effect: .removes,
        fields: RecordFields.rows)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "example-id", title: "Example Title", summary: "Lists the entries that people add.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, add, edit, remove, RecordHistory.undo, RecordDetail.visit)

    private let resources: RecordResources

    /// Creates the feature with the host's store of records.
    public init(resources: RecordResources) { self.resources = resources }

    /// Returns the type of the feature's records.
    public func recordType(for options: Options) -> any Record.Type { Example.self }

    /// Returns the query that selects the records of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        try Self.browsing.query(of: Example.self, for: options)
    }

    /// Connects the service, the presenter and the view of one session.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ExamplePresenter(service: try resources.records(of: Example.self, for: options))
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = ExampleScreen(stage: stage, places: places)
        presenter.attach(view)
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Self.add) { try await presenter.add($0.values) }
            .on(Self.edit) { input in
                try await presenter.edit(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
            }
            .on(Self.remove) { try await presenter.remove($0.rows) }
    }
}
