import FeatureKit
import FeatureTesting
import Testing

/// A minimal feature with forms, a section, a list with selectable rows, and a notice with a button.
struct WorkbenchFeature: Feature {
    static let celsius = Field<Double?>("celsius", "Celsius", range: -273.15...10_000)
    static let note = Field<String?>("note", "Note", length: 1...20)
    static let name = Field<String>("name", "Name", length: 1...10)
    static let role = Field<String>("role", "Role", length: 1...10)
    static let id = Field<String>("id", "Tool", length: 1...10).role(.row)
    static let order = Field<String>("order", "Order", length: 1...10)

    static let convert = Action("convert", "Convert", fields: celsius, note)
    static let save = Action("save", "Save", fields: name, role)
    static let lock = Action("lock", "Lock")
    static let sort = Action("sort", "Sort", fields: order)
    static let pick = Action("pick", "Pick", fields: id)
    static let drop = Action("drop", "Drop")
    static let undo = Action("undo", "Undo", fields: id)
    static let weigh = Action("weigh", "Weigh", effect: .edits, fields: id, Field<Int?>("weight", "Weight"))
    static let manifest = FeatureManifest(
        id: "workbench", title: "Workbench", summary: "Has forms.",
        actions: convert, save, lock, sort, pick, drop, undo, weigh)

    /// The buttons of the saw.
    var buttons: [Button] = []
    /// The stub that receives the calls of the actions, each as a text.
    var send = Stub<String, Void>()
    var form = FormElement(
        id: "temperature", of: convert, values: ["celsius": 20.0], submits: .change, disabled: ["note"])
    var profile = FormElement(id: "profile", of: save, values: ["name": "Rex"], choices: ["role": ["cook", "smith"]])

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let (send, first) = (send, screen)
        stage.screen.title = "Workbench"
        func words(_ input: Input) -> String {
            let values = input.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return (values + ["changed:"] + input.changed.sorted()).joined(separator: " ")
        }
        return Scene(owning: stage, start: { stage.screen = first })
            .on(Self.convert) { input in try await send("convert \(words(input))") }
            .on(Self.save) { input in try await send("save \(words(input))") }
            .on(Self.lock) { _ in try await send("lock") }
            .on(Self.sort) { input in try await send("sort \(input[Self.order])") }
            .on(Self.pick) { input in
                try await send("pick \(input[Self.id])")
                stage.screen = screen(selected: try input[Self.id])
            }
            .on(Self.drop) { _ in
                stage.announce(Notice("Dropped", button: Button(Self.undo, arguments: ["id": "saw"])))
            }
            .on(Self.weigh) { input in try await send("weigh \(words(input))") }
            .on(Self.undo) { input in try await send("undo \(input[Self.id])") }
    }

    /// The screen after the start.
    var screen: Screen { screen() }

    func screen(selected: String? = nil) -> Screen {
        let rows = [
            Row(id: "saw", title: "Saw", buttons: buttons),
            Row(id: "axe", title: "Axe"), Row(id: "old", title: "Axe"),
        ]
        return Screen(
            title: "Workbench", phase: .ready,
            elements: [
                .section(
                    id: "bench",
                    elements: [
                        .form(form),
                        .list(
                            id: "tools", rows: rows,
                            columns: [
                                .init(.title, title: "Tool", sort: Button(Self.sort, arguments: ["order": "tool"])),
                                .init(name: "weight", title: "Weight", edit: Self.weigh),
                            ], select: Self.pick, selected: selected),
                    ], buttons: [Button(Self.lock)]),
                .form(profile),
            ], buttons: [Button(Self.drop)])
    }

    /// Runs a scenario of the feature after its start.
    func shown(_ body: (Scenario) async throws -> Void) async throws {
        try await withScenario(of: self) { bench in
            await bench.expect { $0.title = "Workbench" }
            try await bench.start()
            await bench.expect(screen)
            try await body(bench)
        }
    }

    /// Returns the messages of the issues of a failing scenario.
    func failure(_ body: (Scenario) async throws -> Void) async throws -> String {
        try await recordedIssues { try await shown(body) }.joined(separator: "\n\nand\n\n")
    }
}
