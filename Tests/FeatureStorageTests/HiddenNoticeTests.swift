import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the notices about own records that a list does not show.
@Suite(.timeLimit(.minutes(5))) struct HiddenNoticeTests {
    private let store = MemoryRecordStore()
    private let clock = ManualClock()

    /// Starts a session that lists the pets whose number has the digit 1, in the order of the numbers.
    private func started() async throws -> Session {
        _ = try await store.write(
            (0..<120).map { .insert(RowInsert(Pet(id: "\($0)", n: 1_000 + $0))) }, to: Pet.collection)
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        let session = try await Session(
            CensusFeature(resources: resources), options: ["search": "1", "order": "n"], clock: clock)
        try await session.start()
        _ = try await session.settled()
        return session
    }

    /// Changes the first numbers in one action, and returns the notices of its answer.
    private func renumber(_ count: Int, to number: Int, in session: Session) async throws -> [Notice] {
        try await session.perform("renumber", ["count": .integer(count), "number": .integer(number)]).notices
    }

    private func single(_ id: String, _ reason: String) -> Notice {
        let link = FeatureLink(
            feature: "census", options: ["id": .text(id), "search": "1", "order": "n"], title: "Show")
        return Notice("The record was changed. \(reason)", tone: .positive, opens: link)
    }

    @Test func `records that one action hides share a notice with their number`() async throws {
        let session = try await started()
        let viewer = try await session.attachRecorder()
        let notice = Notice("Your search hides 26 pets that were changed.", tone: .positive)
        #expect(try await renumber(26, to: 0, in: session) == [notice])
        await session.close()
        var said: [Notice] = []
        while let event = await viewer.next() { if case .notice(let notice) = event { said.append(notice) } }
        #expect(said == [notice])
    }

    @Test func `records that are further down in the order share a notice`() async throws {
        let session = try await started()
        let notice = Notice("3 pets that were changed are further down in this order.", tone: .positive)
        #expect(try await renumber(3, to: 1_999, in: session) == [notice])
        await session.close()
    }

    @Test func `one record has a notice of its own, and the others of the same second share the next one`() async throws
    {
        let session = try await started()
        #expect(try await renumber(1, to: 0, in: session) == [single("0", "Your search hides it.")])
        for _ in 0..<2 { #expect(try await renumber(1, to: 0, in: session) == []) }
        #expect(try await renumber(1, to: 1_999, in: session) == [])
        _ = await session.takeNotices()
        let viewer = try await session.attachRecorder()
        await clock.advance(by: .seconds(1))
        var said: Notice?
        while said == nil, let event = await viewer.next() { if case .notice(let notice) = event { said = notice } }
        let words = "Your search hides 2 of 3 pets that were changed. The rest is further down in this order."
        #expect(said == Notice(words, tone: .positive))
        // After a second without a notice, a record is reported at once.
        clock.move(by: .seconds(1))
        let further = single("4", "Its place is further down in this order.")
        #expect(try await renumber(1, to: 1_999, in: session) == [further])
        await session.close()
    }

    @Test func `a record that the list shows again, or that was removed, needs no notice`() async throws {
        let session = try await started()
        _ = try await renumber(1, to: 0, in: session)
        _ = try await renumber(2, to: 0, in: session)
        _ = try await session.perform("remove", ["id": "1"])
        let elsewhere = RecordCollection<Pet>(store: store)
        _ = try await elsewhere.change("2", seen: nil) { $0.n = 1_001 }
        #expect(await eventually { await session.frame.screen.lists.first?.rows.first?.id == "2" })
        _ = await session.takeNotices()
        await clock.advance(by: .seconds(1))
        #expect(try await renumber(1, to: 0, in: session) == [single("2", "Your search hides it.")])
        #expect(await session.takeNotices() == [single("2", "Your search hides it.")])
        await session.close()
    }
}
