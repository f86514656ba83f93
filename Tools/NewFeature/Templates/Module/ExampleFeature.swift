public import FeatureKit
public import FeatureStorage

/// What a host registers: the manifest, and how service, presenter and view are wired together.
public struct ExampleFeature: RecordKeeping {
    static let refresh = Action("refresh", "Refresh")
    static let add = Action("add", "Add", fields: Example.fields)

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "example-id", title: "Example Title", summary: "Lists what people add.",
        options: RecordSource.options, actions: refresh, add)

    private let resources: RecordResources

    /// Creates the feature with what its host keeps records by.
    public init(resources: RecordResources) { self.resources = resources }

    /// What kind of records it keeps.
    public func recordType(for options: Options) -> any Record.Type { Example.self }

    /// Wires one running instance together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let service = try resources.records(of: Example.self, for: options)
        let (presenter, view) = (ExamplePresenter(service: service), ExampleScreen(stage: stage))
        presenter.attach(view)
        return Scene(owning: view, start: presenter.load, again: Self.refresh)
            .on(Self.add) { try await presenter.add(Example(id: resources.makeID(), values: $0.values)) }
            .following(service.changes()) { _ in await presenter.show() }
    }
}
