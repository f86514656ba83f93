public import FeatureKit
public import FeatureStorage

/// What a host registers: the manifest, and the wiring of service, presenter and view.
public struct ExampleFeature: RecordKeeping {
    static let refresh = Action("refresh", "Refresh")
    static let more = Action("more", "Show more")
    static let add = Action("add", "Add", fields: Example.fields)

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "example-id", title: "Example Title", summary: "Lists what people add.",
        options: RecordSource.options, actions: refresh, more, add)

    private let resources: RecordResources

    /// Creates the feature with the host's store of records.
    public init(resources: RecordResources) { self.resources = resources }

    /// What kind of records it keeps.
    public func recordType(for options: Options) -> any Record.Type { Example.self }

    /// Wires one running instance together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ExamplePresenter(service: try resources.records(of: Example.self, for: options))
        let view = ExampleScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .on(Self.add) { try await presenter.add($0.values) }
    }
}
