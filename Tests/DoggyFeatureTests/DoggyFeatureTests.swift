import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DoggyFeatureTests {
    let clock = ManualClock()
    var feature: DoggyFeature { DoggyFeature(resources: RecordResources(files: NoFiles(), clock: clock)) }

    private func row(
        _ id: String, _ title: String, _ detail: String, _ values: [String: FieldValue], revision: Int
    ) -> Row {
        let arguments: [String: FieldValue] = ["id": .text(id), "revision": .integer(revision)]
        let buttons = [
            Button(action: "birthday", title: "Birthday", arguments: ["id": .text(id)]),
            Button(action: "rename", title: "Rename", arguments: arguments),
            Button(action: "release", title: "Release", arguments: arguments, role: .destructive),
        ]
        return Row(id: id, title: title, detail: detail, values: values, buttons: buttons)
    }

    private var sampleRows: [Row] {
        [
            row("1", "Alfred Labrador", "1", ["name": "Alfred", "breed": "Labrador", "age": 1], revision: 1),
            row("2", "Vinny Doberman", "5", ["name": "Vinny", "breed": "Doberman", "age": 5], revision: 2),
            row("3", "Lucky Labrador", "3", ["name": "Lucky", "breed": "Labrador", "age": 3], revision: 3),
        ]
    }

    private func stateBeginning(_ screen: inout Screen) {
        screen.title = "Doggies"
        screen.buttons = [
            Button(action: "adopt", title: "Adopt a dog", role: .primary),
            Button(action: "refresh", title: "Refresh"),
        ]
    }

    @Test func `after the latency all dogs appear at once, and adopting adds one`() async throws {
        try await withScenario(of: feature, options: ["latency": "2s"], clock: clock) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await clock.advance(by: .seconds(2))
            await doggy.expect {
                $0.phase = .ready
                $0.elements = [.list(id: "dogs", rows: sampleRows)]
            }
            try await doggy.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2])
            let shown = try await doggy.session.settled().screen.elements
            guard case .list(let list) = shown.first, let id = list.rows.last?.id else { return }
            await doggy.expect {
                let rex = row(id, "Rex Bulldog", "2", ["name": "Rex", "breed": "Bulldog", "age": 2], revision: 4)
                $0.elements = [.list(id: "dogs", rows: sampleRows + [rex])]
            }
        }
    }

    @Test func `source=empty shows the empty view`() async throws {
        try await withScenario(of: feature, options: ["source": "empty"]) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await doggy.expect {
                $0.phase = .ready
                $0.elements = [.placeholder(id: "empty", "No dogs")]
            }
        }
    }

    @Test func `a failing service shows a failure that offers to try again`() async throws {
        let feature = DoggyFeature { _ in StubDoggyService(load: { throw Closed() }) }
        try await withScenario(of: feature) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await doggy.expect {
                $0.phase = .failed(
                    message: "The dogs could not be loaded: the kennel is closed",
                    retry: Button(action: "refresh", title: "Try again"))
            }
        }
    }

    @Test func `of two loads only the later is shown, though the earlier does not heed its cancellation`() async throws
    {
        let (attempts, latch) = (Attempts(), Latch())
        let feature = DoggyFeature { _ in
            StubDoggyService(load: {
                guard attempts.next() == 1 else { return [] }
                await latch.wait()
                return Dog.sample
            })
        }
        try await withScenario(of: feature) { doggy in
            await doggy.expect(stateBeginning)
            try await doggy.start()
            await latch.arrival()
            let session = doggy.session
            let refresh = Task.immediate { try await session.perform("refresh") }
            latch.open()
            _ = try await refresh.value
            await doggy.expect {
                $0.phase = .ready
                $0.elements = [.placeholder(id: "empty", "No dogs")]
            }
        }
    }

    @Test func `with nobody watching the dogs are loaded all the same`() async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.settled()
            let viewer = try await session.attach()
            guard case .frame(let frame) = await viewer.next() else { return }
            #expect(frame.screen.elements == [.list(id: "dogs", rows: sampleRows)])
        }
    }

    @Test(
        arguments: [
            (["name": "", "breed": "Poodle", "age": 31], ["name", "breed", "age"]),
            (["name": FieldValue.text(String(repeating: "x", count: 41)), "breed": "Bulldog", "age": 1], ["name"]),
            (["name": "Rex", "breed": "Bulldog", "age": "2"], ["age"]),
            ([:], ["name", "breed", "age"]),
        ] as [([String: FieldValue], Set<String>)])
    func `adopting names each field that is wrong`(arguments: [String: FieldValue], fields: Set<String>) async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            let error = await #expect(throws: InputRefused.self) { try await session.perform("adopt", arguments) }
            #expect(Set(error?.fields.keys.map { $0 } ?? []) == fields)
        }
    }

    @Test func `it keeps the contract, also when its service fails`() async {
        await FeatureContract(feature).verify()
        await FeatureContract(DoggyFeature { _ in StubDoggyService(load: { throw Closed() }) }).verifyFailure()
    }
}
