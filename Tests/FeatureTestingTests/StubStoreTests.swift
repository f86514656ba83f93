import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of a stub store, whose operations fail, take time or wait as the test says.
@Suite(.timeLimit(.minutes(5))) struct StubStoreTests {
    struct Full: Error {}

    let store = StubStore()

    @Test(arguments: RecordStoreContract.requirements)
    func `a stub store without stubbed behaviour fulfils the contract of stores`(
        requirement: RecordStoreContract.Requirement
    ) async throws {
        let contract = RecordStoreContract(canShare: false) { _, logLimit in
            StubStore(MemoryRecordStore(logLimit: logLimit))
        }
        try await contract.verify(requirement)
    }

    @Test func `a stub store records reads, writes and reads of the log separately`() async throws {
        let token = try await store.page(of: "Dog", after: nil, limit: 1).token
        try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "Dog")
        try await store.fillOnce("Cat", with: [])
        try await store.load(into: "Cow") { [] }
        _ = try await store.page(of: "Dog", after: nil, limit: 10)
        _ = try await store.rows(of: "Dog", ids: ["a"])
        _ = try await store.changes(in: "Dog", after: token, limit: 10)
        #expect(store.reads.inputs == [.page("Dog"), .rows("Dog", ids: ["a"])])
        #expect(store.writes.inputs == [.write("Dog"), .fill("Cat"), .load("Cow")])
        #expect(store.logReads.inputs == [.page("Dog"), .changes("Dog")])
    }

    @Test func `a failed write writes nothing, and the next write succeeds`() async throws {
        store.writes.failsOnce(with: Full())
        let insert = RowWrite.insert(RowInsert(id: "a", values: [:]))
        await #expect(throws: Full.self) { try await store.write([insert], to: "Dog") }
        #expect(try await store.page(of: "Dog", after: nil, limit: 10).rows.isEmpty)
        try await store.write([insert], to: "Dog")
        #expect(try await store.page(of: "Dog", after: nil, limit: 10).rows.map(\.id) == ["a"])
    }

    @Test func `a test can choose the order of two concurrent writes`() async throws {
        store.writes.holds()
        let tasks = ["a", "b"].map { id in
            Task { [store] in try await store.write([.insert(RowInsert(id: id, values: [:]))], to: "Dog") }
        }
        try await store.writes.call(2).proceed()
        try await store.writes.call(1).proceed()
        for task in tasks { _ = try await task.value }
        #expect(try await store.page(of: "Dog", after: nil, limit: 10).rows.count == 2)
    }
}
