import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordScreens

/// A team, which tasks name.
struct Team: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let motto = Field<String?>("motto", "Motto", length: 0...40)
    static let fields: [any FieldDeclaration] = [name, motto]
    static let sample = [Team(id: "1", name: "Red"), Team(id: "2", name: "Blue", motto: "Cool")]

    var id: String
    var name: String
    var motto: String?
}

/// A task of a team, or of none.
struct Task: Record {
    static let title = Field<String>("title", "Title", length: 1...40)
    static let team = Field<Ref?>("team", "Team", to: "team", onDelete: .clear)
    static let fields: [any FieldDeclaration] = [title, team]
    static let sample = [Task(id: "1", title: "Paint", team: Ref("1")), Task(id: "2", title: "Rest", team: nil)]

    var id: String
    var title: String
    var team: Ref?
}

/// A note on a task.
struct Note: Record {
    static let text = Field<String>("text", "Text", length: 1...40)
    static let task = Field<Ref>("task", "Task", to: "task", onDelete: .cascade)
    static let fields: [any FieldDeclaration] = [text, task]
    static let sample = [Note(id: "1", text: "Use the big brush", task: Ref("1"))]

    var id: String
    var text: String
    var task: Ref
}

/// A feature that lists records of a type, adds, edits and removes them.
struct ListFeature<R: Record>: RecordKeeping {
    static var manifest: FeatureManifest { FeatureManifest(id: "list", title: "List", summary: "") }

    let manifest: FeatureManifest
    let resources: RecordResources
    let related: [Related]
    let browsing: RecordBrowsing
    let add: Action
    let edit: Action
    private let make: @Sendable (String, Input) throws -> R

    static var remove: Action { Action("remove", "Remove", effect: .removes, fields: RecordFields.rows) }

    init(
        _ id: String, _ resources: RecordResources, for audience: Audience = .anyone,
        filters: [any FieldDeclaration] = [],
        related: [Related] = [], make: @escaping @Sendable (String, Input) throws -> R
    ) {
        browsing = RecordBrowsing(of: R.self, filters: filters)
        add = Action("add", "Add", effect: .adds, fields: R.fields)
        edit = Action(
            "edit", "Edit", effect: .edits, fields: [RecordFields.id] + R.fields + [RecordFields.revision])
        manifest = FeatureManifest(
            id: id, title: "\(R.self)s", summary: "Lists records.", for: audience,
            options: RecordActions.options(browsing), actions: RecordActions.all(browsing) + [add, edit, Self.remove])
        (self.resources, self.related, self.make) = (resources, related, make)
    }

    func recordType(for options: Options) -> any Record.Type { R.self }

    func query(for options: Options) throws -> RecordQuery? { try browsing.query(of: R.self, for: options) }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = RecordPresenter(try resources.records(of: R.self, for: options), named: manifest.id + "s")
        let places = try RecordPlaces(
            of: presenter, in: manifest, by: browsing, related: related, on: stage, for: options)
        let list = RecordScreen<R>.List(
            id: "list", columns: [.init(.title, title: "Title")], empty: "Nothing", bulk: [Button(Self.remove)])
        let view = RecordScreen<R>(places, on: stage, list: list) { record in
            Row(
                RecordHandle(record),
                title: "\(record.record.values.values.map(\.description).sorted().joined(separator: " "))")
        } page: { [edit, related] _ in
            [places.editor(edit)] + related.map { places.related($0) } + [places.history]
        }
        presenter.attach(view)
        places.begin(title: manifest.title, buttons: [Button(add, role: .primary)])
        let (make, records) = (make, presenter.records)
        return Scene(owning: view, listing: presenter, in: places)
            .on(add) { try await records.insert(try make(records.makeID(), $0)) }
            .on(edit) { input in
                try await records.change(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
            }
            .on(Self.remove) { try await records.remove($0.rows) }
    }
}

/// The features of teams, of their tasks, and of the notes on these, in one host.
struct TeamHost {
    let resources: RecordResources
    let registry: FeatureRegistry

    init(store: any RecordStore, teams audience: Audience = .anyone, tasks tasksAudience: Audience = .anyone) throws {
        let resources = RecordResources(store: { store }, files: NoFiles())
        self.resources = resources
        let teams = ListFeature<Team>("team", resources, for: audience, related: [Related("task", by: "team")]) {
            id, input in
            Team(id: id, name: try input[Team.name], motto: try input[Team.motto])
        }
        let tasks = ListFeature<Task>(
            "task", resources, for: tasksAudience, filters: [Task.team], related: [Related("note", by: "task")]
        ) { id, input in Task(id: id, title: try input[Task.title], team: try input[Task.team]) }
        let notes = ListFeature<Note>("note", resources) { id, input in
            Note(id: id, text: try input[Note.text], task: try input[Note.task])
        }
        registry = try FeatureRegistry([teams, tasks, notes]).sharing(resources)
    }
}
