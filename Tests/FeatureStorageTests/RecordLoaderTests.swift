import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

struct RecordLoaderTests {
    private let clock = ManualClock()
    private let sample = [Leaf(id: "1", name: "Oak", age: 7)]

    private func load(_ values: [String: FieldValue]) async throws -> [Leaf] {
        let fields = [RecordSource.option.description, RecordSource.latencyOption.description]
        return try await RecordLoader(
            options: fields.check(values), sample: sample, files: OneFile(), clock: clock
        ).load()
    }

    @Test func `The sample comes at once by default`() async throws {
        #expect(try await load([:]) == sample)
    }

    @Test func `The source empty has no records`() async throws {
        #expect(try await load(["source": "empty"]).isEmpty)
    }

    @Test func `Any other source is a path`() async throws {
        #expect(try await load(["source": "trees.csv"]).map(\.name) == ["Ash"])
    }

    @Test func `A file that cannot be opened refuses the loader, not the load`() async throws {
        let fields = [RecordSource.option.description, RecordSource.latencyOption.description]
        let options = try fields.check(["source": "gone.csv"])
        #expect(throws: FeatureError(.unreadableFile, "gone.csv")) {
            try RecordLoader(options: options, sample: sample, files: OneFile(), clock: clock)
        }
    }

    @Test(arguments: ["sample", "empty", "trees.csv"])
    func `Every source takes as long as the latency says`(source: String) async throws {
        async let records = load(["source": .text(source), "latency": "2s"])
        await clock.advance(by: .seconds(2))
        #expect(try await records.count <= 1)
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func `A cancelled load waits no longer`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await load(["latency": "2s"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

private struct OneFile: RecordFileOpener, RecordFile {
    func open(_ path: String) throws -> any RecordFile {
        guard path == "trees.csv" else { throw FeatureError(.unreadableFile, path) }
        return self
    }

    func records<R: Record>(of type: R.Type) async throws -> [R] {
        [try R(id: "1", values: ["name": "Ash"])]
    }
}
