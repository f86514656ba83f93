import ExampleFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExampleFeatureTests {
    let first: [String: FieldValue] = [FIRST]
    let second: [String: FieldValue] = [SECOND]

    /// A feature whose store contains the sample, and whose next entry has the key `new`.
    var feature: ExampleFeature { ExampleFeature(resources: RecordResources(files: NoFiles(), makeID: { "new" })) }

    /// The row of an entry, with its buttons and the link to its page.
    private func row(_ id: String, _ title: String, _ values: [String: FieldValue], revision: Int) -> Row {
        let arguments: [String: FieldValue] = ["id": .text(id), "revision": .integer(revision)]
        let buttons = [
            Button(action: "edit", title: "Edit", arguments: arguments),
            Button(action: "remove", title: "Remove", arguments: arguments, role: .destructive),
        ]
        let link = FeatureLink(feature: "example-id", options: ["id": .text(id)])
        return Row(id: id, title: title, values: values, buttons: buttons, opens: link)
    }

    /// The table below the form that browses it.
    private func table(_ rows: [Row]) -> [Element] {
        func sort(_ order: String) -> Button {
            Button(action: "browse", title: "Sort", arguments: ["order": .text(order), "descending": false])
        }
        let columns = [
            // EXPECTED
        ]
        return [
            .form(FormElement(id: "browse", action: "browse", values: ["descending": false], submits: .change)),
            .list(
                id: "entries", rows: rows, columns: columns,
                bulk: [Button(action: "remove", title: "Remove", role: .destructive)]),
        ]
    }

    // The test declares every frame. A frame that it does not expect fails the test.
    @Test func `entries are added, edited and removed`() async throws {
        let (one, two) = (row("1", "SHOWN1", first, revision: 1), row("2", "SHOWN2", second, revision: 2))
        let (new, edited) = (row("new", "SHOWN1", first, revision: 3), row("1", "SHOWN2", second, revision: 4))
        try await withScenario(of: feature) { scenario in
            await scenario.expect {
                $0.title = "Example Title"
                $0.buttons = [
                    Button(action: "add", title: "Add", role: .primary), Button(action: "refresh", title: "Refresh"),
                    Button(action: "undo", title: "Undo"),
                    Button(action: "visit", title: "History", arguments: ["history": true]),
                ]
            }
            try await scenario.start()
            await scenario.expect { ($0.phase, $0.elements) = (.ready, table([one, two])) }
            try await scenario.submit("Add", first) { $0.elements = table([one, two, new]) }
            try await scenario.submit("Edit", inRow: "1", second) { $0.elements = table([edited, two, new]) }
            try await scenario.press("Remove", inRow: "2") { $0.elements = table([edited, new]) }
        }
    }

    // FILTER
    @Test(arguments: [FILTERS] as [(String, FieldValue)])
    func `a filter shows only the entries with its value`(filter: String, value: FieldValue) async throws {
        try await withScenario(of: feature, options: [filter: value]) { scenario in
            try await scenario.start()
            await scenario.skipToSettled()
            #expect(scenario.screen.lists.first?.rows.map(\.id) == ["1"])
        }
    }

    // END
    @Test func `the page of an entry edits all its fields`() async throws {
        try await withScenario(of: feature, options: ["id": "2"]) { scenario in
            try await scenario.start()
            await scenario.skipToSettled()
            #expect(scenario.screen.title == "SHOWN2")
            let values = second.merging(["id": "2", "revision": 2]) { $1 }
            #expect(scenario.screen.elements == [.form(FormElement(id: "record", action: "edit", values: values))])
        }
    }
}
