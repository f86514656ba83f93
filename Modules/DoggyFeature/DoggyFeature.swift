public import FeatureKit
public import FeatureStorage

/// Dogs that look for a home.
public struct DoggyFeature: Feature {
    static let refresh = Action("refresh", "Refresh")
    static let adopt = Action("adopt", "Adopt a dog", fields: Dog.name, Dog.breed, Dog.age)

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "Lists dogs and lets you adopt one.",
        options: [RecordSource.option, RecordSource.latencyOption], actions: refresh, adopt)

    private let makeService: @Sendable (Options) throws -> any DoggyService

    /// Creates the feature with what makes a service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any DoggyService) {
        self.makeService = makeService
    }

    /// Creates the feature with dogs in memory, loaded from where the options say.
    public init(files: any RecordFileOpener, clock: any Clock<Duration> = ContinuousClock()) {
        self.init { options in try MemoryDoggyService(options: options, files: files, clock: clock) }
    }

    /// Wires presenter, view and service together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = DoggyPresenter(service: try makeService(options))
        let view = DoggyScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.showDoggies, as: Self.refresh)
            .on(Self.refresh, overlap: .cancelPrevious) { _ in await presenter.showDoggies() }
            .on(Self.adopt) { input in
                try await presenter.adopt(name: input[Dog.name], breed: input[Dog.breed], age: input[Dog.age])
            }
    }
}
