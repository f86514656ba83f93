import FeatureKit
import Synchronization

/// A feature whose tenants live in towers, two of which have the same title.
struct TenantFeature: Feature {
    static let id = Field<String>("id", "Tenant", length: 1...20).role(.row)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let tower = Field<Ref?>("tower", "Tower", to: "tower", onDelete: .refuse)
    static let town = Field<Ref?>("town", "Town", to: "tower", onDelete: .refuse)
    static let move = Action("move", "Move", effect: .edits, fields: id, name, tower)
    static let settle = Action("settle", "Settle", effect: .edits, fields: name, tower)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let manifest = FeatureManifest(
        id: "tenant", title: "Tenants", summary: "Lists tenants.", options: [town], actions: move, settle, refresh)

    /// The values that the last call has given.
    let last = Last()

    final class Last: Sendable { let values = Mutex<[String: FieldValue]>([:]) }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let button = Button(Self.move, arguments: ["id": "1"])
        stage.screen = Screen(title: "Tenants", phase: .ready)
        stage.screen.elements = [
            .list(
                id: "tenants",
                rows: [
                    Row(
                        id: "1", title: "Ann", values: ["name": "Ann", "tower": "b"], cells: ["tower": "High Tower"],
                        buttons: [button])
                ]),
            .form(FormElement(id: "settling", of: Self.settle, values: ["name": "Ann", "tower": "High Tower"])),
        ]
        @Sendable func keep(_ input: Input) throws {
            let values = input.values.filter { input.changed.contains($0.key) }
            try Towers.verify(values["tower"])
            last.values.withLock { $0 = values }
        }
        return Scene(owning: stage, start: {})
            .on(Self.move) { try keep($0) }.on(Self.settle) { try keep($0) }.on(Self.refresh) { _ in }
    }
}

/// The feature with the towers.
struct TowerFeature: Feature {
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    var manifest: FeatureManifest = Self.manifest
    static let manifest = FeatureManifest(id: "tower", title: "Towers", summary: "Lists towers.", actions: refresh)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        stage.screen = Screen(title: "Towers", phase: .ready)
        return Scene(owning: stage, start: {}).on(Self.refresh) { _ in }
    }
}

/// The towers that tenants can name.
struct Towers: ChoiceSource {
    static let all = [
        Choice(id: "a", title: "High Tower", detail: "By the sea"), Choice(id: "b", title: "High Tower"),
        Choice(id: "c", title: "Low <Tower>"),
    ]

    /// Refuses a text that names no tower or several.
    static func verify(_ value: FieldValue?) throws {
        guard case .text(let text) = value, !all.contains(where: { $0.id == text }) else { return }
        let count = all.count { $0.title == text }
        guard count != 1 else { return }
        throw InputRefused(["tower": "wrong"], advice: ["tower": "There are \(count) towers called “\(text)”."])
    }

    func choices(
        in feature: String, matching search: String, after cursor: String?, limit: Int
    ) async throws -> ChoicePage? {
        guard feature == "tower" else { return nil }
        return ChoicePage(choices: Array(Self.all.filter { $0.title.contains(search) }.prefix(limit)), next: nil)
    }
}
