import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct DoggyFeatureTests {
    let clock = ManualClock()
    let service = StubRecords<Dog>()
    /// A feature with stored dogs.
    var feature: DoggyFeature { DoggyFeature(resources: RecordResources(files: NoFiles(), clock: clock)) }
    /// A feature with a stub service.
    var stubbed: DoggyFeature { DoggyFeature { [service] _ in service } }

    private func row(
        _ id: String, _ title: String, _ detail: String, _ values: [String: FieldValue], revision: Int,
        _ options: [String: FieldValue] = [:]
    ) -> Row {
        let arguments: [String: FieldValue] = ["id": .text(id), "revision": .integer(revision)]
        let buttons = [
            Button(action: "birthday", title: "Birthday", arguments: ["id": .text(id)]),
            Button(action: "edit", title: "Edit", arguments: arguments),
            Button(action: "release", title: "Release", arguments: arguments, role: .destructive),
        ]
        let link = FeatureLink(feature: "doggy", options: options.merging(["id": .text(id)]) { $1 })
        return Row(id: id, title: title, detail: detail, values: values, buttons: buttons, opens: link)
    }

    /// The rows of the sample, whose links keep the options of the launch.
    private func sampleRows(_ options: [String: FieldValue] = [:]) -> [Row] {
        [
            row("1", "Alfred Labrador", "1", ["name": "Alfred", "breed": "Labrador", "age": 1], revision: 1, options),
            row("2", "Vinny Doberman", "5", ["name": "Vinny", "breed": "Doberman", "age": 5], revision: 2, options),
            row("3", "Lucky Labrador", "3", ["name": "Lucky", "breed": "Labrador", "age": 3], revision: 3, options),
        ]
    }

    /// The table of dogs below the form that browses it.
    private func table(_ rows: [Row]) -> [Element] {
        func sort(_ order: String) -> Button {
            Button(action: "browse", title: "Sort", arguments: ["order": .text(order), "descending": false])
        }
        let columns = [
            ListElement.Column(.title, title: "Dog", sort: sort("name")),
            .init(
                name: "age", title: "Age", kind: .integer, sort: sort("age"),
                edit: DoggyFeature.manifest.action(named: "edit")),
        ]
        return [
            .form(FormElement(id: "browse", action: "browse", values: ["descending": false], submits: .change)),
            .list(
                id: "dogs", rows: rows, columns: columns,
                bulk: [Button(action: "release", title: "Release", role: .destructive)]),
        ]
    }

    private func stateBeginning(_ screen: inout Screen) {
        screen.title = "Doggies"
        screen.buttons = [
            Button(action: "adopt", title: "Adopt a dog", role: .primary),
            Button(action: "refresh", title: "Refresh"), Button(action: "undo", title: "Undo"),
            Button(action: "visit", title: "History", arguments: ["history": true]),
        ]
    }

    @Test func `all dogs appear together after the latency, and an adoption adds a dog`() async throws {
        let options: [String: FieldValue] = ["latency": "2s"]
        try await withScenario(of: feature, options: options, clock: clock) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await clock.advance(by: .seconds(2))
            await doggy.expect {
                $0.phase = .ready
                $0.elements = table(sampleRows(options))
            }
            let answer = try await doggy.submit("Adopt a dog", ["name": "Rex", "breed": "Bulldog", "age": 2])
            let id = try #require(answer.frame.screen.lists.first?.rows.last?.id)
            await doggy.expect {
                let rex = row(
                    id, "Rex Bulldog", "2", ["name": "Rex", "breed": "Bulldog", "age": 2], revision: 4, options)
                $0.elements = table(sampleRows(options) + [rex])
            }
        }
    }

    @Test func `the option source=empty shows the placeholder for an empty list`() async throws {
        try await withScenario(of: feature, options: ["source": "empty"]) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await doggy.expect {
                $0.phase = .ready
                $0.elements = [.placeholder(id: "empty", "No dogs")]
            }
        }
    }

    @Test func `the page of a dog has a form with its values, the other buttons of its row, and the way up`()
        async throws
    {
        try await withScenario(of: feature, options: ["id": "2"]) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            let steps = [("Previous", Button.Role.previous), ("Next", .next)].map { title, role in
                Button(action: "visit", title: title, arguments: ["id": "2", "step": .text(role.rawValue)], role: role)
            }
            let buttons = sampleRows()[1].buttons.filter { $0.action != "edit" } + steps
            let values: [String: FieldValue] = [
                "id": "2", "name": "Vinny", "breed": "Doberman", "age": 5, "revision": 2,
            ]
            #expect(
                doggy.screen
                    == Screen(
                        title: "Vinny Doberman", phase: .ready,
                        elements: [.form(FormElement(id: "record", action: "edit", values: values))],
                        buttons: buttons, up: FeatureLink(feature: "doggy", title: "Doggies")))
            try await doggy.fill("record", with: ["name": "Vincent"])
            await doggy.skipToSettled()
            #expect(doggy.screen.title == "Vincent Doberman")
            try await doggy.press("Release")
            await doggy.skipToSettled()
            doggy.expectOpened(FeatureLink(feature: "doggy"))
            let list = FeatureLink(feature: "doggy", title: "Doggies")
            // The history below the link has the times of the test.
            #expect(
                doggy.screen.elements.prefix(2) == [
                    .placeholder(id: "deleted", "Vincent Doberman was deleted."),
                    .link(id: "list", "Back to Doggies", opens: list),
                ])
        }
    }

    @Test func `if the service fails, the screen shows a failure with a button to try again`() async throws {
        service.load.fails(with: Closed())
        try await withScenario(of: stubbed) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await doggy.expect {
                $0.phase = .failed(
                    message: "The dogs could not be loaded: the kennel is closed",
                    retry: Button(action: "refresh", title: "Try again"))
            }
        }
    }

    @Test func `only the later load shows its result, even if the earlier load ignores cancellation`() async throws {
        service.load.holds(heedingCancellation: false)
        try await withScenario(of: stubbed) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            let refresh = try await doggy.begin(.press("Refresh"))
            try await service.load.call(1).answer(with: Dog.sample)
            try await service.load.call(2).answer(with: [])
            try await refresh.answer()
            await doggy.expect {
                $0.phase = .ready
                $0.elements = [.placeholder(id: "empty", "No dogs")]
            }
        }
    }

    @Test func `the feature loads dogs even if the session has no viewer`() async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.settled()
            let viewer = try await session.attach()
            let event = await viewer.next()
            guard case .frame(let frame) = event else {
                Issue.record("expected a frame, got \(String(describing: event))")
                return
            }
            #expect(frame.screen.elements == table(sampleRows()))
        }
    }

    @Test func `a refused adoption names each wrong field`() async throws {
        try await withScenario(of: feature) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            let age = "expected a whole number from 0 to 30, got"
            let breed = "expected one of Bulldog, Doberman, Labrador, got"
            try await doggy.submit(
                "Adopt a dog", ["name": "", "breed": "Poodle", "age": 31],
                refused: [
                    "name": "expected text of 1 to 40 characters, got \"\"", "breed": "\(breed) \"Poodle\"",
                    "age": "\(age) 31",
                ])
            let long = String(repeating: "x", count: 41)
            try await doggy.submit(
                "Adopt a dog", ["name": .text(long), "breed": "Bulldog", "age": 1],
                refused: ["name": "expected text of 1 to 40 characters, got \"\(long)\""])
            // A program sends typed JSON values, so the text "2" is not a whole number.
            let wrong = try await doggy.begin(.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": "2"]))
            let error = await #expect(throws: InputRefused.self) { try await wrong.answer() }
            #expect(error?.fields == ["age": "\(age) \"2\""])
            let empty = try await doggy.begin(.perform("adopt"))
            let missing = await #expect(throws: InputRefused.self) { try await empty.answer() }
            #expect(missing?.fields.keys.sorted() == ["age", "breed", "name"])
        }
    }

    @Test func `a notice reports that the store failed, and a second adoption succeeds`() async throws {
        let store = StubStore()
        let feature = DoggyFeature(resources: RecordResources(store: { store }, files: NoFiles()))
        try await withScenario(of: feature) { doggy in
            try await doggy.start()
            await doggy.skipToSettled()
            store.writes.failsOnce(with: Closed())
            let rex: [String: FieldValue] = ["name": "Rex", "breed": "Bulldog", "age": 2]
            await #expect(throws: Closed.self) { try await doggy.submit("Adopt a dog", rex) }
            await doggy.expectNotice("the kennel is closed", tone: .critical)
            let answer = try await doggy.submit("Adopt a dog", rex)
            await doggy.expect(answer.frame.screen)
        }
    }

    @Test func `the feature fulfils the contract, even if its service fails`() async {
        await FeatureContract(feature, limit: .seconds(120)).verify()
        await FeatureContract(feature, options: ["source": "sample", "id": "2"], limit: .seconds(120)).verify()
        service.load.fails(with: Closed())
        await FeatureContract(stubbed, limit: .seconds(120)).verifyFailure()
    }

    /// Thousands of sessions can show the same list, so each session's own copy would cost much memory.
    @Test func `sessions share what is equal in their lists`() async throws {
        func list(_ session: isolated Session) async throws -> ListElement {
            try session.start()
            return try #require(try await session.settled().screen.lists.first)
        }
        let feature = self.feature
        let (first, second) = try await withSession(of: feature) { first in
            let shown = try await list(first)
            return (shown, try await withSession(of: feature) { second in try await list(second) })
        }
        func storage(_ options: [String: FieldValue]?) -> UnsafeRawPointer? {
            options.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
        }
        #expect(first == second)
        for (left, right) in zip(first.rows, second.rows) {
            #expect(storage(left.opens?.options) == storage(right.opens?.options))
            #expect(left.buttons.map { storage($0.arguments) } == right.buttons.map { storage($0.arguments) })
        }
        let columns = [first, second].compactMap(\.columns).map { $0.withUnsafeBufferPointer(\.baseAddress) }
        #expect(columns.count == 2 && columns.first == columns.last)
        let headings = [first, second].map { $0.columns?.map { storage($0.sort?.arguments) } }
        #expect(headings.first == headings.last)
    }
}
