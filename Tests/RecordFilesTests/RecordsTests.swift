import Dispatch
import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func records<R: Record>(_ type: R.Type, _ text: String, in name: String) async throws -> [R] {
        try await RecordFiles().open(folder.write(text, to: name)).records(of: type)
    }

    private func faults<R: Record>(_ type: R.Type, _ text: String, in name: String = "x.csv") async throws -> [String] {
        let error = await #expect(throws: RecordFileError.self) { try await records(type, text, in: name) }
        return error?.faults.map(\.description) ?? []
    }

    @Test func `The key of a record without an id is its number in the file`() async throws {
        let csv = "id,name\nx,A\n,B\ny,C\n,D\n"
        #expect(try await records(Name.self, csv, in: "x.csv").map(\.id) == ["x", "2", "y", "4"])
        let json = #"[{"name":"A"},{"name":"B","id":"b"},{"name":"C"}]"#
        #expect(try await records(Name.self, json, in: "x.json").map(\.id) == ["1", "b", "3"])
    }

    @Test func `A duplicate id is reported as a fault of the second record`() async throws {
        #expect(
            try await faults(Name.self, "id,name\na,A\nb,B\na,C\n") == [
                #"line 4, id: expected an id that no other record has, got "a", the id of line 2"#
            ])
        #expect(
            try await faults(Name.self, #"[{"name":"A","id":7},{"name":"B","id":"7"}]"#, in: "x.json") == [
                #"index 1, id: expected an id that no other record has, got "7", the id of index 0"#
            ])
        #expect(
            try await faults(Name.self, "id,name\n2,A\n,B\n") == [
                "line 3, id: expected an id that no other record has, got no id, and its number 2 is the id of line 2"
            ])
    }

    @Test func `A value that the type refuses is reported as a fault of its record`() async throws {
        #expect(
            try await faults(Even.self, "count\n2\n3\n4\n5\n") == [
                "line 3, count: expected an even number, got 3", "line 5, count: expected an even number, got 5",
            ])
    }

    @Test func `A value that the type cannot decode is reported as a fault of its record`() async throws {
        #expect(try await faults(Odd.self, "count\n3\n4\n") == ["line 3, count: expected an odd number"])
    }

    @Test func `Reading records of a type that is not flat throws a single error`() async throws {
        let error = await #expect(throws: FeatureError.self) {
            try await records(Unnamed.self, "count\n2\n", in: "x.csv")
        }
        #expect(error?.code == .featureFault)
    }

    @Test func `Reading records runs off the caller's actor`() async throws {
        let path = try folder.write("name\nA\n", to: "x.csv")
        let caller = Caller()
        #expect(await caller.isOnQueue())
        let places = try await caller.read(path)
        #expect(places.map(\.isOnQueue) == [false])
    }

    @Test func `Reading stops if the task is cancelled`() async throws {
        let path = try folder.write("name\nA\n", to: "x.csv")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await RecordFiles().open(path).records(of: Name.self)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `The reader returns batches before the end of the file, but no batch after a fault`() throws {
        var pieces = ["name\nA\nB\n", "C\nD\n", "E,\nF\n", "G\n", ""][...]
        let reader = RecordReader(path: "x.csv", format: .csv, fields: Name.fields.map(\.description)) {
            Array((pieces.popFirst() ?? "").utf8)
        }
        #expect(try reader.next()?.map(\.values["name"]) == ["A", "B"])
        #expect(pieces.count == 4)
        #expect(try reader.next()?.map(\.number) == [3, 4])
        let error = #expect(throws: RecordFileError.self) { try reader.next() }
        #expect(pieces.isEmpty)
        #expect("\(try #require(error))" == "x.csv, line 6: expected 1 cell, as the header has, got 2")
        #expect(throws: RecordFileError.self) { try reader.next() }
    }

    @Test func `An error of the source reaches the caller`() throws {
        struct Broken: Error {}
        let reader = RecordReader(path: "x.csv", format: .csv, fields: []) { throw Broken() }
        #expect(throws: Broken.self) { try reader.next() }
    }
}

private struct Name: Record {
    static let sample: [Name] = []
    static let fields: [any FieldDeclaration] = [Field<String>("name", "Name")]
    var id: String
    var name: String
}

private struct Even: Record {
    static let sample: [Even] = []
    static let fields: [any FieldDeclaration] = [Field<Int>("count", "Count")]
    var id: String
    var count: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        (id, count) = (try container.decode(String.self, forKey: .id), try container.decode(Int.self, forKey: .count))
        if !count.isMultiple(of: 2) { throw InputRefused(["count": "expected an even number, got \(count)"]) }
    }
}

private struct Odd: Record {
    static let sample: [Odd] = []
    static let fields = Even.fields
    var id: String
    var count: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        (id, count) = (try container.decode(String.self, forKey: .id), try container.decode(Int.self, forKey: .count))
        if count.isMultiple(of: 2) {
            throw DecodingError.dataCorruptedError(
                forKey: .count, in: container, debugDescription: "expected an odd number")
        }
    }
}

private struct Unnamed: Record {
    static let sample: [Unnamed] = []
    static let fields: [any FieldDeclaration] = [Field<Int>("count", "Count")]
    var id: String
    var name: String
}

/// An actor on its own queue. Code can check whether it runs on this queue.
private actor Caller {
    static let mark = DispatchSpecificKey<Bool>()

    private let executor = QueueExecutor(mark: mark)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func isOnQueue() -> Bool { DispatchQueue.getSpecific(key: Self.mark) == true }
    func read(_ path: String) async throws -> [Place] { try await RecordFiles().open(path).records(of: Place.self) }
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "caller")

    init(mark: DispatchSpecificKey<Bool>) { queue.setSpecific(key: mark, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// A record that remembers on which queue it was decoded.
private struct Place: Record {
    static let sample: [Place] = []
    static let fields: [any FieldDeclaration] = [Field<String>("name", "Name")]
    var id: String
    var isOnQueue: Bool

    init(from decoder: any Decoder) {
        (id, isOnQueue) = ("", DispatchQueue.getSpecific(key: Caller.mark) == true)
    }
}
