public import FeatureKit
public import FeatureStorage

/// The feature that lists the users of a roster.
public struct UserFeature: RecordKeeping {
    static let roster = Field<Roster>("roster", "Roster", default: .grid, help: "The roster to list.")
    static let name = Field<String>(
        "name", "Name", length: 1...80, help: "First and last name. For users of Seoul, only the family name.")
    static let age = Field<Int>("age", "Age", range: 0...150, help: "In years.")
    static let number = Field<String?>("number", "Telephone number", length: 0...40, help: "Only for users of Seoul.")
    static let country = Field<String?>("country", "Country", length: 0...80, help: "Only for users of Seoul.")
    static let browsing = RecordBrowsing(ordering: ["name", "age"])
    static let refresh = Action("refresh", "Refresh")
    static let more = Action("more", "Show more")
    static let add = Action("add", "Add a user", fields: name, age, number, country)
    static let edit = Action(
        "edit", "Edit", fields: RecordFields.id, name, age, number, country, RecordFields.revision)
    static let remove = Action("remove", "Remove", fields: RecordFields.id, RecordFields.revision)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "user", title: "Users", summary: "Lists the people of a roster.",
        options: [roster] + RecordSource.options + browsing.options + [RecordDetail.option],
        actions: refresh, more, browsing.action, add, edit, remove, RecordDetail.visit)

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
        let view = UserScreen(stage: stage, roster: roster)
        presenter.attach(view)
        return try Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(
                presenter, by: Self.browsing, on: stage, for: options, columns: Member.orders,
                superseding: [Self.refresh, Self.more]
            )
            .on(Self.add) { input in try await presenter.add(try Self.details(input)) }
            .on(Self.edit) { input in
                try await presenter.edit(input[RecordFields.id], try Self.details(input), seen: input.revision)
            }
            .on(Self.remove) { input in try await presenter.remove(input[RecordFields.id], seen: input.revision) }
    }

    private static func details(_ input: Input) throws -> UserDetails {
        UserDetails(name: try input[name], age: try input[age], number: try input[number], country: try input[country])
    }
}
