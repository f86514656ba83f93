import FeatureKit

/// Implements ``CrudView`` on a stage: a filter, a list beside two fields, and three buttons.
final class CrudScreen: CrudView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "CRUD"
    }

    func showPeople(_ data: CrudViewData) {
        stage.screen.phase = .ready
        stage.address = Self.values(["prefix": data.prefix])
        let rows = data.people.map { Row(id: $0.id, title: $0.title) }
        stage.screen.elements = [
            .form(
                FormElement(
                    id: "filter", of: CrudFeature.browse, values: Self.values(["prefix": data.prefix]),
                    submits: .change)),
            .section(
                id: "names", layout: .columns,
                elements: [
                    .list(
                        id: "people", rows: rows, select: CrudFeature.select, selected: data.selected,
                        hint: data.prefix.isEmpty
                            ? "Enter a name and press Create." : "No surname begins with this text."),
                    .form(
                        FormElement(
                            id: "person", of: CrudFeature.enter,
                            values: Self.values(["name": data.name, "surname": data.surname]), submits: .change)),
                ]),
        ]
        let selected = data.people.first { $0.id == data.selected }
        stage.screen.buttons = [
            Button(CrudFeature.create, role: .primary), Button(CrudFeature.update, enabled: data.selected != nil),
            Button(
                CrudFeature.delete, enabled: data.selected != nil, role: .destructive,
                confirm: selected.map { "Delete \($0.title)?" }),
        ]
    }

    func announce(_ message: String) { stage.announce(Notice(message, tone: .positive)) }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: CrudFeature.refresh) }

    /// Returns the values of fields.
    ///
    /// A field with an empty text gets no value.
    private static func values(_ texts: [String: String]) -> [String: FieldValue] {
        texts.filter { !$0.value.isEmpty }.mapValues { .text($0) }
    }
}
