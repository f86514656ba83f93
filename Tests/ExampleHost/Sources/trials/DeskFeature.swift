import FeatureKit

/// A feature whose screen has every kind of element.
struct DeskFeature: Feature {
    static let id = Field<String>("id", "Person").role(.row)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let role = Field<String>("role", "Role", length: 1...20)
    static let age = Field<Int?>("age", "Age", range: 0...120)
    static let motto = Field<String?>("motto", "Motto", length: 1...80)
    static let away = Field<Bool>("away", "Away")
    static let order = Field<String?>("order", "Order", length: 1...20).role(.order)

    static let choose = Action("choose", "Choose", fields: id)
    static let sort = Action("sort", "Sort", fields: order, motto)
    static let save = Action("save", "Save", fields: id, name, role, age, motto, away)
    static let greet = Action("greet", "Greet", fields: id)
    static let invite = Action("invite", "Invite", fields: name, age)
    static let clear = Action("clear", "Clear")
    static let undo = Action("undo", "Undo")
    static let lock = Action("lock", "Lock")
    static let manifest = FeatureManifest(
        id: "desk", title: "Desk", summary: "Shows every kind of element.",
        actions: choose, sort, save, greet, invite, clear, undo, lock)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let desk = Desk(stage: stage)
        return Scene(owning: desk, start: desk.show)
            .on(Self.choose) { input in desk.choose(try input[Self.id]) }
            .on(Self.sort) { input in desk.sort(by: try input[Self.order] ?? "name") }
            .on(Self.save) { input in desk.save(input) }
            .on(Self.greet) { input in desk.greet(try input[Self.id]) }
            .on(Self.invite) { input in desk.invite(try input[Self.name], try input[Self.age]) }
            .on(Self.clear) { _ in desk.clear() }
            .on(Self.undo) { _ in desk.undo() }
            .on(Self.lock) { _ in desk.lock() }
    }
}

/// The presenter and the view of the feature in one class.
final class Desk {
    private struct Person {
        var id: String
        var name: String
        var age: Int?
    }

    private let stage: Stage
    private var people = [
        Person(id: "1", name: "Kim", age: 33), Person(id: "2", name: "Lee", age: 7), Person(id: "3", name: "Park"),
    ]
    private var removed: [Person] = []
    private var selected: String?
    private var order = "name"
    private var isDescending = false
    private var isLocked = false
    private var changed = "nothing"
    private var profile: [String: FieldValue] = [
        "id": "7", "name": "Ada", "role": "Author", "age": 36, "motto": "On", "away": false,
    ]

    init(stage: Stage) { self.stage = stage }

    func show() async { draw() }

    func choose(_ id: String) {
        selected = id
        draw()
    }

    func sort(by name: String) {
        isDescending = order == name && !isDescending
        order = name
        draw()
    }

    func save(_ input: Input) {
        profile = input.values
        changed = input.changed.isEmpty ? "nothing" : input.changed.sorted().joined(separator: ", ")
        draw()
    }

    func greet(_ id: String) {
        let name = people.first { $0.id == id }?.name ?? id
        stage.announce(
            Notice(
                "Greeted\n\(name)", tone: .positive, button: Button(DeskFeature.undo),
                opens: FeatureLink(feature: "names")))
    }

    func invite(_ name: String, _ age: Int?) {
        people.append(Person(id: "\(people.count + 1)", name: name, age: age))
        draw()
    }

    func clear() {
        (removed, people) = (people, [])
        draw()
    }

    func undo() {
        changed = "undone"
        if people.isEmpty { people = removed }
        draw()
    }

    func lock() {
        isLocked.toggle()
        draw()
    }

    private func draw() {
        stage.screen.title = "Desk"
        stage.screen.summary = "All kinds\nat once."
        stage.screen.phase = .ready
        stage.screen.elements = [overview, views, extras]
        stage.screen.buttons = [Button(DeskFeature.lock, title: isLocked ? "Unlock" : "Lock")]
    }

    private var overview: Element {
        .section(
            id: "overview", title: "Overview", layout: .columns,
            elements: [
                .fields(
                    id: "figures",
                    items: [
                        .init(label: "People", value: "\(people.count)", detail: "of 503"),
                        .init(label: "Late", value: "2", tone: .critical),
                    ], style: .stats),
                .fields(
                    id: "facts",
                    items: [
                        .init(label: "Changed", value: changed),
                        .init(
                            label: "Address", value: "Main Street 1\nSeoul", tone: .warning, detail: "not verified",
                            opens: FeatureLink(feature: "names")),
                    ]),
            ])
    }

    private var views: Element {
        .section(
            id: "views", title: "Views", layout: .tabs,
            elements: [
                .section(
                    id: "people", title: "People", elements: [list],
                    buttons: [
                        Button(DeskFeature.invite, values: ["name": "Guest"]),
                        Button(DeskFeature.clear, enabled: !people.isEmpty, confirm: "Remove all people?"),
                    ]),
                .section(
                    id: "notes", title: "Notes",
                    elements: [
                        .text(id: "poem", "Two\nlines"),
                        .text(id: "code", "if isReady {\n    start()\n}", style: .code),
                    ]),
                .section(id: "profile", title: "Profile", elements: [.form(form)]),
            ])
    }

    private var list: Element {
        let sorted = people.sorted { order == "age" ? ($0.age ?? -1) < ($1.age ?? -1) : $0.name < $1.name }
        let rows = (isDescending ? sorted.reversed() : sorted).map { person in
            Row(
                id: person.id, title: person.name, values: person.age.map { ["age": .integer($0)] } ?? [:],
                cells: person.age == nil ? ["age": "unknown"] : [:], tone: person.age == 7 ? .warning : nil,
                buttons: [Button(DeskFeature.greet, arguments: ["id": .text(person.id)], key: "b")])
        }
        func sort(_ name: String) -> Button { Button(DeskFeature.sort, arguments: ["order": .text(name)]) }
        func direction(_ name: String) -> ListElement.Column.Direction? {
            order == name ? isDescending ? .down : .up : nil
        }
        return .list(
            id: "people-list", rows: rows,
            columns: [
                .init(.title, title: "Name", sort: sort("name"), sorted: direction("name")),
                .init(name: "age", title: "Age", kind: .integer, sort: sort("age"), sorted: direction("age")),
            ],
            total: .init(503), select: DeskFeature.choose, selected: selected, hint: "Nobody is here.\nInvite a guest.")
    }

    private var form: FormElement {
        let theirs = FormElement.Problem("Kim saved another age.", theirs: 40)
        return FormElement(
            id: "profile-form", of: DeskFeature.save, values: profile, title: "Edit", enabled: !isLocked,
            disabled: ["id"], problems: profile["age"] == 99 ? ["age": theirs] : [:],
            choices: ["role": ["Author", "Editor"]])
    }

    private var extras: Element {
        .section(
            id: "extras", title: "Extras", layout: .folded,
            elements: [
                .list(
                    id: "pets", rows: [Row(id: "1", title: "Rex", detail: "Two\nlines")],
                    total: .init(10_000, exact: false), select: DeskFeature.choose)
            ])
    }
}
