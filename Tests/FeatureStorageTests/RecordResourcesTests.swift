import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordResourcesTests {
    private let clock = ManualClock()
    private let store = MemoryRecordStore()

    private func options(_ values: [String: FieldValue]) throws -> Options {
        try [RecordSource.option.description, RecordSource.latencyOption.description].check(values)
    }

    private func resources() -> RecordResources {
        RecordResources(store: { store }, files: Files(), clock: clock)
    }

    private func names(_ records: Records<Tree>) async throws -> [String] {
        try await records.page().records.map(\.record.name)
    }

    @Test(arguments: [nil, "stored", "sample"] as [FieldValue?])
    func `The default source is the store, which initially contains the sample`(source: FieldValue?) async throws {
        let records = try resources().records(of: Tree.self, for: options(["source": source].compactMapValues(\.self)))
        #expect(try await names(records) == ["Oak"])
    }

    @Test func `The source 'empty' has no records at first and accepts new records`() async throws {
        let records = try resources().records(of: Tree.self, for: options(["source": "empty"]))
        #expect(try await names(records) == [])
        _ = try await records.insert(Tree(id: "2", name: "Elm", age: 1))
        #expect(try await names(records) == ["Elm"])
    }

    @Test func `The host generates the keys of new records, and the default keys are random`() throws {
        let records = try RecordResources(files: NoFiles(), makeID: { "new" }).records(of: Tree.self, for: options([:]))
        #expect(records.makeID() == "new")
        let resources = RecordResources(files: NoFiles())
        #expect(resources.makeID() != resources.makeID())
    }

    @Test func `Changes to the sample are private to the launch and are lost when the session ends`() async throws {
        let resources = resources()
        let (one, other) = try (
            resources.records(of: Tree.self, for: options(["source": "sample"])),
            resources.records(of: Tree.self, for: options(["source": "sample"]))
        )
        _ = try await one.insert(Tree(id: "2", name: "Elm", age: 1))
        #expect(try await names(one) == ["Oak", "Elm"])
        #expect(try await names(other) == ["Oak"])
        _ = try await other.insert(Tree(id: "3", name: "Fir", age: 1))
        #expect(try await names(other) == ["Oak", "Fir"])
        #expect(try await names(resources.records(of: Tree.self, for: options(["source": "sample"]))) == ["Oak"])
        #expect(one.changes() == nil)
    }

    @Test func `Changes to the store are visible to other launches and other hosts`() async throws {
        _ = try await resources().records(of: Tree.self, for: options([:])).insert(Tree(id: "2", name: "Elm", age: 1))
        #expect(try await names(resources().records(of: Tree.self, for: options([:]))) == ["Oak", "Elm"])
    }

    @Test func `A store stays empty after all records are deleted`() async throws {
        try await resources().records(of: Tree.self, for: options([:])).remove("1", seen: nil)
        #expect(try await names(resources().records(of: Tree.self, for: options([:]))) == [])
    }

    @Test func `Each load of the first page reads the file again`() async throws {
        let records = try resources().records(of: Tree.self, for: options(["source": "trees.csv"]))
        #expect(try await names(records) == ["Ash 1"])
        _ = try await records.insert(Tree(id: "2", name: "Elm", age: 1))
        #expect(try await records.record("2")?.record.name == "Elm")
        #expect(try await names(records) == ["Ash 2"])
    }

    @Test func `If a file cannot be opened, the launch fails instead of the first load`() async throws {
        let options = try options(["source": "gone.csv"])
        #expect(throws: FeatureError(.unreadableFile, "gone.csv")) {
            try resources().records(of: Tree.self, for: options)
        }
    }

    @Test func `If the store cannot be opened, only launches that need the store fail`() async throws {
        let resources = RecordResources(store: { throw StorageError(.unusable, "no disk") }, files: Files())
        #expect(throws: StorageError(.unusable, "no disk")) {
            try resources.records(of: Tree.self, for: options([:]))
        }
        #expect(try await names(resources.records(of: Tree.self, for: options(["source": "sample"]))) == ["Oak"])
    }

    @Test(arguments: ["stored", "sample", "empty", "trees.csv"])
    func `A launch with the option latency delays loads from any source`(source: String) async throws {
        let records = try resources().records(of: Tree.self, for: options(["source": .text(source), "latency": "2s"]))
        async let page = records.page()
        await clock.advance(by: .seconds(2))
        #expect(try await page.records.count <= 1)
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func `A cancelled load stops waiting for the latency`() async throws {
        let records = try resources().records(of: Tree.self, for: options(["latency": "2s"]))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await records.page()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite(.timeLimit(.minutes(5))) struct RecordChangingTests {
    private let store = MemoryRecordStore()

    private func records() throws -> Records<Tree> {
        let resources = RecordResources(store: { store }, files: NoFiles())
        let fields = [RecordSource.option.description, RecordSource.latencyOption.description]
        return try resources.records(of: Tree.self, for: fields.check([:]))
    }

    @Test func `A change that expects the stored revision succeeds`() async throws {
        let records = try records()
        let revision = try await records.page().records[0].revision
        let changed = try await records.change("1", seen: revision) { $0.age = 8 }
        #expect(changed.record.age == 8)
        #expect(try await records.record("1") == changed)
    }

    @Test func `A change that expects an old revision throws an error with the current record`() async throws {
        let records = try records()
        let revision = try await records.page().records[0].revision
        let current = try await self.records().change("1", seen: nil) { $0.name = "Holm oak" }
        let stale = await #expect(throws: StaleRecord<Tree>.self) {
            try await records.change("1", seen: revision) { $0.age = 8 }
        }
        #expect(stale == StaleRecord(id: "1", current: current))
        await #expect(throws: StaleRecord(id: "1", current: current)) { try await records.remove("1", seen: revision) }
        #expect(try await records.record("1") == current)
    }

    @Test func `Concurrent changes that expect no revision all succeed`() async throws {
        let (records, rival) = try (records(), records())
        _ = try await records.page()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    _ = try await [records, rival][number % 2].change("1", seen: nil) { $0.age = ($0.age ?? 0) + 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await records.record("1")?.record == Tree(id: "1", name: "Oak", age: 27))
    }

    @Test func `A removed record cannot be changed or removed`() async throws {
        let records = try records()
        _ = try await records.page()
        try await records.remove("1", seen: nil)
        let stale = StaleRecord<Tree>(id: "1", current: nil)
        await #expect(throws: stale) { try await records.change("1", seen: nil) { $0.age = 8 } }
        await #expect(throws: stale) { try await records.remove("1", seen: 1) }
        #expect("\(stale)" == "there is no such record, or it has been removed")
    }
}

private final class Files: RecordFileOpener {
    private final class Trees: RecordFile {
        private let reads = Mutex(0)

        func records<R: Record>(of type: R.Type) async throws -> [R] {
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            return [try R(id: "1", values: ["name": .text("Ash \(number)")])]
        }
    }

    func open(_ path: String) throws -> any RecordFile {
        guard path == "trees.csv" else { throw FeatureError(.unreadableFile, path) }
        return Trees()
    }
}

private struct Tree: Record {
    static let fields: [any FieldDeclaration] = [
        Field<String>("name", "Name", length: 1...40), Field<Int?>("age", "Age", range: 0...1000),
    ]
    static let sample = [Tree(id: "1", name: "Oak", age: 7)]
    var id: String
    var name: String
    var age: Int?
}
