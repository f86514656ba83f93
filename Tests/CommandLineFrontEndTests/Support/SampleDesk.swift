import FeatureKit
import Foundation

/// Sample screens with one element of each kind: sections, tables, forms and figures.
enum SampleDesk {
    enum Kind: String, CaseIterable, FieldType {
        case oneWay = "One way"
        case `return` = "Return"
    }

    static let celsius = Field<Double?>("celsius", "Celsius")
    static let fahrenheit = Field<Double?>("fahrenheit", "Fahrenheit")
    static let kind = Field<Kind>("kind", "Kind")
    static let leave = Field<CalendarDate>("leave", "Leave")
    static let back = Field<CalendarDate?>("back", "Return")
    static let seat = Field<String?>("seat", "Seat", length: 1...10)
    static let id = Field<String>("id", "Id").role(.row)
    static let order = Field<String?>("order", "Order")
    static let text = Field<String>("text", "Text", length: 1...40)

    static let convert = Action("convert", "Convert", fields: celsius, fahrenheit)
    static let book = Action("book", "Book", fields: kind, leave, back, seat)
    static let select = Action("select", "Select", fields: id)
    static let sort = Action("sort", "Sort", fields: order)
    static let walk = Action("walk", "Walk", fields: id)
    static let comment = Action("comment", "Comment", fields: id, text)
    static let clear = Action("clear", "Clear")

    static let manifest = FeatureManifest(
        id: "desk", title: "Desk", summary: "One of each kind.",
        actions: convert, book, select, sort, walk, comment, clear)

    static func screen(_ elements: Element..., buttons: [Button] = []) -> Screen {
        Screen(title: "Desk", phase: .ready, elements: elements, buttons: buttons)
    }

    // MARK: - Sample forms

    static func temperature(_ celsius: FieldValue? = 20, _ fahrenheit: FieldValue? = 68) -> Screen {
        var values: [String: FieldValue] = [:]
        (values["celsius"], values["fahrenheit"]) = (celsius, fahrenheit)
        return screen(
            .form(FormElement(id: "t", of: convert, values: values, submits: .change, title: "Temperature")),
            .text(id: "note", "Change either one.", style: .caption))
    }

    static func flight(
        enabled: Bool = true, disabled: Set<String> = [], problems: [String: FormElement.Problem] = [:]
    ) -> FormElement {
        FormElement(
            id: "flight", of: book, values: ["kind": "Return", "leave": "2026-12-04", "back": "2026-12-01"],
            title: "Flight", enabled: enabled, disabled: disabled, problems: problems,
            choices: ["seat": ["window", "aisle"]])
    }

    static let conflict = FormElement.Problem("Return on 4 December or later.", theirs: "2026-12-05")

    /// A list and a form side by side, below a heading.
    static let sideBySide = Element.section(
        id: "sides", title: "Side by side", layout: .columns,
        elements: [
            .list(
                id: "walks",
                rows: [("1", "Alfred", "at nine"), ("2", "Bella", "at ten")].map { id, title, detail in
                    Row(id: id, title: title, detail: detail, buttons: [Button(walk, arguments: ["id": .text(id)])])
                }),
            .form(flight()),
        ])

    // MARK: - Tables

    static func table(
        sorted: ListElement.Column.Direction? = .up, selected: String? = "2", total: ListElement.Total? = .init(503)
    ) -> Element {
        .list(
            id: "dogs",
            rows: [
                row("1", "Alfred Labrador", "shy", age: 4, weight: "31.5 kg"),
                row("2", "Bella Beagle", nil, age: 12, weight: nil),
                row("3", "Charlie Collie", "vaccination due", age: 5, weight: "20 kg", tone: .warning),
            ],
            columns: [
                .init(.title, title: "Dog", sort: by("name"), sorted: sorted), .init(.detail, title: "Note"),
                .init(name: "age", title: "Age", kind: .integer, sort: by("age")),
                .init(name: "weight", title: "Weight", kind: .decimal),
            ], total: total, select: select, selected: selected)
    }

    private static func by(_ order: String) -> Button {
        Button(sort, title: "Sort by \(order)", arguments: ["order": .text(order)])
    }

    private static func row(
        _ id: String, _ title: String, _ note: String?, age: Int, weight: String?, tone: Tone? = nil
    ) -> Row {
        Row(
            id: id, title: title, detail: note, values: ["age": .integer(age), "weight": 20.25],
            cells: weight.map { ["weight": $0] } ?? [:], tone: tone,
            buttons: [
                Button(walk, arguments: ["id": .text(id)], confirm: "Is the lead at hand?", key: "w"),
                Button(comment, arguments: ["id": .text(id)], values: ["text": "Good dog"], key: "c"),
            ])
    }

    static let hint = Element.list(id: "dogs", rows: [], hint: "No dogs yet.\nAdopt one to begin.")

    // MARK: - Values and texts

    static let facts = facts(id: "facts")

    static func facts(id: String) -> Element { .fields(id: id, items: factItems) }

    private static let factItems: [FieldsElement.Item] =
        [
            .init(label: "Breed", value: "Labrador"),
            .init(label: "Weight", value: "31.5 kg", tone: .warning, detail: "2 kg more than in spring"),
            .init(label: "Keeper", value: "Kim Park", opens: FeatureLink(feature: "user")),
            .init(label: "Address", value: "12 Harbour Row\nWestport"),
        ]

    static let figures = Element.fields(
        id: "figures",
        items: [
            .init(label: "Open", value: "12", tone: .critical, detail: "3 new"),
            .init(label: "Closed this week", value: "40", tone: .positive),
            .init(label: "Keepers", value: "5", opens: FeatureLink(feature: "user")),
        ], style: .stats)

    static let code = Element.text(id: "code", "func walk() {\n\tif  dog.isTame {\n    }\n}", style: .code)

    // MARK: - Sections

    static let tabs = Element.section(
        id: "tabs", layout: .tabs,
        elements: [
            .section(id: "overview", title: "Overview", elements: [facts]),
            .section(
                id: "visits", title: "Visits",
                elements: [.list(id: "visits-list", rows: [Row(id: "v1", title: "Friday", detail: "vaccination")])],
                buttons: [Button(clear, title: "Clear visits", key: "z")]),
            .section(id: "log", title: "Log", elements: [code]),
        ])

    static let fold = Element.section(
        id: "fold", title: "Details", layout: .folded, elements: [facts(id: "details")],
        buttons: [Button(clear, title: "Clear", role: .destructive)])

    static let columns = Element.section(
        id: "columns", title: "At a glance", layout: .columns,
        elements: [
            .section(id: "left", title: "Left", elements: [.text(id: "l", "The first of two columns of text.")]),
            .section(
                id: "right", title: "Right",
                elements: [.fields(id: "r", items: [.init(label: "Rooms", value: "4")])]),
        ])

    /// Returns an element of an unknown kind that contains an element of a known kind.
    static func unknown() throws -> Element {
        let json = """
            {"kind":"carousel","id":"c","title":"Pictures","speed":3,
             "elements":[{"kind":"text","id":"in","text":"A dog by the sea.","style":"blinking"}]}
            """
        return try JSONDecoder().decode(Element.self, from: Data(json.utf8))
    }
}
