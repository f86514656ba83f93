import Dispatch
import FeatureKit
import FeatureStorage
import Foundation
import Synchronization
import Testing

extension RecordStoreContract {
    static let loadRequirements = [
        Requirement("A load appends all rows of its source, and followers receive the changes") { contract in
            let (store, other) = try await contract.twoHandles()
            try await store.insert(["first"])
            let token = try await store.token()
            let source = LoadSource([["a", "b"], ["c"], ["d", "e", ""]])
            #expect(try await store.load(into: "dogs") { try source.next() } == 6)
            let rows = try await other.allRows()
            #expect(rows.map(\.id) == ["first", "a", "b", "c", "d", "e", ""])
            #expect(rows.dropFirst().map(\.values) == (0..<6).map { ["n": .integer($0), "text": "한글\u{0}\"\n"] })
            #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.revision < $1.revision })
            #expect(try await other.allChanges(after: token) == rows.dropFirst().map { .inserted($0) })
            let loaded = try #require(rows.last)
            #expect(await refusal { try await other.insert(["f"], key: "key of e") }?.code == .alreadyTaken)
            try await other.update(loaded, n: 7)
            try await other.delete(rows[1])
            try await other.insert(["a"], key: "key of a")
            #expect(try await store.allRows().map(\.id) == ["first", "b", "c", "d", "e", "", "a"])
        },
        Requirement("A load sends a hint") { contract in
            let (store, other) = try await contract.twoHandles()
            let hints = [HintReader(store.changeHints()), HintReader(other.changeHints())]
            for hints in hints { #expect(await hints.next(), "no first hint") }
            let token = try await store.token()
            let source = LoadSource([["a"]])
            try await store.load(into: "dogs") { try source.next() }
            for hints in hints {
                var isThere = false
                while !isThere, await hints.next() { isThere = try await other.allChanges(after: token)?.count == 1 }
                #expect(isThere, "no hint after a load")
            }
        },
        Requirement("A load writes nothing if it is refused or if its source throws") { contract in
            let store = try await contract.store()
            try await store.insert(["a"], key: "key of b")
            let (rows, token) = (try await store.allRows(), try await store.token())
            let bad = [
                (LoadSource([["c"], ["d", "a"]]), "a"), (LoadSource([["c", "d"], ["c"]]), "c"),
                (LoadSource([["c"], ["b"]]), "b"),
            ]
            for (source, id) in bad {
                let refusal = await refusal { try await store.load(into: "dogs") { try source.next() } }
                #expect(refusal?.code == .alreadyTaken && refusal?.rowID == id)
            }
            let failing = LoadSource([["c"], ["d"]], failsAtEnd: true)
            await #expect(throws: LoadSource.Failure()) {
                try await store.load(into: "dogs") { try failing.next() }
            }
            #expect(try await store.allRows() == rows)
            #expect(try await store.allChanges(after: token) == [])
            // The failed loads took no unique key, and the collection still counts as never filled.
            let sample = ["c", "d"].map { RowInsert(id: $0, values: [:], uniqueKey: "key of \($0)") }
            #expect(try await store.fillOnce("dogs", with: sample))
        },
        Requirement("A load whose source blocks does not block other tasks") { contract in
            // Start one load for each thread of Swift's runtime. If loads blocked those threads, no task could open the
            // gates.
            let gates = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in Gate() }
            try await withThrowingTaskGroup { group in
                for gate in gates {
                    let store = try await contract.store()
                    group.addTask { try await store.load(into: "dogs") { gate.pass() } }
                }
                for gate in gates { await gate.entered.wait() }
                for gate in gates { gate.exit.signal() }
                try await group.waitForAll()
            }
            #expect(gates.allSatisfy { !$0.isLate.load(ordering: .relaxed) }, "other tasks waited for a blocked source")
        },
        Requirement("A load marks the collection as filled, even if the source has no rows") { contract in
            let (store, other) = try await contract.twoHandles()
            let (nothing, some) = (LoadSource([]), LoadSource([["a"]]))
            #expect(try await store.load(into: "dogs") { try nothing.next() } == 0)
            #expect(try await store.load(into: "cats") { try some.next() } == 1)
            for collection in ["dogs", "cats"] {
                #expect(try await !other.fillOnce(collection, with: [RowInsert(id: "sample", values: [:])]))
            }
            #expect(try await other.allRows().isEmpty)
            #expect(try await other.allRows(of: "cats").map(\.id) == ["a"])
        },
        Requirement("A load of 100,000 rows is complete and in order, and followers receive a reset") { contract in
            let (store, other) = try await contract.twoHandles()
            try await store.insert(["first"])
            let token = try await store.token()
            let ids = (0..<100_000).map { "row \(UInt32(truncatingIfNeeded: $0 &* 2_654_435_761))" }
            let source = LoadSource(stride(from: 0, to: ids.count, by: 1000).map { Array(ids[$0..<($0 + 1000)]) })
            #expect(try await store.load(into: "dogs") { try source.next() } == ids.count)
            #expect(try await other.changes(in: "dogs", after: token, limit: 10) == .reset)
            let after = try await other.token()
            try await store.insert(["last"])
            #expect(try await other.allChanges(after: after)?.map(\.id) == ["last"])
            #expect(try await other.allRows(limit: 10_000).map(\.id) == ["first"] + ids + ["last"])
        },
        Requirement("A cancelled load ends, even if its source is endless, and adds nothing") { contract in
            let store = try await contract.store()
            let started = Latch()
            let task = Task {
                try await store.load(into: "dogs") {
                    started.open()
                    return [RowInsert(id: String(UInt64.random(in: .min ... .max)), values: [:])]
                }
            }
            await started.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await store.allRows().isEmpty)
            #expect(try await store.fillOnce("dogs", with: []))
        },
    ]
}

/// A source that blocks until the test opens the gate.
///
/// The source then returns no rows.
private final class Gate: Sendable {
    let entered = Latch()
    let exit = DispatchSemaphore(value: 0)
    let isLate = Atomic(false)

    func pass() -> [RowInsert] {
        entered.open()
        let result = exit.wait(timeout: .now() + .seconds(60))
        isLate.store(result == .timedOut, ordering: .relaxed)
        return []
    }
}

/// A source that returns rows with the ids that the test gives it.
///
/// Each row also gets a unique key.
final class LoadSource: Sendable {
    struct Failure: Error, Equatable {}

    private let state: Mutex<(pulls: ArraySlice<[String]>, number: Int)>
    private let failsAtEnd: Bool

    init(_ pulls: [[String]], failsAtEnd: Bool = false) {
        state = Mutex((pulls[...], 0))
        self.failsAtEnd = failsAtEnd
    }

    func next() throws -> [RowInsert] {
        try state.withLock { state in
            guard let ids = state.pulls.popFirst() else {
                if failsAtEnd { throw Failure() }
                return []
            }
            return ids.map { id in
                defer { state.number += 1 }
                let values: [String: FieldValue] = ["n": .integer(state.number), "text": "한글\u{0}\"\n"]
                return RowInsert(id: id, values: values, uniqueKey: "key of \(id)")
            }
        }
    }
}
