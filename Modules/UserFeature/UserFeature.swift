public import FeatureKit
public import FeatureStorage
import RecordScreens

/// The feature that lists the users of a roster.
public struct UserFeature: RecordKeeping {
    static let roster = Field<Roster>("roster", "Roster", default: .grid, help: "The roster to list.")
    static let browsing = RecordBrowsing(ordering: ["name", "age"], filters: [User.house])
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let remove = Action(
        "remove", "Remove", done: "was removed", consequence: "The user leaves the roster.", effect: .removes,
        fields: RecordFields.rows)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "user", title: "Users", summary: "Lists the people of a roster.",
        options: [roster] + RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, User.add, User.edit, SeoulUser.add, SeoulUser.edit, remove,
        RecordHistory.undo, RecordDetail.visit)

    private let makeGrid: @Sendable (Options) throws -> any UserService<User>
    private let makeSeoul: @Sendable (Options) throws -> any UserService<SeoulUser>

    /// Creates the feature with one closure per roster.
    ///
    /// Each closure creates the service of its roster for a launch's options.
    public init(
        makeGrid: @escaping @Sendable (Options) throws -> any UserService<User>,
        makeSeoul: @escaping @Sendable (Options) throws -> any UserService<SeoulUser>
    ) {
        (self.makeGrid, self.makeSeoul) = (makeGrid, makeSeoul)
    }

    /// Creates the feature with the users of the host's store.
    public init(resources: RecordResources) {
        self.init(
            makeGrid: { options in try resources.records(of: User.self, for: options) },
            makeSeoul: { options in try resources.records(of: SeoulUser.self, for: options) })
    }

    /// Returns the type of the roster's records.
    public func recordType(for options: Options) throws -> any Record.Type {
        switch try options[Self.roster] {
        case .grid: User.self
        case .seoul: SeoulUser.self
        }
    }

    /// Returns the query of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        switch try options[Self.roster] {
        case .grid: try Self.browsing.query(of: User.self, for: options, columns: User.orders)
        case .seoul: try Self.browsing.query(of: SeoulUser.self, for: options, columns: SeoulUser.orders)
        }
    }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        switch try options[Self.roster] {
        case .grid: try launch(try makeGrid(options), .grid, on: stage, options)
        case .seoul: try launch(try makeSeoul(options), .seoul, on: stage, options)
        }
    }

    private func launch<Member>(
        _ service: some UserService<Member>, _ roster: Roster, on stage: Stage, _ options: Options
    ) throws -> Scene {
        let presenter = UserPresenter<Member>(service: service)
        let places = try RecordPlaces(
            of: presenter, in: Self.manifest, by: Self.browsing, columns: Member.orders, on: stage, for: options)
        let view = UserScreen(stage: stage, places: places, roster: roster, add: Member.add, edit: Member.edit)
        presenter.attach(view)
        let scene = Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Member.add) { try await presenter.add(try Member(id: presenter.records.makeID(), $0)) }
            .on(Member.edit) { input in
                try await presenter.edit(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
            }
            .on(Self.remove) { try await presenter.remove($0.rows) }
        // A launch shows one roster. Its screen has no button for the actions of the other one.
        for action in [User.add, User.edit, SeoulUser.add, SeoulUser.edit]
        where action != Member.add && action != Member.edit {
            scene.on(action) { _ in
                throw FeatureError(
                    .disabled,
                    "this launch shows the roster \(roster); use '\(Member.add.name)' or '\(Member.edit.name)'")
            }
        }
        return scene
    }
}
