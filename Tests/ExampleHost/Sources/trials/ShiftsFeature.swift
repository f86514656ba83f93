import FeatureKit

/// A feature with a table whose cells have many kinds of fields.
struct ShiftsFeature: Feature {
    enum Place: String, CaseIterable, FieldType { case yard, kitchen, office }

    static let id = Field<String>("id", "Shift", length: 1...20).role(.row)
    static let day = Field<CalendarDate?>("day", "Day")
    static let isNight = Field<Bool?>("isNight", "Night")
    static let place = Field<Place?>("place", "Place")
    static let notes = Field<String?>("notes", "Notes", length: 0...200, lines: 1...4)
    static let edit = Action("edit", "Edit", effect: .edits, fields: id, day, isNight, place, notes)
    static let strike = Action("strike", "Strike", effect: .removes, fields: id)
    static let manifest = FeatureManifest(
        id: "shifts", title: "Shifts", summary: "Lists shifts of people.", actions: edit, strike)

    private static let columns: [ListElement.Column] = [
        .init(.title, title: "Person"), .init(name: "day", title: "Day", kind: .date, edit: edit),
        .init(name: "isNight", title: "Night", kind: .boolean, edit: edit),
        .init(name: "place", title: "Place", kind: .choice, edit: edit),
        .init(name: "notes", title: "Notes", edit: edit),
    ]

    func launch(on stage: Stage, options: Options) throws -> Scene {
        var rows = ["Ann", "Bo", "Cy"].map { name in
            Row(
                id: name.lowercased(), title: name,
                values: ["day": "2026-12-01", "isNight": false, "place": "yard", "notes": ""],
                buttons: [Button(Self.strike, arguments: ["id": .text(name.lowercased())])])
        }
        func show() {
            stage.screen = Screen(
                title: "Shifts", phase: .ready, elements: [.list(id: "shifts", rows: rows, columns: Self.columns)])
        }
        return Scene(owning: stage, start: show)
            .on(Self.edit) { input in
                let id = try input[Self.id]
                guard let index = rows.firstIndex(where: { $0.id == id }) else {
                    throw InputRefused(Self.id, "this shift was struck")
                }
                for (name, value) in input.values where name != "id" { rows[index].values[name] = value }
                show()
            }
            .on(Self.strike) { input in
                let id = try input[Self.id]
                rows.removeAll { $0.id == id }
                show()
            }
    }
}
