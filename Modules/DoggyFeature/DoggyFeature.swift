public import FeatureKit
public import FeatureStorage
import RecordScreens

/// The feature that lists dogs for adoption.
public struct DoggyFeature: RecordKeeping {
    static let browsing = RecordBrowsing(of: Dog.self, filters: [Dog.breed])
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let adopt = Action(
        "adopt", "Adopt a dog", done: "was adopted", effect: .adds, fields: Dog.name, Dog.breed, Dog.age)
    static let birthday = Action("birthday", "Birthday", done: "is a year older", fields: RecordFields.id)
    static let edit = Action(
        "edit", "Edit", done: "was changed", effect: .edits,
        fields: RecordFields.id, Dog.name, Dog.breed, Dog.age, RecordFields.revision)
    static let release = Action(
        "release", "Release", done: "was released", consequence: "The dog leaves the list.", effect: .removes,
        for: .role("keeper"), fields: RecordFields.rows)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "Lists dogs and lets you adopt one.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, adopt, birthday, edit, release, RecordHistory.undo,
        RecordDetail.visit)

    private let makeService: @Sendable (Options) throws -> any DoggyService

    /// Creates the feature with a closure that creates the service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any DoggyService) {
        self.makeService = makeService
    }

    /// Creates the feature with the dogs of the host's store.
    public init(resources: RecordResources) {
        self.init { options in try resources.records(of: Dog.self, for: options) }
    }

    /// Returns the type of the feature's records.
    public func recordType(for options: Options) -> any Record.Type { Dog.self }

    /// Returns the query of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        try Self.browsing.query(of: Dog.self, for: options)
    }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = DoggyPresenter(service: try makeService(options))
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = DoggyScreen(stage: stage, places: places)
        presenter.attach(view)
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Self.adopt) { input in
                try await presenter.adopt(name: input[Dog.name], breed: input[Dog.breed], age: input[Dog.age])
            }
            .on(Self.birthday) { input in try await presenter.celebrateBirthday(of: input[RecordFields.id]) }
            .on(Self.edit) { input in
                try await presenter.edit(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
            }
            .on(Self.release) { try await presenter.release($0.rows) }
    }
}
