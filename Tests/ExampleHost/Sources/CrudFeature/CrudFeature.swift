public import FeatureKit

/// Creates, lists, updates and deletes names: the task "CRUD" of 7GUIs.
public struct CrudFeature: Feature {
    static let prefix = Field<String?>("prefix", "Filter prefix", length: 0...40, help: "The beginning of the surname.")
        .role(.search)
    static let id = Field<String>("id", "Contact", length: 1...40).role(.row)
    static let name = Field<String?>("name", "Name", length: 0...40)
    static let surname = Field<String?>("surname", "Surname", length: 0...40)

    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let browse = Action("browse", "Filter", effect: .shows, fields: prefix)
    static let select = Action("select", "Select", fields: id)
    static let enter = Action("enter", "Enter a name", fields: name, surname)
    static let create = Action("create", "Create")
    static let update = Action("update", "Update")
    static let delete = Action("delete", "Delete")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "crud", title: "CRUD", summary: "Creates, lists, updates and deletes names.", options: [prefix],
        actions: refresh, browse, select, enter, create, update, delete)

    private let makeService: @Sendable () -> any PeopleService

    /// Creates the feature with a closure that creates the service for each launch.
    public init(makeService: @escaping @Sendable () -> any PeopleService = { PeopleInMemory() }) {
        self.makeService = makeService
    }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = CrudPresenter(service: makeService(), prefix: try options[Self.prefix] ?? "")
        let view = CrudScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.load, again: Self.refresh)
            .browsing(Self.browse, changing: ["prefix"]) { input in
                presenter.filter(by: try input[Self.prefix] ?? "")
            }
            .on(Self.select) { input in try presenter.select(try input[Self.id]) }
            .on(Self.enter) { input in
                presenter.enter(name: try input[Self.name] ?? "", surname: try input[Self.surname] ?? "")
            }
            .on(Self.create) { _ in try await presenter.create() }
            .on(Self.update) { _ in try await presenter.update() }
            .on(Self.delete) { _ in try await presenter.delete() }
    }
}
