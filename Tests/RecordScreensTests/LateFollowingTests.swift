import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests of changes that are made after a read and before the reader of the log begins.
@Suite(.timeLimit(.minutes(5))) struct LateFollowingTests {
    let store = LateStore()

    @Test(arguments: ["the record", "its history"])
    func `A follower receives a change that was made after a read without a token`(_ read: String) async throws {
        let elsewhere = RecordCollection<Team>(store: store.base)
        let old = try await elsewhere.insert(Team(id: "7", name: "Old", motto: nil))
        let teams = RecordCollection<Team>(store: store)
        var changes = teams.follow().makeAsyncIterator()
        if read == "the record" {
            _ = try await teams.record("7")
        } else {
            _ = try await teams.history(matching: HistorySelection(), limit: 1)
        }
        let renamed = try await elsewhere.update(Team(id: "7", name: "New", motto: nil), expecting: old.revision)
        store.begin()
        #expect(await changes.next() == .updated(renamed))
    }

    @Test func `A list shows the new title of a record that was renamed after its title was read`() async throws {
        let host = try TeamHost(store: store)
        try await withSession(of: try host.registry.feature("task")) { session in
            try await session.start()
            _ = try await session.settled()
            func team() async -> String? { await session.frame.screen.lists.first?.rows.first?.cells["team"] }
            #expect(await team() == "Red")
            let teams = RecordCollection<Team>(store: store.base)
            let red = try #require(try await teams.record("1"))
            _ = try await teams.update(Team(id: "1", name: "Crimson", motto: nil), expecting: red.revision)
            store.begin()
            await eventually { await team() == "Crimson" }
        }
    }
}

/// A store that hints at its changes only after a test lets it begin, as a busy machine does.
final class LateStore: ForwardingStore {
    let base: any RecordStore = MemoryRecordStore()
    private let hints = Mutex<(hasBegun: Bool, waiting: [AsyncStream<Void>.Continuation])>((false, []))

    func begin() {
        let waiting = hints.withLock { hints in
            defer { hints = (true, []) }
            return hints.waiting
        }
        for each in waiting { forward(to: each) }
    }

    func changeHints() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let hasBegun = hints.withLock { hints in
            if !hints.hasBegun { hints.waiting.append(continuation) }
            return hints.hasBegun
        }
        if hasBegun { forward(to: continuation) }
        return stream
    }

    private func forward(to continuation: AsyncStream<Void>.Continuation) {
        let task = _Concurrency.Task { [base] in
            for await hint in base.changeHints() { continuation.yield(hint) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}
