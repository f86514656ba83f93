import FeatureKit
import FeatureStorage
import FeatureTesting
import Interaction
import Testing

/// Tests of the form that edits a record on its page.
@Suite(.timeLimit(.minutes(5))) struct RecordEditorTests {
    private let service: StubRecords<Animal>
    private let changes: ChangeSource<RecordChange<Animal>>

    init() {
        let (feed, source) = RecordChanges<Animal>.make(limit: 100, missed: .reset) {}
        (service, changes) = (StubRecords<Animal>(changes: feed), source)
    }

    /// Runs a scenario that has loaded the page of the bee.
    private func withBee(_ body: (Scenario) async throws -> Void) async throws {
        var feature = ZooFeature { [service] _ in service }
        feature.edits = true
        try await withScenario(of: feature, options: ["id": "2"]) { zoo in
            try await zoo.start()
            await zoo.skipToSettled()
            try await body(zoo)
        }
    }

    /// The page of an animal with the value that the action does not have, above the form.
    private func page(_ name: String, legs: Int = 6, revision: Int64) -> Screen {
        var page = ZooFeature.page(Stored(Animal(id: "2", name: name, legs: legs), revision: revision))
        let form = FormElement(
            id: "record", of: ZooFeature.edit,
            values: ["id": "2", "name": .text(name), "revision": .integer(Int(revision))])
        let rest = Element.fields(id: "rest", items: [FieldsElement.Item(label: "Legs", value: "\(legs)")])
        page.elements = [.section(id: "editor", elements: [rest, .form(form)])]
        return page
    }

    @Test func `the page has a form with the record's values, and no button of the same action`() async throws {
        try await withBee { zoo in
            #expect(zoo.screen == page("Bee", revision: 2))
            #expect(zoo.screen.buttons.map(\.action) == ["rename", "visit", "visit"])
        }
    }

    @Test func `the form follows the changes of others`() async throws {
        try await withBee { zoo in
            changes.send([.updated(Stored(Animal(id: "2", name: "Wasp", legs: 5), revision: 9))])
            await zoo.expect(page("Wasp", legs: 5, revision: 9))
        }
    }

    @Test func `the form changes what was typed and keeps the other values`() async throws {
        try await withBee { zoo in
            try await zoo.fill("record", with: ["name": "Wasp"]) { $0 = page("Wasp", revision: 100) }
        }
    }

    @Test func `a person without the right to the action sees the values`() async throws {
        try await withBee { zoo in
            let guest = Rights(of: Person(id: "guest"), in: ZooFeature.manifest).shown(zoo.screen)
            let items = [FieldsElement.Item(label: "Name", value: "Bee")]
            guard case .section(let section) = guest.elements.first else { throw NoSection() }
            #expect(section.elements.map(\.id) == ["rest", "record"])
            #expect(section.elements.last == .fields(id: "record", items: items))
            #expect(guest.forms.isEmpty && guest.buttons.map(\.action) == ["rename", "visit", "visit"])
        }
    }

    private struct NoSection: Error {}
}
